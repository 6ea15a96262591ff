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
const WORD = (1n << 64n) - 1n;

/** By how many bits each word is turned, and where it goes, in the order of the walk of ρ and π (reference, 1.2). */
const STEPS = Array.from({ length: WORDS - 1 }, (_, t) => ((t + 1) * (t + 2)) / 2);

/**
 * @param padding the bits that end the bytes; SHA3-256 has others
 * @returns the Keccak-256 hash of bytes, as Ethereum uses it: not SHA3-256, which Node.js has
 */
export function keccak256(bytes: Uint8Array, padding = 0x01): Buffer {
	const padded = Buffer.alloc(Math.ceil((bytes.length + 1) / RATE) * RATE);
	padded.set(bytes);
	padded[bytes.length] = padding;
	padded[padded.length - 1] |= 0x80;
	let state = new Array<bigint>(WORDS).fill(0n);
	for (let at = 0; at < padded.length; at += RATE) {
		for (let word = 0; word < RATE / 8; word += 1)
			state[word] ^= padded.readBigUInt64LE(at + word * 8);
		state = permute(state);
	}
	const hash = Buffer.alloc(32);
	for (let word = 0; word < 4; word += 1) hash.writeBigUInt64LE(state[word], word * 8);
	return hash;
}

/** Keccak-f[1600] (reference, 1.2). The word at column x and row y is number x + 5 y. */
function permute(before: readonly bigint[]): bigint[] {
	let words = [...before];
	let lfsr = 1;
	for (let round = 0; round < ROUNDS; round += 1) {
		// θ
		const columns = [0, 1, 2, 3, 4].map((x) =>
			[0, 5, 10, 15, 20].reduce((sum, y) => sum ^ words[x + y], 0n),
		);
		words = words.map(
			(word, at) => word ^ columns[(at + 4) % 5] ^ rotate(columns[(at + 1) % 5], 1),
		);
		// ρ and π
		let [x, y] = [1, 0];
		let current = words[x];
		for (const bits of STEPS) {
			[x, y] = [y, (2 * x + 3 * y) % 5];
			const next = words[x + 5 * y];
			words[x + 5 * y] = rotate(current, bits % 64);
			current = next;
		}
		// χ
		words = words.map((word, at) => {
			const row = at - (at % 5);
			return word ^ (~words[row + ((at + 1) % 5)] & WORD & words[row + ((at + 2) % 5)]);
		});
		// ι: its constants come from a shift register
		for (let bit = 0; bit < 7; bit += 1) {
			if (lfsr & 1) words[0] ^= 1n << BigInt(2 ** bit - 1);
			lfsr = (lfsr << 1) ^ (lfsr & 0x80 ? 0x171 : 0);
		}
	}
	return words;
}

function rotate(word: bigint, bits: number): bigint {
	return ((word << BigInt(bits)) | (word >> BigInt(64 - bits))) & WORD;
}
