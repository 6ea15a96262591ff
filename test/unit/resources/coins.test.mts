import { describe, expect, it } from 'vitest';

import { convertToCoins } from '../../../nodes/Chainstack/resources/faucet/coins';

describe('amountInCoins', () => {
	it.each<[unknown, string, string, string]>([
		[5e17, 'sepolia', '0.5', 'ETH'],
		['500000000000000000', 'ethereum', '0.5', 'ETH'],
		['2000000000000000000', 'amoy', '2', 'POL'],
		['1', 'ethereum', '0.000000000000000001', 'ETH'],
		['12345678901234567890123', 'bsc', '12345.678901234567890123', 'BNB'],
		[1e9, 'solana', '1', 'SOL'],
		['2500000000', 'ton', '2.5', 'TON'],
		['0', 'monad', '0', 'MON'],
	])('%s on %s is %s %s', (baseUnits, chain, amount, unit) => {
		expect(convertToCoins(baseUnits, chain)).toEqual({ amount, unit });
	});

	it.each<[unknown, unknown]>([
		['1', 'goerli'],
		['1', 'constructor'],
		['1', undefined],
		[0.5, 'sepolia'],
		['0x1', 'sepolia'],
		['-1', 'sepolia'],
		['', 'sepolia'],
		[undefined, 'sepolia'],
		[{}, 'sepolia'],
		['9'.repeat(100), 'sepolia'],
	])('is undefined for %j on %s', (baseUnits, chain) => {
		expect(convertToCoins(baseUnits, chain)).toBeUndefined();
	});
});
