import { formatRpcError } from '../jsonRpc/fault';
import { excerpt } from '../text/excerpt';
import type { Attempt, CallPlan } from './attempt';
import { findDifferences, isEqual, type Difference } from './equality';
import { findShape } from './ethereumObjects';
import { splitMoment } from './moments';
import { isSameRefusal } from './refusal';

/** The part of a plan that decides which answers are equal. */
export type AnswerRule = Pick<CallPlan, 'family' | 'method'>;

/**
 * Puts those together that equal each other.
 * @param equals symmetric, but not transitive: two that differ may both equal a third, which says less
 * @returns groups, the largest first, in each of which all equal each other. One that equals two which differ is alone,
 * because it would fit both.
 */
export function groupEqual<T>(list: readonly T[], equals: (a: T, b: T) => boolean): T[][] {
	const places = [...list.keys()];
	const table = list.map((a) => list.map((b) => a === b || equals(a, b)));
	const partners = table.map((row) => places.filter((place) => row[place]));
	const fitsOne = partners.map((own) => own.every((a) => own.every((b) => table[a][b])));
	const groups: number[][] = [];
	for (const place of places) {
		const group = groups.find(([first]) => fitsOne[place] && fitsOne[first] && table[place][first]);
		if (group === undefined) groups.push([place]);
		else group.push(place);
	}
	return groups
		.sort((a, b) => b.length - a.length)
		.map((group) => group.map((place) => list[place]));
}

/** @returns whether two endpoints gave the same answer: a result without its moment, or an error of the same meaning */
export function isSameAnswer(a: Attempt, b: Attempt, rule: AnswerRule): boolean {
	const own = a.reply.answer;
	const other = b.reply.answer;
	if (own.kind === 'result' && other.kind === 'result')
		return isEqual(readSaid(a, rule), readSaid(b, rule), findShape(rule.method));
	if (own.kind !== 'rpcError' || other.kind !== 'rpcError') return false;
	return isSameRefusal(own, other);
}

function readSaid({ reply: { answer } }: Attempt, { family, method }: AnswerRule): unknown {
	if (answer.kind !== 'result') return undefined;
	return splitMoment(family, method, answer.result).said;
}

/** The maximum number of characters shown of an answer, and of one member of it. */
const LONGEST_ANSWER = 120;
const LONGEST_MEMBER = 80;

/** The maximum number of members that are named where answers differ. */
const MOST_MEMBERS = 3;

/**
 * @param groups of equal answers
 * @returns for each how many gave which answer: of objects and lists the members in which they differ
 */
export function describeGroups(groups: readonly Attempt[][], rule: AnswerRule): string[] {
	const paths = listDifferences(groups, rule);
	const results = groups.map(([attempt]) => readSaid(attempt, rule));
	const members = paths.map((path) => describeMember(path, results));
	return groups.map(([{ reply }, ...others], index) => {
		const { answer } = reply;
		const isError = answer.kind === 'rpcError';
		const what = isError
			? excerpt(formatRpcError(answer), LONGEST_ANSWER)
			: members.map((texts) => texts[index]).join(', ');
		return `${others.length + 1} said ${what}`;
	});
}

/** @returns the members in which results differ from the first; the whole where they differ as such */
function listDifferences(
	groups: readonly Attempt[][],
	rule: AnswerRule,
): ReadonlyArray<Difference['path']> {
	const [first, ...others] = groups
		.map(([attempt]) => attempt)
		.filter(({ reply }) => reply.answer.kind === 'result')
		.map((attempt) => readSaid(attempt, rule));
	const paths = new Map<string, Difference['path']>();
	for (const other of others) {
		for (const { path } of findDifferences(first, other, findShape(rule.method), MOST_MEMBERS))
			paths.set(path.join('.'), path);
	}
	const isWhole = paths.size === 0 || paths.has('');
	return isWhole ? [[]] : [...paths.values()].slice(0, MOST_MEMBERS);
}

/** @returns what each of several results has at a path; where their beginnings are the same, also where they part */
function describeMember(path: Difference['path'], results: readonly unknown[]): string[] {
	const name = path.length === 0 ? '' : `${excerpt(path.join('.'), LONGEST_MEMBER)} `;
	const longest = path.length === 0 ? LONGEST_ANSWER : LONGEST_MEMBER;
	const texts = results.map((result) => {
		const value = path.reduce<unknown>(readMember, result) ?? null;
		return JSON.stringify(value);
	});
	return results.map((result, index) => {
		const value = path.reduce<unknown>(readMember, result) ?? null;
		const text = texts[index];
		const shared = Math.max(
			...texts.filter((other) => other !== text).map((other) => countShared(text, other)),
		);
		const size = Array.isArray(value) ? `${value.length} entries, ` : '';
		const where = shared >= longest ? ` (${size}different from character ${shared + 1} on)` : '';
		return `${name}${excerpt(text, longest)}${where}`;
	});
}

function readMember(from: unknown, name: string): unknown {
	return typeof from === 'object' && from !== null
		? (from as Record<string, unknown>)[name]
		: undefined;
}

/** @returns how many characters two texts have in common at their beginning */
function countShared(a: string, b: string): number {
	let count = 0;
	while (count < a.length && a[count] === b[count]) count += 1;
	return count;
}
