import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { hashTransaction, keccak256 } from '../../../nodes/shared/across/transactionHash';

/** The example of EIP-155. */
const LEGACY =
	'0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';

const hashed = (hex: string): string => `0x${keccak256(Buffer.from(hex, 'hex')).toString('hex')}`;

describe('the hash of a transaction', () => {
	it('is that of its bytes', () => {
		const hash = '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788';
		expect(hashTransaction(LEGACY)).toBe(hash);
		expect(hashTransaction(LEGACY.toUpperCase().replace('X', 'x'))).toBe(hash);
		expect(hashTransaction('0x02c20180')).toBe(hashed('02c20180'));
	});

	it.each([undefined, 7, '', '0x', 'f86c', '0xf86', 'latest', '0x03c3010203'])(
		'of %j is unknown',
		(value) => {
			expect(hashTransaction(value)).toBeUndefined();
		},
	);
});

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
