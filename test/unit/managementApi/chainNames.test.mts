import { describe, expect, it } from 'vitest';

import {
	getChainName,
	getProviderName,
	getRegionName,
} from '../../../nodes/shared/managementApi/chainNames';

describe('chainName', () => {
	it.each([
		['hyperliquid', 'hyperliquid-mainnet', 'Hyperliquid Mainnet'],
		['ethereum', 'mainnet', 'Ethereum Mainnet'],
		['ethereum', 'ethereum-sepolia-testnet', 'Ethereum Sepolia Testnet'],
		['bsc', 'bsc-mainnet', 'BNB Smart Chain Mainnet'],
		['polygon-pos', 'polygon-pos-amoy-testnet', 'Polygon PoS Amoy Testnet'],
		['TON', 'ton-mainnet', 'TON Mainnet'],
		['someday', 'someday', 'Someday'],
		['someday', '', 'Someday'],
		['near', '', 'NEAR'],
		['world-chain', '', 'World Chain'],
		['some--day', '-next_', 'Some Day Next'],
	])('%s, %s: %s', (protocol, network, expected) => {
		expect(getChainName(protocol, network)).toBe(expected);
	});
});

it.each([
	[getProviderName, 'aws', 'AWS'],
	[getProviderName, 'chainstack_global', 'Chainstack Global'],
	[getRegionName, 'us-east-1', 'us-east-1, N. Virginia'],
	[getRegionName, 'lon2', 'lon2, London'],
	[getRegionName, 'mars', 'mars'],
])('%o names %s: %s', (name, value, expected) => {
	expect(name(value)).toBe(expected);
});
