import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { resources } from '../../../nodes/Chainstack/resources';
import { exampleInputs } from '../../../scripts/docs/exampleInputs.mts';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { runTool } from '../support/index.mts';
import { convertNodeToAiTool } from '../support/nodeTypes.mts';

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

const idOf = (json: unknown) => (json as { id: number }).id;

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
		const options = { limits: { maxCharacters: 5000 } };
		const { text } = await answerOf({
			resource: 'node',
			operation: 'getAll',
			returnAll: true,
			options,
		});
		expect(text.length).toBeLessThan(5000);
		expect(text).toMatch(/Only \d+ of 104 results are shown/);
	});

	const huge = {
		id: 'PR-1-2-3',
		name: 'n',
		text: 'word '.repeat(20_000),
		list: Array.from({ length: 5000 }, (_, n) => ({ n })),
	};
	const exampleOf = (name: string) => {
		const [resource, operation] = name.split('.');
		const of = { baseUrl: server.url, nodeEndpoint: server.url };
		const { parameters } = exampleInputs[name];
		const source = resource === 'jsonRpc' && { endpointSource: 'credential' };
		return [{ resource, operation, ...parameters, ...source, simplify: false }, of] as const;
	};

	// All answers are bounded in one place.
	it.each(['project.create', 'project.get', 'node.update', 'ipfs.pinFolder', 'jsonRpc.call'])(
		'of a huge record is its beginning, with counts: %s',
		async (name) => {
			server.answer = ({ json }) => ({
				body: name.startsWith('json') ? { jsonrpc: '2.0', id: idOf(json), result: huge } : huge,
			});
			const { items, text } = await answerOf(...exampleOf(name));
			expect(text.length).toBeLessThan(30_000);
			expect(items[0].note).toMatch(/^This result has \d{3},\d{3} characters and was shortened/);
			expect(text).toMatch(/\d+ of 5000 entries left out/);
		},
	);

	it.each([
		'project.create',
		'node.getAll',
		'ipfs.pinFolder',
		'jsonRpc.checkHealth',
		'jsonRpc.call',
	])('of a failure fits however much the service says: %s', async (name) => {
		const body = { error: { message: 'word '.repeat(100_000) } };
		server.answer = () => ({ status: 400, body });
		const [parameters, changes] = exampleOf(name);
		const run = await runTool({ credentials: platform.credential(changes), parameters });
		const { message = '', description = '' } = run.error ?? {};
		expect(JSON.stringify([run.answers, message, description]).length).toBeLessThan(30_000);
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
