import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import { nodeName, saveWorkflow } from './support/workflow.mts';

const editor = useEditor();

describe('pictures', () => {
	it.each([
		['gap', { resource: 'jsonRpc', operation: 'call', method: 'eth_sendTransaction', params: '={{ [{ to: undefined, value: "0x1" }] }}' }],
		['masked', { resource: 'jsonRpc', operation: 'checkSync', endpointSource: 'url', url: 'https://ethereum-mainnet.core.chainstack.com/0a1b…e8f9' }],
		['cid', { resource: 'ipfs', operation: 'pinByCid', cid: 'x'.repeat(120) }],
		['faucet', { resource: 'faucet', operation: 'requestTokens', chain: 'sepolia', address: '0x12' }],
	])('%s', async (name, parameters) => {
		await editor().openWorkflow(await saveWorkflow(parameters as never));
		await editor().openNode(nodeName);
		await editor().mark('node-execute-button').click();
		await editor().page.waitForTimeout(4000);
		await editor().picture(`s-${name}`);
		await editor().closeNode();
		expect(seedIds).toBeDefined();
	}, 60_000);
	it('network list', async () => {
		await editor().openWorkflow(await saveWorkflow());
		await editor().addNode('Chainstack', 'Create node');
		await editor().page.waitForTimeout(1500);
		await editor().picture('s-node-create');
		await editor().mark('resource-locator-network').locator('input').last().click();
		await editor().page.waitForTimeout(2500);
		await editor().picture('s-node-create-list');
	}, 60_000);
});
