import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import { byId, nodeName, saveWorkflow } from './support/workflow.mts';

const editor = useEditor();

const before = ['Resource', 'Operation', 'Endpoints'];
const after = ['Method', 'Params (JSON)', 'Options'];

const SOURCES = [
	['addresses', 'Addresses', { addresses: 'https://ethereum-mainnet.core.chainstack.com/key' }],
	['nodes', 'Node IDs', { ids: seedIds.nodes.ethereum }],
	['network', 'Network', { networkId: byId(seedIds.networks.ethereum) }],
	['project', 'Project', { project: byId(seedIds.projects.main) }],
] as const;

describe('the panel of Call Across Endpoints', () => {
	it.each(
		SOURCES.flatMap(([endpoints, field, values]) =>
			['first', 'fastest', 'agreement'].map(
				(strategy) => [endpoints, strategy, field, values] as const,
			),
		),
	)('shows for %s and %s the fields it needs', async (endpoints, strategy, field, values) => {
		await open({ endpoints, strategy, ...values });
		const more = strategy === 'agreement' ? ['At Least'] : [];
		await expect
			.poll(async () => await editor().shownFields())
			.toEqual([...before, field, 'Strategy', ...more, ...after]);
		await editor().picture(`across-${endpoints}-${strategy}`);
		await editor().closeNode();
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

async function open(parameters: Record<string, unknown>): Promise<void> {
	const method = { __rl: true, mode: 'name', value: 'eth_chainId' };
	const all = { resource: 'jsonRpc', operation: 'callAcross', method, ...parameters };
	await editor().openWorkflow(await saveWorkflow(all));
	await editor().openNode(nodeName);
}
