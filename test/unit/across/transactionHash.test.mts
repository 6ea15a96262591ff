import { describe, expect, it } from 'vitest';

import { hashTransaction } from '../../../nodes/shared/across/transactionHash';

const hex = (bytes: Buffer): string => `0x${bytes.toString('hex')}`;

describe('the hash of a transaction', () => {
	it.each([undefined, 7, '', '0x', 'f86c', '0xf86', 'latest', '0x03c3010203'])(
		'of %j is unknown',
		(value) => {
			expect(hashTransaction(value)).toBeUndefined();
		},
	);

	it.each([
		['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
		[
			'The quick brown fox jumps over the lazy dog',
			'4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15',
		],
	])('is that of Keccak-256: %j', (text, hash) => {
		const transaction = hex(Buffer.from(text));
		expect(hashTransaction(transaction)).toBe(`0x${hash}`);
		expect(hashTransaction(transaction.toUpperCase().replace('X', 'x'))).toBe(`0x${hash}`);
	});

	// From an implementation that gives what Node.js has as SHA3-256 when it pads like that.
	it.each([
		[135, '34bd7bed52ea092f88bc887256e7f06500ee814afa9a5566e22030af2ef1c5c0'],
		[136, '2b31811a93dfc4bdc41b6aa7790e784b987c25a2c8a0e101cfa694552dc8ae39'],
		[137, 'a6103b089a404974c2b460048bfddd45108748fbdd9bad451f54d1fe95f8f284'],
		[1000, '5f6640d51e97fd85a8fab8981a24c2fcdd022cab5e529f6879475f1f048b6254'],
	])('takes one or several blocks: %d bytes', (length, hash) => {
		const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 7 + 1) % 256));
		expect(hashTransaction(hex(bytes))).toBe(`0x${hash}`);
	});
});
