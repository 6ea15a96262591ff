import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Problem } from '../../../nodes/shared/text/problem';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { buildOutputItems, type OutputRules } from '../../../nodes/shared/run/outputItems';

const node: INode = {
	id: '1',
	name: 'Chainstack',
	type: 'n8n-nodes-chainstack.chainstack',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const SECRET = 'secret0key0of0the0tests0123';
const mask = new SecretMask(SECRET);
const problem = new Problem(`It failed at /${SECRET}/x`, { hint: 'Go on', httpStatus: 400 });

const rules = (changes: Partial<OutputRules> = {}): OutputRules => ({
	node,
	effect: 'reads',
	itemFails: true,
	createdIds: new Set(),
	sent: new Set(),
	inputIsSecret: false,
	...changes,
});

describe('outputItems', () => {
	it('pairs every record with its item, in order', () => {
		const outcomes = [
			{ records: [{ json: { a: 1 } }, { json: { a: 2 } }] },
			{ records: [] },
			{ problem, mask },
			{ records: [{ json: { a: 3 }, binary: { f: { data: '', mimeType: 'x/y' } } }] },
		];
		const items = buildOutputItems(outcomes, rules());
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 2, 3].map((item) => ({ item })),
		);
		expect(items[3].binary).toEqual({ f: { data: '', mimeType: 'x/y' } });
	});

	it('outputs a failed read as json, so that Retry On Fail sees it', () => {
		const [item] = buildOutputItems([{ problem, mask }], rules());
		expect(Object.keys(item.json)).toEqual(['error']);
		expect(item.json.error).toContain('It failed at');
		expect(item.json.error).toContain('Go on');
		expect(item).not.toHaveProperty('error');
		expect(JSON.stringify(item)).not.toContain(SECRET);
	});

	it.each([{ effect: 'creates' as const }, { inputIsSecret: true }])(
		'outputs a failure that must not be repeated as an error next to the json (%j)',
		(changes) => {
			const [item] = buildOutputItems([{ problem, mask }], rules(changes));
			expect(item.json).toEqual({});
			expect(item.error).toBeInstanceOf(Error);
			expect(item.error?.message).not.toContain(SECRET);
		},
	);

	it('throws the first failure when failures do not become items', () => {
		const later = new Problem('later');
		const outcomes = [{ records: [] }, { problem, mask }, { problem: later, mask }];
		const thrown = thrownBy(() => buildOutputItems(outcomes, rules({ itemFails: false })));
		expect(thrown instanceof NodeApiError || thrown instanceof NodeOperationError).toBe(true);
		expect(thrown).toMatchObject({ context: { itemIndex: 1 } });
		expect(thrown.message).toContain('It failed at');
		expect(JSON.stringify(thrown)).not.toContain(SECRET);
	});

	it('names what was created before the failure', () => {
		const createdIds = new Set(['NW-1', 'NW-2']);
		const changes = { effect: 'creates' as const, itemFails: false, createdIds };
		expect(thrownBy(() => buildOutputItems([{ problem, mask }], rules(changes)))).toMatchObject({
			description: expect.stringMatching(/Go on.*NW-1, NW-2/) as string,
		});
	});

	it.each<[Partial<OutputRules>, string | null]>([
		[{}, null],
		[{ createdIds: new Set(['NW-1']) }, 'Already created in this run: NW-1'],
		[{ sent: new Set(['1 ETH', 'x 0x1']) }, 'Already sent in this run: 1 ETH, x 0x1'],
	])('describes a failure without a hint by what was done before (%j)', (changes, description) => {
		const own = rules({ effect: 'creates', itemFails: false, ...changes });
		const thrown = thrownBy(() =>
			buildOutputItems([{ problem: new Problem('It broke'), mask }], own),
		);
		expect((thrown as NodeApiError).description ?? null).toBe(description);
	});

	it.each<[Partial<OutputRules>, string | undefined]>([
		[{}, 'rate-limited'],
		[{ createdIds: new Set(['NW-1']) }, undefined],
		[{ sent: new Set(['1 ETH']) }, undefined],
	])('gives n8n no cause that suggests waiting once something was done (%j)', (changes, cause) => {
		const failure = { cause: 'rate-limited' as const };
		const busy = new Problem('Busy', { hint: 'Wait', httpStatus: 429, failure });
		const own = rules({ effect: 'creates', itemFails: false, ...changes });
		const thrown = thrownBy(() => buildOutputItems([{ problem: busy, mask }], own));
		expect((thrown as NodeApiError).failure?.cause).toBe(cause);
	});
});

describe('outputItems for records', () => {
	it.each(['error', '$error'])(
		'give a field %s another name: n8n would treat it as a failure',
		(field) => {
			const json = { id: 'NW-1', [field]: 'no capacity left', $json: {} };
			const [item] = buildOutputItems([{ records: [{ json }] }], rules({ effect: 'creates' }));
			expect(item.json).toEqual({ id: 'NW-1', serviceError: 'no capacity left', $json: {} });
			expect(item).not.toHaveProperty('error');
		},
	);

	it('leave the other fields as they are', () => {
		const json = { id: 'NW-1', errors: 0 };
		expect(buildOutputItems([{ records: [{ json }] }], rules())[0].json).toBe(json);
	});
});

function thrownBy(work: () => unknown): Error {
	try {
		work();
	} catch (error) {
		return error as Error;
	}
	throw new Error('nothing was thrown');
}
