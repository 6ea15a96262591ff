import { readFileSync } from 'node:fs';

/** The rows of a table of this folder. Columns are two or more spaces apart; `#` begins a comment. */
export function readTable(name: string): string[][] {
	const text = readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8');
	const rows = text.split(/\r?\n/).filter((line) => /^[^#]/.test(line));
	return rows.map((row) => row.split(/ {2,}/));
}
