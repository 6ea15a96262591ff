import { describe, expect, it } from 'vitest';

import { CHAINS } from '../../../nodes/shared/addresses/chains';
import { assertOneChain } from '../../../nodes/shared/across/chains';
import type { Candidate } from '../../../nodes/shared/across/attempt';
import type { EndpointReport } from '../../../nodes/shared/readiness/endpointReport';

const listed = (network?: string) => CHAINS.find((each) => each.network === network);

/** An endpoint by the network of its address, and what it said. */
function endpoints(...all: Array<[network?: string, id?: string]>) {
	const candidates = all.map(
		([network], index) =>
			({ key: `${index}`, resolved: { endpoint: { chain: listed(network) } } }) as Candidate,
	);
	const reports = new Map(
		all.map(([network, chainId], index) => [
			`${index}`,
			chainId === undefined
				? undefined
				: ({ chainId, chain: listed(network) } as unknown as EndpointReport),
		]),
	);
	return { candidates, reports };
}

const check = (...all: Parameters<typeof endpoints>) => {
	const { candidates, reports } = endpoints(...all);
	return () => assertOneChain(candidates, reports);
};

describe('endpoints are on one chain', () => {
	it.each<[string, Parameters<typeof endpoints>]>([
		['by their addresses', [['ethereum-mainnet'], ['ethereum-mainnet']]],
		['where some are not known', [['ethereum-mainnet'], []]],
		['by address and id', [['ethereum-mainnet'], [undefined, '1']]],
		[
			'by ids that the table does not have',
			[
				['solana-mainnet', 'G'],
				[undefined, 'G'],
			],
		],
		['where the table has no id', [['solana-mainnet'], [undefined, 'G']]],
		['where nothing is known', [[], []]],
	])('%s', (_, all) => {
		expect(check(...all)).not.toThrow();
	});
});

it.each<[string, Parameters<typeof endpoints>]>([
	[
		'Ethereum Mainnet (2), Hyperliquid Mainnet (1)',
		[['ethereum-mainnet'], ['hyperliquid-mainnet'], ['ethereum-mainnet']],
	],
	['Ethereum Mainnet (1), chain 137 (', [['ethereum-mainnet'], [undefined, '137']]],
	[
		'chain 5000000 (1), chain 5000001 (1)',
		[
			[undefined, '5000000'],
			[undefined, '5000001'],
		],
	],
	[
		'Solana Mainnet, chain G (1)',
		[
			['solana-mainnet', 'G'],
			['solana-mainnet', 'H'],
		],
	],
	// What it says counts more than its address.
	[
		'chain 137 (',
		[
			['ethereum-mainnet', '1'],
			['ethereum-mainnet', '137'],
		],
	],
])('they are on different chains: %s', (names, all) => {
	expect(check(...all)).toThrow('The endpoints are on different chains: ');
	expect(check(...all)).toThrow(names);
});
