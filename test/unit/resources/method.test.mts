import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { methodProperty, searchMethods } from '../../../nodes/Chainstack/resources/jsonRpc/method';

const search = async (filter?: string) =>
	(await searchMethods.call({} as ILoadOptionsFunctions, filter)).results;
const values = async (filter?: string) => (await search(filter)).map(({ value }) => value);

describe('the list of methods', () => {
	it('offers common methods of several families, each once', async () => {
		const all = await values();
		for (const method of ['eth_getBalance', 'getSlot', 'getblockcount', 'starknet_syncing']) {
			expect(all).toContain(method);
		}
		expect(new Set(all).size).toBe(all.length);
		expect(all).toContain(methodProperty.default.value);
	});

	it('finds by method, by its result and by chain', async () => {
		expect((await values('ETH_GETBAL'))[0]).toBe('eth_getBalance');
		expect(await values('balance of an address')).toEqual([
			'eth_getBalance',
			'getAddressBalance',
			'suix_getBalance',
		]);
		expect(await values('(bitcoin)')).toContain('getblockcount');
		expect(await values('(xrp')).toContain('account_info');
	});

	it('offers a name as it was typed when the list does not contain it', async () => {
		expect(await search(' hl_getRoot ')).toEqual([{ name: 'hl_getRoot', value: 'hl_getRoot' }]);
		expect(await values('getBlock')).toContain('getBlock');
		expect(await values('no method')).toEqual([]);
	});
});
