import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Problem } from '../../../nodes/shared/text/problem';
import { buildOutputItems } from '../../../nodes/shared/run/outputItems';
import type { Run } from '../../../nodes/shared/run/runStep';

const node: INode = {
	id: '1',
	name: 'Chainstack',
	type: 'n8n-nodes-chainstack.chainstack',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const problem = new Problem('It failed', { hint: 'Go on', httpStatus: 400 });
const sentItem = { records: [{ json: { amount: '1 ETH' } }] };

interface Rules {
	effect: Run['effect'];
	itemFails: boolean;
	createdIds: ReadonlySet<string>;
	receipt: Run['operation']['receipt'];
	url: string;
}

/** A run of which only that is known which the output depends on. */
function runWith(changes: Partial<Rules> = {}): Run {
	const { effect = 'reads', itemFails = true, url = '' } = changes;
	const { createdIds = new Set(), receipt } = changes;
	return {
		node: { ...node, parameters: { url } },
		operation: { secretProperties: ['url'], receipt },
		...{ effect, itemFails, options: {}, session: { createdIds, isTool: false } },
		items: Array(3).fill({ read: { values: {} } }),
	} as unknown as Run;
}

describe('outputItems', () => {
	it('pairs every record with its item, in order', () => {
		const outcomes = [
			{ records: [{ json: { a: 1 } }, { json: { a: 2 } }] },
			{ records: [] },
			{ problem },
			{ records: [{ json: { a: 3 }, binary: { f: { data: '', mimeType: 'x/y' } } }] },
		];
		const items = buildOutputItems(runWith(), outcomes);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 2, 3].map((item) => ({ item })),
		);
		expect(items[3].binary).toEqual({ f: { data: '', mimeType: 'x/y' } });
	});

	it('outputs a failed read as json, so that Retry On Fail sees it', () => {
		const [item] = buildOutputItems(runWith(), [{ problem }]);
		expect(Object.keys(item.json)).toEqual(['error']);
		expect(item.json.error).toBe('It failed. Go on');
		expect(item).not.toHaveProperty('error');
	});

	it.each([{ effect: 'creates' as const }, { url: '={{ $json.url }}' }])(
		'outputs a failure that must not be repeated as an error next to the json (%j)',
		(changes) => {
			const [item] = buildOutputItems(runWith(changes), [{ problem }]);
			expect(item.json).toEqual({});
			expect(item.error?.message).toBe('It failed. Go on');
		},
	);

	it('throws the first failure when failures do not become items', () => {
		const later = new Problem('later');
		const outcomes = [{ records: [] }, { problem }, { problem: later }];
		const thrown = thrownBy(() => buildOutputItems(runWith({ itemFails: false }), outcomes));
		expect(thrown instanceof NodeApiError || thrown instanceof NodeOperationError).toBe(true);
		expect(thrown).toMatchObject({ context: { itemIndex: 1 } });
		expect(thrown.message).toBe('It failed');
	});

	it('names what was created before the failure', () => {
		const createdIds = new Set(['NW-1', 'NW-2']);
		const changes = { effect: 'creates' as const, itemFails: false, createdIds };
		expect(thrownBy(() => buildOutputItems(runWith(changes), [{ problem }]))).toMatchObject({
			description: expect.stringMatching(/Go on.*NW-1, NW-2/) as string,
		});
	});

	it.each<[Partial<Rules>, string | null]>([
		[{}, null],
		[{ createdIds: new Set(['NW-1']) }, 'Already created in this run: NW-1'],
		[{ receipt: ({ amount }) => String(amount) }, 'Already sent in this run: 1 ETH'],
	])('describes a failure without a hint by what was done before (%j)', (changes, description) => {
		const own = runWith({ effect: 'creates', itemFails: false, ...changes });
		const thrown = thrownBy(() =>
			buildOutputItems(own, [sentItem, sentItem, { problem: new Problem('It broke') }]),
		);
		expect((thrown as NodeApiError).description ?? null).toBe(description);
	});

	it.each<[Partial<Rules>, string | undefined]>([
		[{}, 'rate-limited'],
		[{ createdIds: new Set(['NW-1']) }, undefined],
		[{ receipt: () => 'x' }, undefined],
	])('gives n8n no cause that suggests waiting once something was done (%j)', (changes, cause) => {
		const failure = { cause: 'rate-limited' as const };
		const busy = new Problem('Busy', { hint: 'Wait', httpStatus: 429, failure });
		const own = runWith({ effect: 'creates', itemFails: false, ...changes });
		const thrown = thrownBy(() => buildOutputItems(own, [sentItem, { problem: busy }]));
		expect((thrown as NodeApiError).failure?.cause).toBe(cause);
	});
});

describe('outputItems for records', () => {
	it.each(['error', '$error'])(
		'give a field %s another name: n8n would treat it as a failure',
		(field) => {
			const json = { id: 'NW-1', [field]: 'no capacity left', $json: {} };
			const [item] = buildOutputItems(runWith({ effect: 'creates' }), [{ records: [{ json }] }]);
			expect(item.json).toEqual({ id: 'NW-1', serviceError: 'no capacity left', $json: {} });
			expect(item).not.toHaveProperty('error');
		},
	);

	it('leave the other fields as they are', () => {
		const json = { id: 'NW-1', errors: 0 };
		expect(buildOutputItems(runWith(), [{ records: [{ json }] }])[0].json).toBe(json);
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
