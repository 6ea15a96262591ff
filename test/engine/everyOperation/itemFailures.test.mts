import { describe, expect, it } from 'vitest';
import type { OnError } from 'n8n-workflow';
import {
	jsons,
	numbered,
	pairs,
	told,
	usePlatform,
	type OperationName,
} from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: {} }));

interface Case {
	operation: OperationName;
	/** Item 1 of three fails because of what the server answers, the others succeed. */
	parameters: object;
	creates: boolean;
	/** Output items of an item that succeeds. */
	width: number;
	message: string;
}

const cases: Record<string, Case> = {
	'Network · Create': {
		operation: ['network', 'create'],
		parameters: {
			project: '={{ $json.n === 1 ? "PR-9-9-9" : "PR-123-456-789" }}',
			protocol: 'ethereum',
			chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
			nodes: { node: [{ name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' }] },
			name: '={{ "net " + $json.n }}',
		},
		creates: true,
		width: 1,
		message: 'Invalid pk "PR-9-9-9"',
	},
	'Storage · Pin Folder': {
		operation: ['ipfs', 'pinFolder'],
		parameters: { folderId: '={{ $json.n === 1 ? "FOLD-9-9-9" : "FOLD-1337-8085-1337" }}' },
		creates: true,
		width: 3,
		message: 'Folder FOLD-9-9-9 does not exist',
	},
	'Node · Update': {
		operation: ['node', 'update'],
		parameters: {
			nodeId: '={{ $json.n === 1 ? "ND-9-9-9" : "ND-123-456-789" }}',
			name: '={{ "name " + $json.n }}',
		},
		creates: false,
		width: 1,
		message: 'Chainstack could not find the node ND-9-9-9',
	},
};

/** Runs a case on three items. */
async function run(name: string, onError: OnError, retry = false) {
	const { operation, parameters } = cases[name];
	const node = { onError, ...(retry && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }) };
	return await platform.run(operation, parameters, { items: numbered(3), node });
}

const names = Object.keys(cases);

describe('one failing item of three', () => {
	it.each(names)('%s, On Error = Continue', async (name) => {
		const { creates, width, message } = cases[name];
		const report = await run(name, 'continueRegularOutput');
		expect(report.status).toBe('success');
		const expected = [...Array<number>(width).fill(0), 1, ...Array<number>(width).fill(2)];
		expect(pairs(report.output)).toEqual(expected);
		const failed = report.output[width];
		expect(failed.json).toEqual({ error: expect.stringContaining(message) as string });
		expect(failed.error === undefined).toBe(!creates);
		expect(report.output.filter(({ json }) => 'error' in json)).toHaveLength(1);
	});

	it.each(names)('%s, On Error = Continue (using error output)', async (name) => {
		const { creates, width, message } = cases[name];
		const report = await run(name, 'continueErrorOutput');
		expect(report.status).toBe('success');
		expect(pairs(report.output)).toEqual([
			...Array<number>(width).fill(0),
			...Array<number>(width).fill(2),
		]);
		expect(pairs(report.errorOutput)).toEqual([1]);
		expect(jsons(report.errorOutput)).toEqual([
			{ ...(!creates && { n: 1 }), error: expect.stringContaining(message) as string },
		]);
	});

	it.each(names)('%s, On Error = Stop', async (name) => {
		const { message } = cases[name];
		const report = await run(name, 'stopWorkflow');
		expect(report.status).toBe('error');
		expect(report.output).toEqual([]);
		expect(told(report).message).toContain(message);
		expect(told(report).description).not.toBe('');
		expect(report.error).toMatchObject({ context: { itemIndex: 1 } });
		expect((report.error as { messages?: unknown[] }).messages ?? []).toEqual([]);
	});

	it.each(names)('%s, Retry On Fail repeats nothing that had an effect', async (name) => {
		const { creates } = cases[name];
		for (const onError of [
			'continueRegularOutput',
			'continueErrorOutput',
			'stopWorkflow',
		] as const) {
			platform.sandbox.reset();
			const report = await run(name, onError, true);
			const posts = platform.requests().filter(({ method }) => method === 'POST');
			const succeeded = posts.filter(({ status }) => status !== null && status < 300);
			if (!creates) expect(posts).toEqual([]);
			else expect(succeeded).toHaveLength(onError === 'stopWorkflow' ? 1 : 2);
			expect(told(report).message === '').toBe(onError !== 'stopWorkflow');
		}
	});
});

describe('operations that create', () => {
	it('start nothing after the first failure under Stop, and say what was created', async () => {
		const report = await run('Network · Create', 'stopWorkflow');
		const [created] = platform.sandbox.state().networks.slice(-1);
		expect(platform.requests()).toHaveLength(2);
		expect(told(report).description).toContain(`Already created in this run: ${created.id}`);
	});

	it('continue in the next try where the last one stopped', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 400, skip: 2, times: 1 });
		const { operation, parameters } = cases['Network · Create'];
		const report = await platform.run(
			operation,
			{ ...parameters, project: 'PR-123-456-789' },
			{ items: numbered(5), node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(report.status).toBe('success');
		expect(jsons(report.output).map((json) => (json as { name?: string }).name)).toEqual(
			numbered(5).map(({ json }) => `net ${json.n}`),
		);
		expect(pairs(report.output)).toEqual([0, 1, 2, 3, 4]);
		const made = platform.sandbox.state().networks.filter(({ name }) => name.startsWith('net '));
		expect(made).toHaveLength(5);
		expect(platform.requests().filter(({ method }) => method === 'POST')).toHaveLength(6);
	});

	it('do not repeat an item whose outcome is unclear in any try', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', skip: 1, times: 1 });
		const { operation, parameters } = cases['Network · Create'];
		const report = await platform.run(
			operation,
			{ ...parameters, project: 'PR-123-456-789' },
			{ items: numbered(4), node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(report.status).toBe('error');
		const made = platform.sandbox.state().networks.filter(({ name }) => name.startsWith('net '));
		expect(made.map(({ name }) => name)).toEqual(['net 0', 'net 1']);
		expect(told(report).message).toContain('The network may exist anyway');
		expect(told(report).description).toContain(`${made[1].id} was created`);
		expect(told(report).description).toContain(`Already created in this run: ${made[0].id}`);
	});
});

describe('operations that read or update', () => {
	it('are run again by Retry On Fail, and succeed then', async () => {
		platform.sandbox.fault({ kind: 'status', status: 400, times: 1 });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const report = await platform.run(['organization', 'get'], {}, { node });
		expect(report.status).toBe('success');
		expect(platform.requests()).toHaveLength(2);
	});
});

describe('a problem of the whole run', () => {
	it('makes every item fail', async () => {
		const node = { onError: 'continueRegularOutput' as const };
		const report = await platform.run(
			['organization', 'get'],
			{ options: { limits: { maxConcurrency: 0 } } },
			{ items: numbered(2), node },
		);
		expect(report.output).toHaveLength(2);
		expect(report.output[1].json.error).toContain("'Max Concurrent Requests'");
		expect(platform.requests()).toEqual([]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'does not pass items on as success when the credential no longer exists (%s)',
		async (onError) => {
			const report = await platform.run(
				['organization', 'get'],
				{},
				{
					credentials: {},
					items: numbered(2),
					node: { onError, credentials: { chainstackApi: { id: 'gone', name: 'Gone' } } },
				},
			);
			const passed =
				report.status === 'success' && report.output.some(({ json }) => !('error' in json));
			expect(passed).toBe(false);
		},
	);
});

/** n8n runs a node again whose first item has a field `error`, and treats an item with only that field as failed. */
describe('a record with a field named error', () => {
	const record = { id: 'PR-1-2-3', name: 'x', error: 'no capacity left' };

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'is created once, and is not a failure (%s)',
		async (onError) => {
			server.answer = () => ({ status: 201, body: record });
			const node = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const options = { items: numbered(1), node };
			const run = await platform.runAt(server, ['project', 'create'], { name: 'x' }, options);
			expect(run.status).toBe('success');
			expect(server.seen).toHaveLength(1);
			expect(jsons(run.output)).toEqual([
				{ id: 'PR-1-2-3', name: 'x', serviceError: 'no capacity left' },
			]);
			expect(run.errorOutput).toEqual([]);
		},
	);

	it('is read once, and is not a failure', async () => {
		server.answer = () => ({ body: { count: 1, next: null, results: [record] } });
		const node = { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3 } as const;
		const run = await platform.runAt(server, ['project', 'getAll'], {}, { node });
		expect(server.seen).toHaveLength(1);
		expect(jsons(run.output)).toMatchObject([{ serviceError: 'no capacity left' }]);
	});
});
