import { describe, expect, it } from 'vitest';

import {
	chainName,
	protocolName,
	providerName,
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
		expect(chainName(protocol, network)).toBe(expected);
	});
});

describe('protocolName and providerName', () => {
	it('return the common names', () => {
		expect(protocolName('near')).toBe('NEAR');
		expect(protocolName('world-chain')).toBe('World Chain');
		expect(providerName('aws')).toBe('AWS');
		expect(providerName('chainstack_global')).toBe('Chainstack Global');
	});
});
