/** `0x` and the digits of a number of 256 bits; Ethereum has none longer. */
const LONGEST_QUANTITY = 66;

/** @returns the number a hexadecimal text stands for, or `undefined` when it is none, or longer than 256 bits */
export function hexQuantity(value: unknown): bigint | undefined {
	if (typeof value !== 'string' || value.length > LONGEST_QUANTITY) return undefined;
	return /^0x[\da-f]+$/i.test(value) ? BigInt(value) : undefined;
}

/** @returns a number, or a decimal text where a number could not hold it exactly */
export function exactNumber(quantity: bigint): number | string {
	const number = Number(quantity);
	return Number.isSafeInteger(number) ? number : quantity.toString();
}
