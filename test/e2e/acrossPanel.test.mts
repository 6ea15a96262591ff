import { beforeAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import {
	byId,
	nodeName,
	nodeType,
	saveNodes,
	saveWorkflow,
	type NodesByName,
} from './support/workflow.mts';

const editor = useEditor();

const before = ['Resource', 'Operation', 'Endpoints'];
const after = ['Method', 'Params (JSON)', 'Options'];

const SOURCES = [
	['addresses', 'Addresses', { addresses: 'https://ethereum-mainnet.core.chainstack.com/key' }],
	['nodes', 'Node IDs', { ids: seedIds.nodes.ethereum }],
	['network', 'Network', { networkId: byId(seedIds.networks.ethereum) }],
	['project', 'Project', { project: byId(seedIds.projects.main) }],
] as const;

const STRATEGIES = ['first', 'fastest', 'agreement'] as const;

const panels = SOURCES.flatMap(([endpoints, field, values]) =>
	STRATEGIES.map((strategy) => ({ endpoints, strategy, field, values })),
);

describe('the panel of Call Across Endpoints', () => {
	describe('shows the fields it needs', () => {
		beforeAll(async () => {
			const nodes = panels.map(({ endpoints, strategy, values }) => [
				`${endpoints}-${strategy}`,
				{ type: nodeType, parameters: parametersOf({ endpoints, strategy, ...values }) },
			]);
			await editor().openWorkflow(await saveNodes(Object.fromEntries(nodes) as NodesByName));
		});

		it.each(panels)('for $endpoints and $strategy', async ({ endpoints, strategy, field }) => {
			const name = `${endpoints}-${strategy}`;
			await editor().openNode(name);
			const more = strategy === 'agreement' ? ['At Least'] : [];
			await expect
				.poll(async () => await editor().shownFields())
				.toEqual([...before, field, 'Strategy', ...more, ...after]);
			await editor().picture(`across-${name}`);
			await editor().closeNode();
		});
	});

	it('offers the sources and the strategies with what they mean', async () => {
		await open({});
		await editor().expectOffered('endpoints', [
			'Addresses',
			'Chosen Nodes',
			'Running Nodes of a Network',
			'Running Nodes of a Project',
		]);
		await editor().expectOffered('strategy', ['First That Answers', 'Fastest', 'Agreement']);
		await editor().closeNode();
	});

	it('shows the result', async () => {
		await open({ endpoints: 'network', networkId: byId(seedIds.networks.ethereum), params: '[]' });
		await editor().executeStep(/0x/);
		await editor().picture('across-output');
		await editor().closeNode();
	});
});

function parametersOf(parameters: object): Record<string, unknown> {
	const method = { __rl: true, mode: 'name', value: 'eth_chainId' };
	return { resource: 'jsonRpc', operation: 'callAcross', method, ...parameters };
}

async function open(parameters: object): Promise<void> {
	await editor().openWorkflow(await saveWorkflow(parametersOf(parameters)));
	await editor().openNode(nodeName);
}
