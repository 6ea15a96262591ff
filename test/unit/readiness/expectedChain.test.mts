import { describe, expect, it } from 'vitest';

import { findChainOfNetwork, type FamilyName } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { checkChainId, judgeChain } from '../../../nodes/shared/readiness/expectedChain';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { problemOf } from '../fixtures/problems.mts';

describe('checkedChainId', () => {
	it.each([
		['1', '1'],
		[' 8453 ', '8453'],
		['0x2105', '8453'],
		['0X1', '1'],
		['EIP155:1', '1'],
		['007', '7'],
		['9'.repeat(78), '9'.repeat(78)],
	])('reads the ID of an EVM chain: %j', (text, expected) => {
		expect(checkChainId(text, 'evm')).toBe(expected);
		expect(checkChainId(text, 'beacon')).toBe(expected);
	});

	it.each([
		'',
		'0',
		'0x0',
		'-1',
		'1.5',
		'1e3',
		'0x',
		'mainnet',
		'solana:1',
		'eip155:',
		'9'.repeat(79),
	])('refuses %j', (text) => {
		const { message, hint } = problemOf(() => checkChainId(text, 'evm'));
		expect(message).toContain("'Expected Chain ID' must be a number of at least 1");
		expect(hint).toContain('Base 8453');
	});

	it.each(['SN_MAIN', 'cosmoshub-4', '0x1'])('accepts %j unchanged for other families', (text) => {
		expect(checkChainId(` ${text} `, 'starknet')).toBe(text);
	});

	it('shows no part of a key that is pasted with its address', () => {
		const key = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
		const text = `https://nd-123-456-789.p2pify.com/${key}/evm`;
		const { message } = problemOf(() => checkChainId(text, 'evm'));
		expect(new SecretMask(key).text(message)).toContain('p2pify.com/***');
		expect(new SecretMask(key).text(message)).not.toContain(key.slice(0, 6));
	});
});

const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const BITCOIN = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const STELLAR = 'Public Global Stellar Network ; September 2015';
const SUI = '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S';

/** The id each family gives for its chain, and all that means the same. */
const SPELLINGS: Array<[FamilyName, { chainId?: string; chainMark?: string }, string[]]> = [
	['evm', { chainId: '8453' }, ['8453', '0x2105', '0X2105', 'eip155:8453']],
	['beacon', { chainId: '1' }, ['1', '0x1', 'eip155:1']],
	['aptos', { chainId: '1' }, ['1', '0x1', 'aptos:1']],
	[
		'bitcoin',
		{ chainId: 'main', chainMark: BITCOIN },
		['main', BITCOIN, `bip122:${BITCOIN.slice(0, 32)}`],
	],
	['cosmos', { chainId: 'celestia' }, ['celestia', 'cosmos:celestia']],
	['near', { chainId: 'mainnet' }, ['mainnet', 'near:mainnet']],
	['polkadot', { chainId: 'Polkadot' }, ['Polkadot', 'polkadot:91b171bb158e2d3848fa23a9f1c25182']],
	['solana', { chainId: SOLANA }, [SOLANA, `solana:${SOLANA.slice(0, 32)}`]],
	[
		'starknet',
		{ chainId: 'SN_MAIN' },
		['SN_MAIN', '0x534e5f4d41494e', '23448594291968334', 'starknet:SN_MAIN'],
	],
	['stellar', { chainId: STELLAR }, [STELLAR, 'stellar:pubnet']],
	['sui', { chainId: '35834a8a' }, ['35834a8a', '0x35834a8a', SUI, 'sui:35834a8a', 'sui:mainnet']],
	['ton', { chainId: '-239' }, ['-239', '0xffffff11', '4294967057', 'ton:-239', 'tvm:-239']],
	[
		'tron',
		{ chainId: '728126428', chainMark: '11111' },
		['728126428', '0x2b6653dc', 'tron:0x2b6653dc', '11111'],
	],
	['xrpl', { chainId: '0' }, ['0', '0x0', 'xrpl:0']],
];

const judged = (
	family: FamilyName,
	report: object,
	expected: string,
	{ isByUser = true, network }: { isByUser?: boolean; network?: string } = {},
) =>
	judgeChain(
		{
			...report,
			endpoint: {
				family,
				chain: network === undefined ? undefined : findChainOfNetwork(network, family),
				...(!isByUser && { chain: { ids: [expected] } }),
			} as RpcEndpoint,
		},
		isByUser ? expected : undefined,
	);

describe('judgeChain', () => {
	it.each(SPELLINGS)('understands every spelling of a chain of %s', (family, said, spellings) => {
		for (const expected of spellings) {
			expect(judged(family, said, expected), expected).toEqual({});
			expect(judged(family, said, expected, { isByUser: false }), expected).toEqual({});
		}
	});

	it.each(SPELLINGS)('recognizes another chain of %s', (family, said, [own]) => {
		for (const expected of ['7777777', 'eip155:7777777', 'other-chain']) {
			expect(judged(family, said, expected).wrong, expected).toMatch(/^it is on chain /);
		}
		expect(judged(family, { chainId: 'other-chain' }, own).wrong).toBeDefined();
	});

	it('names both chains', () => {
		expect(judged('evm', { chainId: '56' }, '1')).toEqual({
			wrong: expect.stringMatching(
				/^it is on chain 56 \(BNB.*\), not on chain 1 \(Eth.*\)$/,
			) as string,
		});
	});

	it.each<[FamilyName, string, string]>([
		['hypercore', 'hyperliquid-mainnet', '999'],
		['tron', 'tron-mainnet', '0x2b6653dc'],
		['evm', 'ethereum-mainnet', 'eip155:1'],
		['starknet', 'starknet-mainnet', '0x534e5f4d41494e'],
	])('goes by the address where a node of %s does not say', (family, network, expected) => {
		expect(judged(family, {}, expected, { network })).toEqual({});
		expect(judged(family, {}, '7', { network }).wrong).toMatch(/^its address is that of chain /);
	});

	it.each<[FamilyName, object, string, string | undefined]>([
		['evm', {}, '1', undefined],
		['solana', {}, SOLANA, 'solana-mainnet'],
		['bitcoin', { chainId: 'main' }, `bip122:${BITCOIN.slice(0, 32)}`, undefined],
	])('says of %s that nothing confirms the chain (%j, %s)', (family, said, expected, network) => {
		expect(judged(family, said, expected, { network })).toEqual({
			note: expect.stringContaining('could not be confirmed') as string,
		});
		expect(judged(family, said, expected, { network, isByUser: false })).toEqual({});
	});
});
