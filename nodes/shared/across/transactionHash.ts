import { keccak256 } from './keccak256';

/** Type of a transaction with blobs, and the least first byte of a list (EIP-4844; RLP, Yellow Paper, appendix B). */
const WITH_BLOBS = 0x03;
const LIST = 0xc0;
const LONG_LIST = 0xf7;

/**
 * @param transaction signed, in hexadecimal
 * @returns its hash, or `undefined` for what is no transaction
 */
export function hashTransaction(transaction: unknown): string | undefined {
	if (typeof transaction !== 'string' || !/^0x([\da-f]{2})+$/i.test(transaction)) return undefined;
	const bytes = Buffer.from(transaction.slice(2), 'hex');
	return `0x${keccak256(withoutBlobs(bytes)).toString('hex')}`;
}

/** Blobs are sent along, as a list of the transaction and of them, but are not part of what is hashed. */
function withoutBlobs(bytes: Buffer): Buffer {
	if (bytes[0] !== WITH_BLOBS) return bytes;
	const [start] = rangeOfList(bytes, 1);
	if (bytes[start] < LIST) return bytes;
	return Buffer.concat([bytes.subarray(0, 1), bytes.subarray(start, rangeOfList(bytes, start)[1])]);
}

/** @returns where what a list holds starts and ends */
function rangeOfList(bytes: Buffer, at: number): [start: number, end: number] {
	const digits = Math.max(0, bytes[at] - LONG_LIST);
	const start = at + 1 + digits;
	const length =
		digits === 0 ? bytes[at] - LIST : Number(`0x${bytes.toString('hex', at + 1, start) || 0}`);
	return [start, start + length];
}
