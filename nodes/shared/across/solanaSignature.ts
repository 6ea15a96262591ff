/** The letters of base58 (Bitcoin; Solana uses them for signatures and addresses). */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes of a signature (Ed25519). */
const SIGNATURE_BYTES = 64;

/** Longest transaction in bytes (Solana documentation, transactions), and in characters of its encodings, with room. */
const LONGEST_TEXT = 4096;

/**
 * Reads the first signature of a transaction, by which it is known: it follows their number, which is one byte as long as
 * there are fewer than 128 (Solana documentation, transaction format).
 * @param encoding `base58`, which is the default, or `base64`
 * @returns the signature in base58; `undefined` for what is no signed transaction
 */
export function readSignature(
	transaction: unknown,
	encoding: unknown = 'base58',
): string | undefined {
	if (typeof transaction !== 'string' || transaction.length > LONGEST_TEXT) return undefined;
	const bytes =
		encoding === 'base64' ? Buffer.from(transaction, 'base64') : decodeBase58(transaction);
	if (bytes === undefined || bytes.length <= SIGNATURE_BYTES) return undefined;
	const [count] = bytes;
	if (count === 0 || count > 127) return undefined;
	const signature = bytes.subarray(1, 1 + SIGNATURE_BYTES);
	const isSigned = signature.some((byte) => byte !== 0);
	return isSigned ? encodeBase58(signature) : undefined;
}

function decodeBase58(text: string): Buffer | undefined {
	let number = 0n;
	for (const letter of text) {
		const digit = ALPHABET.indexOf(letter);
		if (digit < 0) return undefined;
		number = number * 58n + BigInt(digit);
	}
	const hex = number === 0n ? '' : number.toString(16);
	const zeros = Buffer.alloc(countLeading(text, ALPHABET[0]));
	return Buffer.concat([zeros, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')]);
}

function encodeBase58(bytes: Uint8Array): string {
	let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
	let text = '';
	while (number > 0n) {
		text = ALPHABET[Number(number % 58n)] + text;
		number /= 58n;
	}
	const zeros = bytes.findIndex((byte) => byte !== 0);
	return ALPHABET[0].repeat(Math.max(0, zeros)) + text;
}

function countLeading(text: string, letter: string): number {
	let count = 0;
	while (text[count] === letter) count += 1;
	return count;
}
