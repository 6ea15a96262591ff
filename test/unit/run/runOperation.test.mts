import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { INCLUDE_SECRETS, platformOptions } from '../../../nodes/shared/fields/options';
import { Problem } from '../../../nodes/shared/text/problem';
import {
	defineOperation,
	FileResult,
	type Effect,
	type Operation,
	type OperationResult,
} from '../../../nodes/shared/run/operation';
import { runOperation } from '../../../nodes/shared/run/runOperation';
import type { OperationContext } from '../../../nodes/shared/run/operationContext';
import { fakeExecution, type FakeExecution } from '../fixtures/executeContext.mts';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';

const NODE_KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

interface Values {
	name: string;
	url: string;
	options: Record<string, unknown>;
}

type Execute = (values: Values, context: OperationContext) => Promise<OperationResult>;

/** An operation with a name for each item, an address that may be secret, and options. */
function operation(effect: Effect, execute: Execute, more: Partial<Operation> = {}): Operation {
	const defined = defineOperation({
		name: 'Test',
		value: 'test',
		action: 'Test',
		description: 'Tests',
		effect,
		secretProperties: ['url'],
		properties: [
			{ displayName: 'Name', name: 'name', type: 'string', default: '' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			platformOptions(INCLUDE_SECRETS),
		],
		execute: async (values, context) => await execute(values as Values, context),
	});
	return { ...defined, ...more };
}

/** Items that each have a name, which the operation reads through an expression. */
const named = (...names: string[]) => ({
	items: names.map((name) => ({ name })),
	parameters: { name: '={{ $json.name }}' } as IDataObject,
});

async function outputOf(
	execution: FakeExecution,
	tested: Operation,
	continueOnFail = false,
): Promise<INodeExecutionData[]> {
	const output = await runOperation(execution.context, tested, continueOnFail);
	expect(output).toHaveLength(1);
	return output[0];
}

async function thrownBy(execution: FakeExecution, tested: Operation): Promise<NodeApiError> {
	try {
		await runOperation(execution.context, tested, false);
	} catch (error) {
		expect(error instanceof NodeApiError || error instanceof NodeOperationError).toBe(true);
		return error as NodeApiError;
	}
	throw new Error('nothing was thrown');
}

const pause = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the output', () => {
	it('is paired and in the order of the input, whatever finishes first', async () => {
		const delays: Record<string, number> = { a: 30, b: 0, c: 15 };
		const tested = operation('reads', async ({ name }) => {
			await pause(delays[name]);
			return { name };
		});
		expect(await outputOf(fakeExecution(named('a', 'b', 'c')), tested)).toEqual([
			{ json: { name: 'a' }, pairedItem: { item: 0 } },
			{ json: { name: 'b' }, pairedItem: { item: 1 } },
			{ json: { name: 'c' }, pairedItem: { item: 2 } },
		]);
	});

	it('of operations that compare items is made once all have been found', async () => {
		const tested = operation('reads', async ({ name }, { keepSecret }) => {
			keepSecret(`secret-of-${name}`);
			await pause(name === 'first' ? 10 : 0);
			if (name === 'bad') throw new Problem('It broke');
			return {};
		});
		const compare: Operation['compare'] = async (found, all, { name }) => {
			if (name === 'worse') throw new Problem('It broke too');
			return await Promise.resolve({
				place: all.indexOf(found),
				of: all.length,
				echo: `secret-of-${name}`,
			});
		};
		const names = named('first', 'bad', 'worse', 'last');
		const output = await outputOf(fakeExecution(names), { ...tested, compare }, true);
		expect(output.map(({ json }) => json)).toEqual([
			{ place: 0, of: 3, echo: '***' },
			{ error: 'It broke' },
			{ error: 'It broke too' },
			{ place: 2, of: 3, echo: '***' },
		]);
	});

	it('has files made of texts, in which secrets are masked', async () => {
		const tested = operation('reads', async (_, { keepSecret }) => {
			keepSecret('secret-1');
			const text = `secret-1,${CREDENTIAL_DATA.apiKey},x`;
			const facts = { fileName: 'a.csv', mimeType: 'text/csv', rows: 1 };
			return await Promise.resolve(new FileResult(facts, 'data', text));
		});
		const execution = fakeExecution();
		const prepareBinaryData = async (content: Buffer, fileName: string, mimeType: string) =>
			await Promise.resolve({ data: content.toString(), fileName, mimeType });
		Object.assign(execution.context.helpers, { prepareBinaryData });
		const [{ json, binary }] = await outputOf(execution, tested);
		expect(json).toEqual({ fileName: 'a.csv', mimeType: 'text/csv', rows: 1 });
		expect(binary).toEqual({
			data: { data: '***,***,x', fileName: 'a.csv', mimeType: 'text/csv' },
		});
	});

	it('has several items of one input where the operation returns a list', async () => {
		const tested = operation('reads', async ({ name }) => {
			return await Promise.resolve(name === 'none' ? [] : [{ name }, { name }]);
		});
		const output = await outputOf(fakeExecution(named('a', 'none', 'b')), tested);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 2, 2].map((item) => ({ item })),
		);
	});

	// n8n would treat it as a failure.
	it.each(['error', '$error'])('has a field %s under another name', async (field) => {
		const record = { id: 'NW-1', [field]: 'no capacity left', errors: 0, $json: {} };
		const tested = operation('creates', async () => await Promise.resolve(record));
		const json = { id: 'NW-1', errors: 0, $json: {}, serviceError: 'no capacity left' };
		expect(await outputOf(fakeExecution(), tested)).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('is empty without input', async () => {
		const tested = operation('reads', async () => await Promise.resolve({}));
		expect(await outputOf(fakeExecution({ items: [] }), tested)).toEqual([]);
	});
});

describe('an item that fails, when the run continues', () => {
	const tested = (effect: Effect): Operation =>
		operation(effect, async ({ name }) => {
			if (name === 'bad') throw new Problem('It broke', { hint: 'Mend it', httpStatus: 404 });
			return await Promise.resolve({ name });
		});

	it('does not output an input of which only one field contains a secret', async () => {
		const parameters = { name: 'bad', url: '={{ $json.address }}' };
		const execution = fakeExecution({ items: [{ address: 'https://x.example.com' }], parameters });
		const secretProperties = ['name', 'url'];
		const failing = { ...tested('reads'), secretProperties };
		const [item] = await outputOf(execution, failing, true);
		expect(item.json).toEqual({});
		expect(item.error?.message).toBe('It broke. Mend it');
	});

	it.each(['reads', 'creates'] as const)('shows no secret (%s)', async (effect) => {
		const careless = operation(effect, async ({ name }, { keepSecret }) => {
			keepSecret(name);
			return await Promise.reject(new Problem(`not ${name}`, { hint: `without ${name}` }));
		});
		const [{ json, error }] = await outputOf(fakeExecution(named(NODE_KEY)), careless, true);
		expect(error?.message ?? json.error).toBe('not ***. without ***');
		const thrown = await thrownBy(fakeExecution(named(NODE_KEY)), careless);
		expect([thrown.message, thrown.description]).toEqual(['not ***', 'without ***']);
	});

	it('has the plain shape where the address is fixed: the input contains no secret', async () => {
		const parameters = { name: 'bad', url: `https://x.example.com/${NODE_KEY}` };
		const [item] = await outputOf(fakeExecution({ parameters }), tested('reads'), true);
		expect(item).toEqual({ json: { error: 'It broke. Mend it' }, pairedItem: { item: 0 } });
	});

	it.each([new TypeError('x is undefined'), 'a text', undefined])(
		'is handled whatever was thrown: %s',
		async (thrown) => {
			const odd = operation('reads', async () => await Promise.reject(thrown));
			const [item] = await outputOf(fakeExecution(), odd, true);
			expect(Object.keys(item.json)).toEqual(['error']);
			expect(item.json.error).toMatch(/unexpected/);
		},
	);
});

describe('an item that fails, when the run stops', () => {
	it('is the first in the order of the items, not in time', async () => {
		const tested = operation('updates', async ({ name }) => {
			await pause(name === 'first' ? 20 : 0);
			throw new Problem(name);
		});
		const error = await thrownBy(fakeExecution(named('first', 'second')), tested);
		expect(error.message).toBe('first');
		expect(error.context.itemIndex).toBe(0);
	});

	it('does not mention other items in an operation that creates nothing', async () => {
		const execute: Execute = async ({ name }) => {
			if (name === 'bad') throw new Problem('It broke');
			return await Promise.resolve({ id: 'ND-1' });
		};
		const tested = operation('reads', execute, { receipt: () => 'ND-1' });
		const error = await thrownBy(fakeExecution(named('a', 'bad')), tested);
		expect(JSON.stringify(error)).not.toContain('ND-1');
	});
});

describe('an operation that creates', () => {
	/** Creates `NW-<name>`; `bad` fails without effect, `unclear` with an unclear one. */
	class Service {
		readonly created: string[] = [];

		atOnce = 0;

		most = 0;

		readonly operation = operation('creates', async ({ name }) => {
			this.atOnce += 1;
			this.most = Math.max(this.most, this.atOnce);
			await pause(1);
			this.atOnce -= 1;
			if (name === 'bad') throw new Problem('It broke', { hint: 'Mend it' });
			this.created.push(name);
			if (name === 'unclear')
				throw new Problem('It may exist', { effect: 'unclear', hint: 'Look' });
			return { id: `NW-${name}` };
		});
	}

	it.each([true, false])('runs one item at a time (continue: %s)', async (continueOnFail) => {
		const service = new Service();
		await outputOf(fakeExecution(named('1', '2', '3')), service.operation, continueOnFail);
		expect(service.created).toEqual(['1', '2', '3']);
		expect(service.most).toBe(1);
	});

	it('lists what was sent without an ID, in the words of the operation', async () => {
		const execute: Execute = async ({ name }) => {
			if (name === 'bad') throw new Problem('It broke', { hint: 'Mend it' });
			return await Promise.resolve({ amount: name });
		};
		const receipt: Operation['receipt'] = ({ amount }, { name }) => `${amount} of ${name} ETH`;
		const execution = fakeExecution(named('1', '2', 'bad'));
		const error = await thrownBy(execution, operation('creates', execute, { receipt }));
		expect(error.description).toBe('Mend it. Already sent in this run: 1 of 1 ETH, 2 of 2 ETH');
		const without = await thrownBy(fakeExecution(named('1', 'bad')), operation('creates', execute));
		expect(without.description).toBe('Mend it');
	});

	it.each<[string, Partial<Operation>, IDataObject, string | undefined]>([
		['nothing was done', {}, {}, 'rate-limited'],
		['something was created', {}, { id: 'NW-1' }, undefined],
		['something was sent', { receipt: () => '1 ETH' }, {}, undefined],
	])('gives n8n a cause to wait for only where %s before', async (_, more, record, cause) => {
		const failure = { cause: 'rate-limited' as const };
		const execute: Execute = async ({ name }) => {
			if (name === 'bad') throw new Problem('Busy', { httpStatus: 429, failure });
			return await Promise.resolve(record);
		};
		const tested = operation('creates', execute, more);
		const { failure: given } = await thrownBy(fakeExecution(named('1', 'bad')), tested);
		expect(given?.cause).toBe(cause);
	});

	it('does not list what already existed', async () => {
		const tested = operation('creates', async ({ name }) => {
			if (name === 'bad') throw new Problem('It broke');
			return await Promise.resolve({ id: `NW-${name}`, alreadyExisted: name === 'old' });
		});
		const error = await thrownBy(fakeExecution(named('old', 'new', 'bad')), tested);
		expect(error.description).toBe('Already created in this run: NW-new');
	});

	it('stores no secret', async () => {
		const tested = operation('creates', async ({ name }, { keepSecret }) => {
			keepSecret('learned-secret');
			const message = `It may exist ${CREDENTIAL_DATA.apiKey}`;
			if (name === 'unclear')
				throw new Problem(message, { effect: 'unclear', hint: 'learned-secret' });
			return await Promise.resolve({ id: 'NW-1', details: { auth_key: NODE_KEY } });
		});
		const execution = fakeExecution(named('1', 'unclear'));
		await thrownBy(execution, tested);
		const written = JSON.stringify(execution.memory);
		expect(written).toContain('NW-1');
		for (const secret of [NODE_KEY, CREDENTIAL_DATA.apiKey, 'learned-secret'])
			expect(written).not.toContain(secret);
	});

	describe('that is tried again', () => {
		const outcome: Record<string, Problem | undefined> = {};
		const sent: string[] = [];
		const tested = operation('creates', async ({ name }) => {
			sent.push(name);
			if (outcome[name] !== undefined) throw outcome[name];
			return await Promise.resolve({ id: `NW-${name}` });
		});
		/** @returns what one try sent; what it noted is saved as JSON */
		const attempt = async (memory: IDataObject, runIndex = 0): Promise<string[]> => {
			const saved = JSON.parse(JSON.stringify(memory)) as IDataObject;
			const execution = fakeExecution({ ...named('1', '2', '3'), memory: saved, runIndex });
			sent.length = 0;
			await runOperation(execution.context, tested, false).catch(() => undefined);
			for (const key of Object.keys(memory)) Reflect.deleteProperty(memory, key);
			Object.assign(memory, saved);
			return [...sent];
		};

		it('creates only what was not created, and nothing whose outcome is unclear', async () => {
			const memory = { other: 'stays' };
			outcome['2'] = new Problem('busy');
			expect(await attempt(memory)).toEqual(['1', '2']);
			expect(await attempt(memory)).toEqual(['2']);
			outcome['2'] = new Problem('lost', { effect: 'unclear' });
			expect(await attempt(memory)).toEqual(['2']);
			outcome['2'] = undefined;
			expect(await attempt(memory)).toEqual([]);
			expect(Object.keys(memory)).toHaveLength(2);
		});

		it('keeps the runs of a loop apart, and forgets one that succeeded', async () => {
			const memory = {};
			outcome['2'] = new Problem('busy');
			expect(await attempt(memory, 0)).toEqual(['1', '2']);
			outcome['2'] = undefined;
			expect(await attempt(memory, 1)).toEqual(['1', '2', '3']);
			expect(Object.keys(memory)).toHaveLength(1);
			expect(await attempt(memory, 0)).toEqual(['2', '3']);
			expect(memory).toEqual({});
		});
	});

	it('may depend on the item: one creating item makes the whole run a creating one', async () => {
		let most = 0;
		let atOnce = 0;
		const execute: Execute = async () => {
			atOnce += 1;
			most = Math.max(most, atOnce);
			await pause(1);
			atOnce -= 1;
			return {};
		};
		const effect: Operation['effect'] = ({ name }) => (name === 'write' ? 'creates' : 'reads');
		const tested = operation('reads', execute, { effect });
		await outputOf(fakeExecution(named('a', 'write', 'b')), tested);
		expect(most).toBe(1);
		await outputOf(fakeExecution(named('a', 'c', 'b')), tested);
		expect(most).toBe(3);
	});

	describe('with a step after the creation', () => {
		const create: Execute = async ({ name }) => await Promise.resolve({ id: `NW-${name}` });
		const following = (afterCreate: NonNullable<Operation['afterCreate']>): Operation =>
			operation('creates', create, { afterCreate });

		it('creates one by one and runs the following step for all in parallel', async () => {
			const events: string[] = [];
			const tested = following(async (created) => {
				events.push(`start ${String(created.id)}`);
				await pause(20);
				events.push(`end ${String(created.id)}`);
				return { ...created, status: 'ok' };
			});
			const output = await outputOf(fakeExecution(named('1', '2')), tested);
			expect(output.map(({ json }) => json)).toEqual([
				{ id: 'NW-1', status: 'ok' },
				{ id: 'NW-2', status: 'ok' },
			]);
			expect(events.slice(0, 2)).toEqual(['start NW-1', 'start NW-2']);
		});

		it.each([
			[{}, 'NW-1 was created: do not create it again'],
			[{ hint: 'Mend it' }, 'NW-1 was created: do not create it again. Mend it'],
			[{ effect: 'created' as const, hint: 'NW-1 exists' }, 'NW-1 exists'],
		])('says that it was created when only that step failed (%j)', async (details, hint) => {
			const problem = new Problem('It did not get ready', details);
			const tested = following(async () => await Promise.reject(problem));
			const [item] = await outputOf(fakeExecution(named('1')), tested, true);
			expect(item.error?.message).toBe(`It did not get ready. ${hint}`);
		});

		it('does not say that of what already existed or has no ID', async () => {
			const problem = new Problem('It did not get ready');
			const afterCreate = async () => await Promise.reject(problem);
			for (const created of [{ id: 'NW-1', alreadyExisted: true }, {}]) {
				const execute: Execute = async () => await Promise.resolve(created);
				const tested = operation('creates', execute, { afterCreate });
				const [item] = await outputOf(fakeExecution(named('1')), tested, true);
				expect(item.error?.message).toBe(problem.message);
			}
		});
	});
});

describe('as a tool of an agent', () => {
	const fail: Execute = async () =>
		await Promise.reject(new Problem('It broke', { hint: 'Mend it' }));
	const failing = operation('reads', fail);

	it.each([
		{ type: 'n8n-nodes-chainstack.chainstackTool' },
		{ type: 'n8n-nodes-chainstack.chainstackTool', isToolExecution: false },
		{ isToolExecution: true },
	])('answers a failure with text that includes the hint: %j', async (parts) => {
		const output = await outputOf(fakeExecution(parts), failing, false);
		expect(output).toEqual([{ json: { error: 'It broke. Mend it' }, pairedItem: { item: 0 } }]);
	});

	it('answers with text under another name where a failed creation must not be retried', async () => {
		const creating = operation('creates', fail);
		const tool = fakeExecution({ type: 'n8n-nodes-chainstack.chainstackTool' });
		const [item] = await outputOf(tool, creating, false);
		expect(item.json).toEqual({ failure: 'It broke. Mend it' });
		expect(item.error?.message).toBe('It broke. Mend it');
		expect((await outputOf(fakeExecution(), creating, true))[0].json).toEqual({});
	});
});

it('secrets are hidden in hints', async () => {
	const tested = operation('reads', async (_, { hint }) => {
		hint(`The key ${CREDENTIAL_DATA.endpointKey} was used`);
		return await Promise.resolve({});
	});
	const execution = fakeExecution({ items: [{}, {}, {}] });
	await outputOf(execution, tested);
	expect(execution.hints).toEqual([{ message: 'The key *** was used', location: 'outputPane' }]);
});

it('runs an operation without options', async () => {
	const tested = operation('reads', async () => await Promise.resolve({ a: 1 }), {
		properties: [],
		secretProperties: undefined,
	});
	expect((await outputOf(fakeExecution(), tested))[0].json).toEqual({ a: 1 });
});

it('bounds the requests of a run by its options', async () => {
	let now = 0;
	let most = 0;
	const respond = async () => {
		now += 1;
		most = Math.max(most, now);
		await pause(1);
		now -= 1;
		return { body: {} };
	};
	const tested = operation('reads', async (_, { api }) => await api.get('/v1/x/', 'x'));
	const parameters = { options: { limits: { maxConcurrency: 2 } } };
	await outputOf(fakeExecution({ items: Array(10).fill({}), parameters, respond }), tested);
	expect(most).toBe(2);
});

describe('the context', () => {
	it('may lack functions that older versions of n8n do not have', async () => {
		const execution = fakeExecution();
		const context = { ...execution.context } as unknown as Record<string, unknown>;
		delete context.addExecutionHints;
		delete context.isToolExecution;
		delete context.getExecutionCancelSignal;
		const tested = operation('reads', async (_, { hint }) => {
			hint('x');
			return await Promise.resolve({ a: 1 });
		});
		const [[item]] = await runOperation(context as never, tested, false);
		expect(item.json).toEqual({ a: 1 });
	});

	it.each([true, false])(
		'reports a credential that cannot be read as the problem of every item (continue: %s)',
		async (continueOnFail) => {
			let executed = 0;
			const tested = operation('reads', async () => {
				executed += 1;
				return await Promise.resolve({ n: executed });
			});
			const credential = new Error('Credential with ID "1" does not exist');
			const execution = fakeExecution({ items: [{}, {}], credential });
			if (continueOnFail) {
				const output = await outputOf(execution, tested, true);
				expect(output).toHaveLength(2);
				for (const { json } of output) expect(json.error).toContain('does not exist');
			} else {
				expect((await thrownBy(execution, tested)).message).toContain('does not exist');
			}
			expect(executed).toBe(0);
		},
	);

	it('needs no credential unless the operation uses one', async () => {
		const free: Execute = async (_, { session }) =>
			await Promise.resolve({ none: session.credential === undefined });
		const execution = fakeExecution({ credential: null });
		expect((await outputOf(execution, operation('reads', free)))[0].json).toEqual({ none: true });
		const bound: Execute = async (_, { api }) => await api.get('/v1/organization/', 'organization');
		const [item] = await outputOf(execution, operation('reads', bound), true);
		expect(item.json.error).toContain('credential');
	});
});
