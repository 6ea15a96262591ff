import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { methodProperty, searchMethods } from '../../../nodes/Chainstack/resources/jsonRpc/method';
import { fakeExecution } from '../fixtures/executeContext.mts';

/** The list, in a panel with these values. */
const search = async (filter?: string, panel: Record<string, unknown> = {}) => {
	const { context } = fakeExecution({ respond: ({ url }) => ANSWERS[new URL(url).pathname] });
	const n8n = Object.assign(Object.create(context) as ILoadOptionsFunctions, {
		getCurrentNodeParameter: (name: string) => panel[name],
	});
	return (await searchMethods.call(n8n, filter)).results;
};
const values = async (filter?: string) => (await search(filter)).map(({ value }) => value);

/** A node of Bitcoin. */
const ANSWERS: Record<string, { body: object }> = {
	'/v1/nodes/ND-1-2-3/': {
		body: {
			id: 'ND-1-2-3',
			network: 'NW-1-2-3',
			status: 'running',
			details: { https_endpoint: 'https://nd-1-2-3.p2pify.com', auth_key: '0123456789abcdef' },
		},
	},
	'/v1/networks/NW-1-2-3/': {
		body: { id: 'NW-1-2-3', protocol: 'bitcoin', configuration: { network: 'bitcoin-mainnet' } },
	},
};

const nodeId = { __rl: true, mode: 'list', value: 'ND-1-2-3' };

describe('the list of methods', () => {
	it('offers common methods of several families, each once', async () => {
		const all = await values();
		for (const method of ['eth_getBalance', 'getSlot', 'getblockcount', 'starknet_syncing']) {
			expect(all).toContain(method);
		}
		expect(new Set(all).size).toBe(all.length);
		expect(all).toContain(methodProperty.default.value);
	});

	it('shows the parameters of a method, and what it returns', async () => {
		const [, balance] = await search();
		expect(balance.name).toBe('eth_getBalance [address, "latest"]: balance of an address (EVM)');
	});

	it.each<[string, Record<string, unknown>]>([
		['the chosen node', { endpointSource: 'node', nodeId }],
		['the first of several nodes', { endpoints: 'nodes', 'nodes.node[0].nodeId': nodeId }],
		['the first of several IDs', { endpoints: 'nodes', ids: 'ND-1-2-3, ND-1-2-4' }],
		[
			'an address that was entered',
			{
				endpointSource: 'url',
				url: 'https://bitcoin-mainnet.core.chainstack.com/0123456789abcdef',
			},
		],
	])('begins with the methods of %s', async (_, panel) => {
		const [first] = await search('', panel);
		expect(first.name).toBe('estimatesmartfee [6]: fee for a confirmation within some blocks');
	});

	it.each<[string, Record<string, unknown>]>([
		['no node is chosen', { endpointSource: 'node', nodeId: { value: '' } }],
		['an expression chooses it', { endpointSource: 'node', nodeId: { value: '={{ $json.id }}' } }],
		['it cannot be read', { endpointSource: 'node', nodeId: { value: 'ND-9-9-9' } }],
		['a network gives the nodes', { endpoints: 'network', networkId: { value: 'NW-1-2-3' } }],
	])('begins with EVM while %s', async (_, panel) => {
		const [first] = await search('', panel);
		expect(first.value).toBe('eth_blockNumber');
	});

	it('finds by method, by its result and by chain', async () => {
		expect((await values('ETH_GETBAL'))[0]).toBe('eth_getBalance');
		expect(await values('balance of an address')).toEqual([
			'eth_getBalance',
			'getAddressBalance',
			'suix_getBalance',
		]);
		expect(await values('(bitcoin)')).toContain('getblockcount');
		expect(await values('(xrp l')).toContain('account_info');
	});

	it('offers a name as it was typed when the list does not contain it', async () => {
		expect(await search(' hl_getRoot ')).toEqual([{ name: 'hl_getRoot', value: 'hl_getRoot' }]);
		expect(await values('getBlock')).toContain('getBlock');
		expect(await values('no method')).toEqual([]);
	});
});
