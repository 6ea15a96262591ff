import { getMeaning } from '../jsonRpc/fault';
import type { Attempt, CallPlan } from './attempt';

/**
 * @param params of the call that sent a signed transaction
 * @returns an attempt as it is, or as one that returned the hash where the endpoint has the transaction already
 */
export function readKnown(attempt: Attempt, params: CallPlan['params']): Attempt {
	const { answer } = attempt.reply;
	if (answer.kind !== 'rpcError' || getMeaning(answer).sign !== 'known') return attempt;
	const result = hashTransaction(Array.isArray(params) ? params[0] : undefined);
	if (result === undefined) return attempt;
	const reply = { ...attempt.reply, answer: { kind: 'result', result } } as const;
	return { ...attempt, state: 'answered', reason: 'it has the transaction already', reply };
}

/** Type of a transaction with blobs, which are sent along, but are not part of what is hashed (EIP-4844). */
const WITH_BLOBS = 0x03;

/**
 * @param transaction signed, in hexadecimal
 * @returns its hash, or `undefined` for what is no transaction, or one with blobs
 */
export function hashTransaction(transaction: unknown): string | undefined {
	if (typeof transaction !== 'string' || !/^0x([\da-f]{2})+$/i.test(transaction)) return undefined;
	const bytes = Buffer.from(transaction.slice(2), 'hex');
	return bytes[0] === WITH_BLOBS ? undefined : `0x${keccak256(bytes).toString('hex')}`;
}

/** Bytes that are mixed in at once, and 64-bit words of the state (Keccak reference 3.0, capacity 512). */
const RATE = 136;
const WORDS = 25;
const ROUNDS = 24;

/** @returns the hash that Ethereum uses: padded differently from SHA3-256, which Node.js has */
function keccak256(bytes: Uint8Array): Buffer {
	const padded = Buffer.alloc(Math.ceil((bytes.length + 1) / RATE) * RATE);
	padded.set(bytes);
	padded[bytes.length] = 0x01;
	padded[padded.length - 1] |= 0x80;
	let state = new BigUint64Array(WORDS);
	for (let at = 0; at < padded.length; at += 8) {
		state[(at % RATE) / 8] ^= padded.readBigUInt64LE(at);
		if ((at + 8) % RATE === 0) state = permute(state);
	}
	const hash = Buffer.alloc(32);
	for (let word = 0; word < 4; word += 1) hash.writeBigUInt64LE(state[word], word * 8);
	return hash;
}

/** Keccak-f[1600] (reference, 1.2). The word at column x and row y is number x + 5 y. */
function permute(words: BigUint64Array): BigUint64Array {
	let state = words;
	let lfsr = 1;
	for (let round = 0; round < ROUNDS; round += 1) {
		// θ
		const columns = [0, 1, 2, 3, 4].map((x) =>
			[5, 10, 15, 20].reduce((sum, y) => sum ^ state[x + y], state[x]),
		);
		const mixed = state.map(
			(word, at) => word ^ columns[(at + 4) % 5] ^ rotate(columns[(at + 1) % 5], 1),
		);
		// ρ and π: a walk over the words, each of which is turned by more bits than the one before
		const moved = mixed.slice();
		let x = 1;
		let y = 0;
		let bits = 0;
		for (let step = 1; step < WORDS; step += 1) {
			const word = mixed[x + 5 * y];
			const nextY = (2 * x + 3 * y) % 5;
			x = y;
			y = nextY;
			bits += step;
			moved[x + 5 * y] = rotate(word, bits);
		}
		// χ
		state = moved.map((word, at) => {
			const row = at - (at % 5);
			return word ^ (~moved[row + ((at + 1) % 5)] & moved[row + ((at + 2) % 5)]);
		});
		// ι: its constants come from a shift register
		for (let bit = 0; bit < 7; bit += 1) {
			if (lfsr & 1) state[0] ^= 1n << BigInt(2 ** bit - 1);
			lfsr = (lfsr << 1) ^ (lfsr & 0x80 ? 0x171 : 0);
		}
	}
	return state;
}

function rotate(word: bigint, bits: number): bigint {
	return (word << BigInt(bits % 64)) | (word >> BigInt(64 - (bits % 64)));
}
