import { describe, expect, it } from 'vitest';

import {
	getChainName,
	getProtocolName,
	getProviderName,
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
		['some--day', '-next_', 'Some Day Next'],
	])('%s, %s: %s', (protocol, network, expected) => {
		expect(getChainName(protocol, network)).toBe(expected);
	});
});

describe('protocolName and providerName', () => {
	it('return the common names', () => {
		expect(getProtocolName('near')).toBe('NEAR');
		expect(getProtocolName('world-chain')).toBe('World Chain');
		expect(getProviderName('aws')).toBe('AWS');
		expect(getProviderName('chainstack_global')).toBe('Chainstack Global');
	});
});
