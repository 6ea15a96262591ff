import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { exampleOf } from '../fixtures/examples.mts';
import { jsons, usePlatform } from '../fixtures/platform.mts';
import { runTool } from '../support/index.mts';

const platform = usePlatform();
const { ethereum } = seedIds.nodes;

describe('the tools of the assistant', () => {
	const workflow = exampleOf('assistant');
	const connections = workflow.connections as Record<
		string,
		Record<string, Array<Array<{ node: string }>>>
	>;
	const nodeOf = (name: string) => {
		const node = workflow.nodes.find((each) => each.name === name);
		if (node === undefined) throw new Error(`There is no node ${name}`);
		return node;
	};
	const call = async (name: string, input: IDataObject = {}) =>
		await runTool({
			credentials: platform.credential(),
			parameters: nodeOf(name).parameters,
			calls: [input],
		});
	const tools = workflow.nodes.filter(({ type }) => type.endsWith('.chainstackTool'));

	it('lists nodes without keys', async () => {
		const { answers: listed, ...report } = await call('List Nodes');
		expect(jsons(listed[0])).toHaveLength(4);
		expect(jsons(listed[0])).toContainEqual(
			expect.objectContaining({ id: ethereum, name: 'eth-archive-1', status: 'running' }),
		);
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(report.text()).not.toContain(auth.key);
		}
	});

	it('checks the node the model names', async () => {
		const { answers: checked } = await call('Check Sync of a Node', { node_id: ethereum });
		expect(jsons(checked[0])).toMatchObject([{ ready: true, nodeId: ethereum }]);
	});

	it('renames the node the model names', async () => {
		const { answers: renamed } = await call('Rename Node', { node_id: ethereum, name: 'Main' });
		expect(jsons(renamed[0])).toMatchObject([{ id: ethereum, name: 'Main' }]);
	});

	it('tells the model what is wrong with an ID', async () => {
		const { answers: failed } = await call('Rename Node', { node_id: 'Main', name: 'x' });
		expect(JSON.stringify(jsons(failed[0]))).toContain("'Main' is not a node ID");
	});

	it('changes nothing without approval', async () => {
		expect(tools.map(({ name }) => name)).toEqual([
			'List Nodes',
			'Check Sync of a Node',
			'Rename Node',
		]);
		for (const { name, parameters } of tools) {
			const [[{ node: next }]] = connections[name].ai_tool;
			const { operation } = parameters as { operation: string };
			const reads = ['get', 'getAll', 'checkSync'].includes(operation);
			expect([name, nodeOf(next).type.endsWith('HitlTool')]).toEqual([name, !reads]);
		}
		const [[{ node: last }]] = connections['Ask First'].ai_tool;
		expect(last).toBe('Assistant');
	});
});
