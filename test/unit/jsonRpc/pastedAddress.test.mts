import { describe, expect, it } from 'vitest';

import { originOf } from '../../../nodes/shared/jsonRpc/pastedAddress';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const HYPERLIQUID = 'https://hyperliquid-mainnet.core.chainstack.com';

describe('originOf', () => {
	it.each([
		[`${HYPERLIQUID}/${KEY}`, HYPERLIQUID],
		['hyperliquid-mainnet.core.chainstack.com/x', HYPERLIQUID],
		['https://HYPERLIQUID-mainnet.core.chainstack.com:443', HYPERLIQUID],
		['http://localhost:8545/x', 'http://localhost:8545'],
		['https://user:pw@rpc.example.com/x', 'https://rpc.example.com'],
	])('of %j', (address, origin) => {
		expect(originOf(address)).toBe(origin);
	});

	it.each(['', '   ', 'https://', 'http://:1'])('is nothing for %j', (address) => {
		expect(originOf(address)).toBeUndefined();
	});
});
