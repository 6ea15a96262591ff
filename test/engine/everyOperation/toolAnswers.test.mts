import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { resources } from '../../../nodes/Chainstack/resources';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { runTool } from '../support/index.mts';
import { convertNodeToAiTool } from '../support/toolVariant.mts';

const platform = usePlatform({ pageSize: 100 });
const server = useServer(() => ({ body: {} }));
const nodeId = byId(seedIds.nodes.ethereum);
/** A tool's answer, as the agent gets it. */
async function answerOf(parameters: object, changes: object = {}) {
	const credentials = platform.credential(changes);
	const { answers, error } = await runTool({ credentials, parameters });
	expect(error).toBeUndefined();
	return {
		items: jsons(answers[0]) as Array<Record<string, unknown>>,
		text: JSON.stringify(answers[0]),
	};
}

const operations = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value}.${operation.value}`, operation] as const),
);

describe('what an agent is told', () => {
	it('of a list says how many there are', async () => {
		platform.sandbox.addNodes(26);
		const { items } = await answerOf({ resource: 'node', operation: 'getAll' });
		expect(items).toHaveLength(20);
		expect(items[19].note).toMatch(/^Only 20 of 30 results are shown\..+ask for a higher limit/);
		expect(items.slice(0, 19).every((item) => !('note' in item))).toBe(true);
	});

	it('of a list that is whole says nothing', async () => {
		const { items } = await answerOf({ resource: 'node', operation: 'getAll' });
		expect(items).toHaveLength(4);
		expect(items.every((item) => !('note' in item))).toBe(true);
	});

	it.each([
		['network', 'getAll', { returnAll: true }],
		['node', 'getAll', { returnAll: true, simplify: false }],
		['usage', 'getReport', { returnAll: true, granularity: 'day', output: 'report' }],
	])(
		'of all records of %s.%s fits, and says what was cut: %j',
		async (resource, operation, values) => {
			platform.sandbox.addNodes(400);
			const { items, text } = await answerOf({ resource, operation, ...values });
			expect(text.length).toBeLessThan(30_000);
			expect(JSON.stringify(items.at(-1))).toMatch(/30,000 characters/);
		},
	);

	it('fits into a smaller number of characters where one is set', async () => {
		platform.sandbox.addNodes(100);
		const options = { maxCharacters: 5000 };
		const { text } = await answerOf({
			resource: 'node',
			operation: 'getAll',
			returnAll: true,
			options,
		});
		expect(text.length).toBeLessThan(5000);
		expect(text).toMatch(/Only \d+ of 104 results are shown/);
	});

	it('of a large block is its beginning, with counts', async () => {
		const transaction = {
			hash: `0x${'ab'.repeat(32)}`,
			input: `0x${'00'.repeat(3000)}`,
			value: '0x0',
		};
		const block = { number: '0x10', transactions: Array.from({ length: 350 }, () => transaction) };
		server.answer = ({ json }) => ({
			body: { jsonrpc: '2.0', id: (json as { id: number }).id, result: block },
		});
		const call = {
			resource: 'jsonRpc',
			operation: 'call',
			endpointSource: 'credential',
			method: byId('eth_getBlockByNumber'),
			params: '["latest", true]',
		};
		const { items, text } = await answerOf(call, { nodeEndpoint: server.url });
		expect(JSON.stringify(block).length).toBeGreaterThan(2_000_000);
		expect(text.length).toBeLessThan(30_000);
		expect(items[0].note).toMatch(/^This result has 2,\d{3},\d{3} characters and was shortened/);
		expect(text).toMatch(/\d+ of 350 entries left out/);
		expect(text).toContain(transaction.hash);
	});
});

describe('how to require approval', () => {
	const node = new Chainstack();
	const tool = convertNodeToAiTool(node);
	const shown = (description: typeof node.description, name: string): INodeProperties[] => {
		const [resource, operation] = name.split('.');
		const values = { resource, operation };
		return description.properties.filter(
			(property) =>
				property.name === 'approvalNotice' &&
				NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description),
		);
	};

	it.each(operations)(
		'is said by %s where it changes something, as a tool only',
		(name, { effect }) => {
			expect(shown(node.description, name)).toEqual([]);
			const notices = shown(tool.description, name);
			expect(notices).toHaveLength(effect === 'reads' ? 0 : 1);
			for (const { displayName } of notices) {
				expect(displayName).toContain('To require approval');
				expect(displayName).not.toMatch(/[<>]/);
			}
		},
	);

	it('is nothing that reading needs', () => {
		const reading = operations.filter(([, { effect }]) => effect === 'reads').map(([name]) => name);
		expect(reading).toEqual(expect.arrayContaining(['node.getAll', 'jsonRpc.checkSync']));
		expect(shown(tool.description, 'node.delete')).toHaveLength(1);
		expect(shown(tool.description, 'jsonRpc.call')).toHaveLength(1);
	});

	it('does not keep an agent from the operation', async () => {
		const { items } = await answerOf({ resource: 'node', operation: 'delete', nodeId });
		expect(items).toEqual([{ deleted: true, id: seedIds.nodes.ethereum }]);
	});
});
