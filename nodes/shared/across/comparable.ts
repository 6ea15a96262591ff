import { isRecord } from '../text/json';

/**
 * Members that only some clients give, so that honest answers differ in them: `totalDifficulty` was removed from the
 * specification of blocks, and `blockTimestamp` added to that of logs (ethereum/execution-apis, pull requests 570 and
 * 639); clients follow at different times.
 */
const NOT_GIVEN_BY_ALL = new Set(['totalDifficulty', 'blockTimestamp']);

/** Hexadecimal data and quantities, whose letters may have any case, as in addresses with a checksum. */
const HEX = /^0x[\da-f]*$/i;

/**
 * @returns a text that is the same for results that say the same: the order of members and the case of hexadecimal texts
 * do not matter, everything else does
 */
export function toComparable(value: unknown): string {
	return JSON.stringify(normalizeValue(value)) ?? 'undefined';
}

function normalizeValue(value: unknown): unknown {
	if (typeof value === 'string') return normalizeCase(value);
	if (Array.isArray(value)) return value.map(normalizeValue);
	if (!isRecord(value)) return value;
	const members = Object.entries(value)
		.filter(([name]) => !NOT_GIVEN_BY_ALL.has(name))
		.map(([name, each]) => [normalizeCase(name), normalizeValue(each)] as const);
	// As a list, because objects put members whose names are numbers first, and have names of their own.
	return { members: members.sort(([a], [b]) => (a < b ? -1 : Number(a > b))) };
}

function normalizeCase(text: string): string {
	return HEX.test(text) ? text.toLowerCase() : text;
}
