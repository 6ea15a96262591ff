import { isRecord } from './json';

/** How many entries of a list or object, and how many characters of a text, are kept: the most that fits is taken. */
const ENTRIES = [Infinity, 200, 100, 50, 20, 10, 5, 2];
const CHARACTERS = [Infinity, 20_000, 5000, 1000, 300, 100];

const DEEPEST = 12;

/**
 * Shortens a JSON value until its text fits: of long lists, objects and texts the beginning is kept, and what was left
 * out is counted in place.
 *
 * @param longest number of characters that the JSON text may have
 */
export function shortened(value: unknown, longest: number): unknown {
	for (const entries of ENTRIES) {
		for (const characters of CHARACTERS) {
			const attempt = cut(value, { entries, characters, budget: { left: longest } }, 0);
			if (JSON.stringify(attempt).length <= longest) return attempt;
		}
	}
	return (JSON.stringify(value) ?? '').slice(0, Math.floor(longest / 2) - 2);
}

interface Limits {
	entries: number;
	characters: number;
	/** Characters that may still be written: what is too long anyway is not copied to its end. */
	budget: { left: number };
}

function cut(value: unknown, limits: Limits, depth: number): unknown {
	if (limits.budget.left < 0) return null;
	if (typeof value === 'string') return cutText(value, limits);
	limits.budget.left -= 4;
	if (depth > DEEPEST) return '…';
	if (Array.isArray(value)) {
		const kept = value.slice(0, limits.entries).map((entry) => cut(entry, limits, depth + 1));
		return kept.length === value.length
			? kept
			: [...kept, `… ${value.length - kept.length} of ${value.length} entries left out`];
	}
	if (!isRecord(value)) return value;
	const entries = Object.entries(value);
	// An object is rather a record of named fields than a list: ten times as many are kept.
	const kept = entries
		.slice(0, limits.entries * 10)
		.map(([name, entry]) => [name, cut(entry, limits, depth + 1)]);
	const left = entries.length - kept.length;
	return Object.fromEntries(
		left === 0 ? kept : [...kept, ['…', `${left} of ${entries.length} fields left out`]],
	);
}

function cutText(text: string, { characters, budget }: Limits): string {
	const isLong = text.length > characters + 40;
	const kept = isLong ? `${text.slice(0, characters)}… (${text.length} characters)` : text;
	budget.left -= kept.length;
	return kept;
}
