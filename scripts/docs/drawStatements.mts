// npx tsx scripts/docs/drawStatements.mts 7 draws a hundred statements of the documents, from all pages alike, with the
// seed 7. docs/statements.md says of each draw which test shows it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './canvasMark.mts';

const WANTED = 100;

/** A sentence with a verb of its own; shorter ones are headings and labels. */
const SHORTEST = 40;

/** @returns numbers from 0 to 1 that follow from a seed (mulberry32) */
function seededChance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** @returns the sentences of a page, as they are written; code and tables of fields are not sentences */
export function sentencesOf(text: string): string[] {
	const prose = text
		.replace(/```[\s\S]*?```/g, '')
		.replace(/<!--[\s\S]*?-->/g, '')
		.split('\n')
		.filter((line) => !/^(#|!\[|\| ---|\s*$)/.test(line));
	return prose
		.flatMap((line) => line.split(/ \| |(?<=[.:]\*{0,2}) (?=[A-Z*`[])/))
		.map((part) => part.replace(/^[\s|>*-]+|[\s|]+$/g, ''))
		.filter((part) => part.length >= SHORTEST && part.endsWith('.') && /^[A-Z*]/.test(part));
}

/** @returns statements with their pages: one page after the other, a sentence of each at random, none twice */
export function drawStatements(seed: number): Array<{ page: string; statement: string }> {
	const chance = seededChance(seed);
	const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md') && file !== 'statements.md')
		.map((file) => `docs/${file}`);
	const pages = ['README.md', ...docs.sort()].map((page) => ({
		page,
		left: sentencesOf(readFileSync(join(root, page), 'utf8')),
	}));
	const drawn: Array<{ page: string; statement: string }> = [];
	const known = new Set<string>();
	for (let turn = 0; drawn.length < WANTED; turn += 1) {
		const { page, left } = pages[turn % pages.length];
		const [statement] = left.splice(Math.floor(chance() * left.length), 1);
		if (statement === undefined || known.has(statement)) continue;
		known.add(statement);
		drawn.push({ page, statement });
	}
	return drawn;
}
