import { describe, expect, it } from 'vitest';

import {
	CHAINS,
	findChainById,
	findChainOfNetwork,
	findFamilyOfProtocol,
	findNetworkOfHost,
	getFamilyPath,
} from '../../../nodes/shared/addresses/chains';
import { getChainName } from '../../../nodes/shared/managementApi/chainNames';
import { deploymentOptions } from '../../../sandbox/platform/offer.mts';
import { NOT_BY_VIEM, VIEM_CHAINS } from './viemChains.mts';

describe('the table of chains', () => {
	it('has no row twice, and only plausible rows', () => {
		const keys = CHAINS.map(({ network, family }) => `${network} ${family}`);
		expect(new Set(keys).size).toBe(keys.length);
		for (const chain of CHAINS) {
			expect(chain.network).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
			expect(chain.name).not.toBe('');
			expect(chain.path).not.toMatch(/^\/|\/$/);
			for (const number of [chain.blockTimeMs, chain.usualLagMs, chain.pauseMs])
				expect(number ?? 1).toBeGreaterThan(0);
			if (chain.family === 'evm') for (const id of chain.ids) expect(id).toMatch(/^\d+$/);
		}
	});

	it('contains what is known of a chain', () => {
		const found = (network: string) => CHAINS.filter((chain) => chain.network === network);
		expect(found('ronin-saigon')).toStrictEqual([
			{
				network: 'ronin-saigon',
				name: 'Ronin Saigon Testnet',
				family: 'evm',
				isTest: true,
				path: '',
				ids: ['202601', '2021'],
				blockTimeMs: 3000,
				usualLagMs: 60_000,
				fullModeBlocks: 128,
			},
		]);
		const nile = {
			network: 'tron-nile',
			family: 'evm',
			isTest: true,
			ids: ['3448148188'],
			path: 'jsonrpc',
		};
		expect(found('tron-nile')).toStrictEqual([
			{ ...nile, name: 'TRON Nile Testnet' },
			{ ...nile, name: 'TRON Nile Testnet', family: 'tron', ids: [], path: '' },
		]);
	});

	it.each([
		['base-mainnet', 200, undefined],
		['bsc-mainnet', 450, undefined],
		['opbnb-mainnet', 250, undefined],
		['apechain', 1000, 600_000],
		['fantom-mainnet', 3000, 60_000],
		['sonic-mainnet', 300, 60_000],
		['sonic-blaze', 300, 60_000],
		['solana-mainnet', 200, undefined],
		['ton-mainnet', 400, undefined],
		['ton-testnet', 450, undefined],
	])('knows how fast %s is, and whether it pauses', (network, blockTimeMs, pauseMs) => {
		expect(findChainOfNetwork(network)).toMatchObject({ blockTimeMs });
		expect(findChainOfNetwork(network)?.pauseMs).toBe(pauseMs);
	});

	it('gives no chain ID to two EVM chains', () => {
		const ids = CHAINS.filter(({ family }) => family === 'evm').flatMap((chain) => chain.ids);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('knows from which block X Layer has state, which began anew', () => {
		const main = { ids: ['196'], stateFrom: 42_810_021 };
		expect(findChainOfNetwork('xlayer-mainnet')).toMatchObject(main);
		expect(findChainOfNetwork('xlayer-testnet')).toMatchObject({ ids: ['1952'] });
	});

	it('says of each network that is named after a test network that it is one', () => {
		const named = /-(testnet|sepolia|hoodi|devnet|fuji|saigon|bepolia|amoy|nile|chiado|signet)$/;
		for (const { network, isTest } of CHAINS)
			if (named.test(network) || network.endsWith('-mainnet'))
				expect(`${network} ${isTest}`).toBe(`${network} ${named.test(network)}`);
	});

	it('contains everything that can be deployed', () => {
		// The platform does not document its names of these testnets; they are recognized by their protocols.
		const unknown = [...new Set(deploymentOptions.map(({ network }) => network))].filter(
			(network) => findChainOfNetwork(network) === undefined,
		);
		expect(unknown).toEqual(['unichain-testnet']);
	});
});

it.each(deploymentOptions.map(({ protocol, network }) => [protocol, network] as const))(
	'the chain of %s, %s has the name that lists of the platform give it',
	(protocol, network) => {
		const names = CHAINS.filter((chain) => chain === findChainOfNetwork(network, chain.family));
		for (const { name } of names) expect(name).toBe(getChainName(protocol, network));
	},
);

describe('the chain IDs of EVM rows', () => {
	const ids = CHAINS.flatMap((chain) =>
		chain.family === 'evm' ? chain.ids.map((id) => ({ ...chain, id })) : [],
	);

	it.each(ids.filter(({ id }) => !(id in NOT_BY_VIEM)))(
		'$id of $network are those that viem gives its chain',
		({ network, id, isTest }) => {
			const { names = '', isTest: isTestToo } = VIEM_CHAINS.get(Number(id)) ?? {};
			expect(isTestToo).toBe(isTest);
			// The chain calls itself Fraxtal.
			const words = network === 'fraxchain' ? ['fraxtal'] : network.split('-');
			expect(words.some((word) => names.toLowerCase().includes(word))).toBe(true);
		},
	);

	it('are elsewhere for the few that viem does not know', () => {
		const known = new Set(ids.map(({ id }) => id));
		expect(Object.keys(NOT_BY_VIEM).filter((id) => !known.has(id))).toEqual([]);
		expect(Object.keys(NOT_BY_VIEM).length).toBeLessThan(6);
	});
});

describe('findChainOfNetwork', () => {
	it.each([
		['ethereum-mainnet', 'Ethereum Mainnet'],
		['Ethereum Mainnet', 'Ethereum Mainnet'],
		['ethereum-sepolia-testnet', 'Ethereum Sepolia Testnet'],
		['ethereum-sepolia', 'Ethereum Sepolia Testnet'],
		['polygon-pos-mainnet', 'Polygon PoS Mainnet'],
		['polygon-pos-amoy-testnet', 'Polygon PoS Amoy Testnet'],
		['bsc-testnet', 'BNB Smart Chain Testnet'],
		['xrp-ledger-testnet', 'XRP Ledger Testnet'],
		['tron-mainnet', 'TRON Mainnet'],
		['hyperliquid-mainnet', 'Hyperliquid Mainnet'],
		['Ethereum -- Sepolia', 'Ethereum Sepolia Testnet'],
		['bnb-mainnet', 'BNB Smart Chain Mainnet'],
		['xrpl-testnet', 'XRP Ledger Testnet'],
		['zksync-era-sepolia-testnet', 'ZKsync Era Sepolia Testnet'],
		['worldchain-mainnet', 'World Chain Mainnet'],
		['xlayer-mainnet', 'X Layer Mainnet'],
		['xlayer-testnet', 'X Layer Testnet'],
	])('%s', (network, name) => {
		expect(findChainOfNetwork(network)?.name).toBe(name);
	});

	it('takes the test network of no main network for that', () => {
		const main = CHAINS.filter(({ isTest }) => !isTest);
		expect(main.length).toBeGreaterThan(40);
		const known = new Set(CHAINS.map(({ network }) => network));
		for (const { network } of main) {
			const name = `${network}-testnet`;
			if (!known.has(name))
				expect(`${name}: ${findChainOfNetwork(name)?.name}`).toBe(`${name}: undefined`);
		}
	});

	it('finds the chain of a family', () => {
		expect(findChainOfNetwork('ethereum-mainnet', 'beacon')?.family).toBe('beacon');
		expect(findChainOfNetwork('tron-mainnet', 'tron')?.family).toBe('tron');
		expect(findChainOfNetwork('ethereum-mainnet', 'solana')).toBeUndefined();
	});

	it.each([
		'',
		'mainnet',
		'ethereum',
		'unheard-of-mainnet',
		'ethereum-testnet-sepolia',
		'bnbs-mainnet',
	])('does not know %j', (network) => {
		expect(findChainOfNetwork(network)).toBeUndefined();
	});
});

it.each([
	['ethereum', 'evm'],
	['polygon-pos', 'evm'],
	['tron', 'evm'],
	['solana', 'solana'],
	['bitcoin', 'bitcoin'],
	['dogecoin', 'bitcoin'],
	['celestia', 'cosmos'],
	['xrp-ledger', 'xrpl'],
	['near', 'near'],
	['xrpl', 'xrpl'],
	['solana-newnet', 'evm'],
	['Tezos', undefined],
	['unheard-of', 'evm'],
	['', 'evm'],
	['tezos', undefined],
	['cardano', undefined],
])('maps protocol %j to the family %s', (protocol, family) => {
	expect(findFamilyOfProtocol(protocol)).toBe(family);
});

it.each([
	['999', 'Hyperliquid Mainnet'],
	['2021', 'Ronin Saigon Testnet'],
	['202601', 'Ronin Saigon Testnet'],
	['424242', undefined],
	// The ID of a chain that is not EVM.
	['2', undefined],
])('finds the EVM chain with the ID %s: %s', (id, name) => {
	expect(findChainById(id)?.name).toBe(name);
});

it.each([
	['Ethereum-Sepolia.core.chainstack.com', 'ethereum-sepolia'],
	['0g-mainnet.core.chainstack.com', '0g-mainnet'],
	['nd-1-2-3.p2pify.com', undefined],
	['ethereum.core.chainstack.com', undefined],
	['x.ethereum-mainnet.core.chainstack.com', undefined],
	['ethereum-mainnet.core.chainstack.com.example.com', undefined],
])('reads the network only from a host of the platform: %s: %s', (host, network) => {
	expect(findNetworkOfHost(host)).toBe(network);
});

it('knows the path of a chain, and of its protocol', () => {
	expect(getFamilyPath('evm', { chain: findChainOfNetwork('avalanche-mainnet') })).toBe(
		'ext/bc/C/rpc',
	);
	expect(getFamilyPath('tron', { chain: findChainOfNetwork('tron-nile', 'tron') })).toBe('wallet');
	expect(getFamilyPath('solana', { protocol: 'avalanche' })).toBe('');
});
