import { describe, expect, it } from 'vitest';

import { checkedChainId } from '../../../nodes/shared/readiness/expectedChain';
import { SecretMask } from '../../../nodes/shared/secrets/secretMask';
import { problemOf } from '../fixtures/problems.mts';

describe('checkedChainId', () => {
	it.each([
		['1', '1'],
		[' 8453 ', '8453'],
		['0x2105', '8453'],
		['0X1', '1'],
		['007', '7'],
		['9'.repeat(78), '9'.repeat(78)],
	])('reads the ID of an EVM chain: %j', (text, expected) => {
		expect(checkedChainId(text, 'evm')).toBe(expected);
		expect(checkedChainId(text, 'beacon')).toBe(expected);
	});

	it.each(['', '0', '0x0', '-1', '1.5', '1e3', '0x', 'mainnet', '9'.repeat(79)])(
		'refuses %j',
		(text) => {
			const { message, hint } = problemOf(() => checkedChainId(text, 'evm'));
			expect(message).toContain("'Expected Chain ID' must be a number of at least 1");
			expect(hint).toContain('Base 8453');
		},
	);

	it.each(['SN_MAIN', 'cosmoshub-4', '0x1'])('accepts %j unchanged for other families', (text) => {
		expect(checkedChainId(` ${text} `, 'starknet')).toBe(text);
	});

	it('shows no part of a key that is pasted with its address', () => {
		const key = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
		const text = `https://nd-123-456-789.p2pify.com/${key}/evm`;
		const { message } = problemOf(() => checkedChainId(text, 'evm'));
		expect(new SecretMask(key).text(message)).toContain('p2pify.com/***');
		expect(new SecretMask(key).text(message)).not.toContain(key.slice(0, 6));
	});
});
