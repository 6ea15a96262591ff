/** @returns the spellings in which a secret might be returned */
export function spellings(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	const everyByte = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('');
	return [
		...new Set([
			secret,
			encoded,
			encoded.toLowerCase(),
			encodeURIComponent(encoded),
			everyByte,
			everyByte.toUpperCase(),
			JSON.stringify(secret).slice(1, -1),
			Buffer.from(secret).toString('base64').replace(/=+$/, ''),
			// The part that remains visible when only another is hidden.
			secret.slice(0, 12),
			secret.slice(-12),
		]),
	];
}
