import { describe, expect, it } from 'vitest';

import { canBeKey, findLoginSecrets } from '../../../nodes/shared/redact/canBeKey';

describe('canBeKey', () => {
	it.each([
		'0a1b2c3d4e5f60718293a4b5c6d7e8f9',
		'AbCdEf01.0123456789abcdefABCDEF0123456789',
		'aBcDeFgHiJkL',
		'ab12cd',
		'12345678',
		'100%key-1',
		'a_b2c3d4e5',
		'abcdefghijklmnop',
		'aB3dE-1234567',
	])('%s is long or mixed enough', (text) => {
		expect(canBeKey(text)).toBe(true);
	});

	it.each([
		'endpoints',
		'starknet',
		'gateway',
		'Gateway',
		'MAINNET',
		'hyperliquid-mainnet',
		'ethereum_sepolia',
		'rpc.example.com',
		'tenant-a',
		'v0_8',
		'v2',
		'shard-0',
		'node-12',
		'2026',
		'8545',
		'1666600',
		'abcdefghijklmno',
		'ND-123-456-789',
		'nd-123-456-789',
		'ab1',
		'',
	])('%s is an ordinary part of an address', (text) => {
		expect(canBeKey(text)).toBe(false);
	});
});

describe('findLoginSecrets', () => {
	it.each([
		['ready', 'pass+word-1', ['ready:pass+word-1', 'pass+word-1']],
		['hyperliquid', 'pass+word-1', ['hyperliquid:pass+word-1', 'pass+word-1']],
		['jolly-hopper', 'pass+word-1', ['jolly-hopper:pass+word-1', 'pass+word-1', 'jolly-hopper']],
		['hopper-1', 'pass+word-1', ['hopper-1:pass+word-1', 'pass+word-1', 'hopper-1']],
		['hopper1', 'pass+word-1', ['hopper1:pass+word-1', 'pass+word-1']],
		['1hopping', 'pass+word-1', ['1hopping:pass+word-1', 'pass+word-1', '1hopping']],
		['token-as-user', '', ['token-as-user']],
		['', 'pass+word-1', ['pass+word-1']],
	])('of %j and %j are %j', (user, password, expected) => {
		expect(findLoginSecrets(user, password)).toEqual(expected);
	});
});
