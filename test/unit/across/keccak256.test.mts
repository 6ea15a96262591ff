import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { keccak256 } from '../../../nodes/shared/across/transactionHash';

describe('keccak256', () => {
	it.each([
		['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
		['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
		[
			'The quick brown fox jumps over the lazy dog',
			'4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15',
		],
	])('of %j is known', (text, hash) => {
		expect(keccak256(Buffer.from(text)).toString('hex')).toBe(hash);
	});

	it.each([0, 1, 135, 136, 137, 271, 272, 1000])(
		'differs from SHA3-256 in nothing but the padding: %d bytes',
		(length) => {
			const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 256));
			const sha3 = createHash('sha3-256').update(bytes).digest('hex');
			expect(keccak256(bytes, 0x06).toString('hex')).toBe(sha3);
			expect(keccak256(bytes).toString('hex')).not.toBe(sha3);
		},
	);
});
