import { SOURCES, type Source, type Statement } from '../../sandbox/contract/statement.mts';
import { table } from '../docs/markdown.mts';
import type { Verdict } from './judge.mts';

/** A statement and what became of it. */
export interface JudgedStatement {
	statement: Statement;
	verdict: Verdict;
}

/** A part of the contract, judged. */
export interface JudgedPart {
	part: string;
	rows: JudgedStatement[];
}

type Outcome = Verdict['is'];
const OUTCOMES: readonly Outcome[] = ['confirmed', 'differs', 'not reached'];

/** All rows of some parts. */
export function allRows(parts: readonly JudgedPart[]): JudgedStatement[] {
	return parts.flatMap(({ rows }) => rows);
}

/** Rows with one outcome. */
export function rowsThat(is: Outcome, parts: readonly JudgedPart[]): JudgedStatement[] {
	return allRows(parts).filter(({ verdict }) => verdict.is === is);
}

/** What a run found, as text for a terminal: the table, and what differs once more. */
export function formatRun(parts: readonly JudgedPart[]): string {
	const differing = rowsThat('differs', parts);
	return [
		...parts.flatMap(({ part, rows }) => ['', part, ...rows.map(formatRow)]),
		'',
		...formatCounts(parts),
		'',
		differing.length === 0
			? 'Nothing differs from what was seen.'
			: `Differs (${differing.length}):\n${differing.map(formatRow).join('\n')}`,
	].join('\n');
}

function formatRow({ statement, verdict }: JudgedStatement): string {
	const note = noteOf(verdict);
	const { says, source } = statement;
	return `  ${verdict.is.padEnd(11)}  ${source.padEnd(13)}  ${says}${note === '' ? '' : ` [${note}]`}`;
}

function noteOf(verdict: Verdict): string {
	if (verdict.is === 'differs') return verdict.seen;
	return verdict.is === 'not reached' ? verdict.why : '';
}

/** How many statements of each source were confirmed, differ, and were not reached. */
function formatCounts(parts: readonly JudgedPart[]): string[] {
	return countRows(parts).map(
		([source, ...counts]) =>
			`${source.padEnd(26)}${counts.map((count) => count.padStart(14)).join('')}`,
	);
}

function countRows(parts: readonly JudgedPart[]): string[][] {
	const sources = Object.keys(SOURCES) as Source[];
	const count = (source: Source, is: Outcome): string =>
		String(rowsThat(is, parts).filter(({ statement }) => statement.source === source).length);
	return [
		['Source', ...OUTCOMES],
		...sources.map((source) => [SOURCES[source], ...OUTCOMES.map((is) => count(source, is))]),
		['all', ...OUTCOMES.map((is) => String(rowsThat(is, parts).length))],
	];
}

/** The same as a page to attach to a report. */
export function formatReport(parts: readonly JudgedPart[], about: string): string {
	const [head, ...counts] = countRows(parts);
	return [
		'# The contract with the platform, compared',
		about,
		table(head, counts),
		...parts.flatMap(({ part, rows }) => [
			`## ${part}`,
			table(
				['Statement', 'Source', 'Result', 'Seen, or why not reached'],
				rows.map(({ statement, verdict }) => [
					statement.says,
					SOURCES[statement.source],
					verdict.is,
					noteOf(verdict),
				]),
			),
		]),
	]
		.join('\n\n')
		.concat('\n');
}
