import { isRecord } from '../pure/json';

/** Fields that hold bytes, not numbers, even when they are short. */
const BYTES =
	/^(input|output|init|data|extraData|logsBloom|code|nonce|mixHash|r|s|to|from|address|topics|\w*[Hh]ash|\w*Root)$/;

/** Quantities have no leading zeros; addresses have 40 digits and hashes 64 (Ethereum JSON-RPC encoding). */
const QUANTITY = /^0x(0|[1-9a-f][\da-f]{0,38})$/i;

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

/**
 * Converts the hexadecimal quantities of a result, at any depth, to numbers; bytes, addresses and hashes
 * stay as they are.
 */
export function quantitiesToNumbers(value: unknown): unknown {
	if (typeof value === 'string') return QUANTITY.test(value) ? exactNumber(BigInt(value)) : value;
	if (Array.isArray(value)) return value.map(quantitiesToNumbers);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name,
			BYTES.test(name) ? entry : quantitiesToNumbers(entry),
		]),
	);
}
