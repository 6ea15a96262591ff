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

	it('is without the blobs that are sent along', () => {
		const short = 'c3010203';
		const long = `f838${'07'.repeat(56)}`;
		for (const body of [short, long]) {
			const blobs = `b90200${'00'.repeat(512)}`;
			const size = (body.length + blobs.length) / 2;
			const sent = `03f9${size.toString(16).padStart(4, '0')}${body}${blobs}`;
			expect(hashTransaction(`0x${sent}`)).toBe(hashed(`03${body}`));
			expect(hashTransaction(`0x03${body}`)).toBe(hashed(`03${body}`));
		}
	});

	it.each([undefined, 7, '', '0x', 'f86c', '0xf86', 'latest'])('of %j is unknown', (value) => {
		expect(hashTransaction(value)).toBeUndefined();
	});
});
