import { isRecord } from '../text/json';
import { parseTimestamp } from '../text/timestamp';
import { ProbeError, settle } from './family';

/** Texts with more digits are neither heights nor times. */
const LONGEST_NUMBER = 100;

/** Reads values of answers, each of which may be anything. */
export const read = {
	/** @returns the integer that a number or a text holds, decimal or hexadecimal; `undefined` for everything else */
	integer(value: unknown): bigint | undefined {
		if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
		if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return undefined;
		return /^(-?\d+|0x[\da-f]+)$/i.test(value) ? BigInt(value) : undefined;
	},
	/**
	 * @param perMs how many units of the value make a millisecond, such as 0.001 for seconds
	 * @returns milliseconds since 1970, or `undefined` for a value that is not a time a date can hold
	 */
	time(value: unknown, perMs: number): number | undefined {
		const time = Math.floor(Number(read.integer(value) ?? NaN) / perMs);
		return time > 0 && Number.isFinite(new Date(time).getTime()) ? time : undefined;
	},
	/** @returns the time of a text such as `2026-11-20T10:00:01.123456789Z`, in milliseconds since 1970 */
	date(value: unknown): number | undefined {
		if (typeof value !== 'string') return undefined;
		// Dates have milliseconds; nodes return up to nine digits.
		const time = parseTimestamp(value.replace(/(\.\d{3})\d{1,9}/, '$1'));
		return Number.isNaN(time) ? undefined : time;
	},
	/** @returns the value if it is a text, or nothing */
	text(value: unknown): string | undefined {
		return typeof value === 'string' && value !== '' ? value : undefined;
	},
	/** @returns the count a value holds, or nothing where it is none or would be rounded */
	count(value: unknown): number | undefined {
		const count = Number(read.integer(value) ?? NaN);
		return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
	},
	/** @returns where a synchronization is, ends and began, by the names of its fields, and how many blocks are missing */
	progress(fields: unknown, names = ['currentBlock', 'highestBlock', 'startingBlock']) {
		const blocks = names.map((name) => read.integer(at(fields, name)));
		const [currentBlock, highestBlock, startingBlock] = blocks;
		const blocksBehind = subtract(currentBlock, highestBlock);
		return { startingBlock, currentBlock, highestBlock, blocksBehind };
	},
	/**
	 * @returns a value that has to be an object
	 * @throws ProbeError when it is anything else
	 */
	object(value: unknown, what: string): Record<string, unknown> {
		if (isRecord(value)) return value;
		throw makeFault(`the response has no ${what}`, value);
	},
	/**
	 * @returns the value of a field that has to be true or false
	 * @throws ProbeError for a response in which it is neither
	 */
	flag(fields: Record<string, unknown>, name: string, response = fields): boolean {
		const { [name]: value } = fields;
		// Some clients return flags as texts.
		if (value === true || value === 'true') return true;
		if (value === false || value === 'false') return false;
		throw makeFault(`the response has no '${name}'`, response);
	},
};

/** @returns why nobody knows how old the newest of what a family counts is */
export function noTimeReason(counted = 'block'): string {
	return `the node did not report the time of its newest ${counted}`;
}

/** @returns what a value contains at a path of names; `undefined` where the path ends early */
export function at(value: unknown, ...names: string[]): unknown {
	return names.reduce<unknown>((each, name) => (isRecord(each) ? each[name] : undefined), value);
}

/** @returns the fault for an answer that is not what its method should return */
export function makeFault(reason: string, result: unknown): ProbeError {
	return new ProbeError({ kind: 'invalidResponse', reason }, result ?? null);
}

/** @returns the difference, at least 0, where both are known */
export function subtract(from: bigint | undefined, to: bigint | undefined): bigint | undefined {
	if (from === undefined || to === undefined) return undefined;
	return to > from ? to - from : 0n;
}

/**
 * Waits for questions asked together; those not asked are undefined.
 * @throws the first fault in their order, once all have ended
 */
export async function waitForAll<T extends readonly unknown[] | []>(
	questions: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
	// Most probes ask one question, and to wait for one that is not asked costs as much as for one that is.
	const asked = questions.filter((each) => each instanceof Promise);
	if (asked.length > 1) await Promise.allSettled(asked);
	const answers: unknown[] = [];
	for (const each of questions) answers.push(each instanceof Promise ? await each : each);
	return answers as { -readonly [K in keyof T]: Awaited<T[K]> };
}

/**
 * For what decides whether a node is well, as far as it serves that. A rate limit says nothing about the node: a head
 * that stands still would seem well whenever the question about its time is rejected.
 * @returns the answer to a question, or `undefined` where the endpoint does not serve it
 * @throws ProbeError where it was rejected because of a rate limit
 */
export async function ifServed(question: Promise<unknown>): Promise<unknown> {
	const answer = await settle(question);
	if (answer instanceof ProbeError && answer.answer.kind === 'rateLimited') throw answer;
	return answer instanceof ProbeError ? undefined : answer;
}

/** @returns the answer to a question about further facts, or `undefined` where the endpoint does not answer it */
export async function ifAnswered(question: Promise<unknown>): Promise<unknown> {
	const answer = await settle(question);
	return answer instanceof ProbeError ? undefined : answer;
}
