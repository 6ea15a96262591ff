import { answer, type Reply } from './answers.mts';
import { tooMany } from './refusals.mts';
import type { Questions } from './scenario.mts';
import type { Arrived } from './server.mts';

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** A status of a server or proxy that cannot do its work. */
export type ServerError = `5${Digit}${Digit}`;

/** What stays, whatever is done (RFC 9110). */
const LASTING: readonly string[] = ['501', '505'];

/** Every status from 500 to 599 that may be another the next time. */
export const EVERY_SERVER_ERROR = Array.from(
	{ length: 100 },
	(_, index) => `${500 + index}`,
).filter((status) => !LASTING.includes(status)) as ServerError[];

/** Those that have a meaning (RFC 9110, nginx, IIS, Cloudflare). */
export const SERVER_ERRORS = [
	'500',
	'502',
	'503',
	'504',
	'507',
	'508',
	'509',
	'520',
	'521',
	'522',
	'523',
	'524',
	'525',
	'529',
	'530',
	'599',
] as const;

/** Those faults of an address that are not the answer of a server to a call. */
const FAULTS = ['reset', 'refused', 'hang', 'truncated', 'web page'] as const;

/** Refusals of an address that is throttled, whatever its host lets through. */
const THROTTLED = [
	'429',
	'429 with seconds',
	'429 with minutes',
	'503 with seconds',
	'each call',
	'each call, with a wait',
] as const;

/** Permanent faults of an address. A connection is refused by a host, whatever the address. */
export const TROUBLES = [
	...THROTTLED,
	...SERVER_ERRORS,
	'reset',
	'hang',
	'truncated',
	'web page',
	'401',
	'404',
	'501',
	'505',
] as const;

/** Faults that the first requests to an address may meet. */
export const FIRST_FAULTS = [
	'429',
	'429 with seconds',
	'503 with seconds',
	'each call',
	'each call, with a wait',
	...SERVER_ERRORS,
	...FAULTS,
] as const;

/** A fault of an address. */
export type Trouble = (typeof TROUBLES)[number] | (typeof FIRST_FAULTS)[number] | ServerError;

/** @returns whether a fault says that there are too many calls */
export function isRefusal(trouble: Trouble): boolean {
	return (THROTTLED as readonly string[]).includes(trouble);
}

const WAITS: Partial<Record<Trouble, number>> = {
	'429 with seconds': 1,
	'429 with minutes': 120,
	'503 with seconds': 2,
	'each call, with a wait': 1,
};

/** @returns the answer of an address with a fault */
export function inTrouble(
	trouble: Trouble,
	{ calls, isBatch }: Arrived,
	questions: Questions,
): Reply {
	switch (trouble) {
		case 'reset':
		case 'refused':
		case 'hang':
			return { kind: trouble };
		case 'truncated':
			return answer(200, isBatch ? '[{"jsonrpc":"2.0","id":' : '{"jsonrpc":"2.0","id":');
		case 'web page':
			return answer(502, '<html><body>Bad gateway</body></html>');
		case 'each call':
		case 'each call, with a wait': {
			const waitMs = WAITS[trouble];
			const errors = calls.map(({ id }) =>
				tooMany(id, questions, waitMs === undefined ? undefined : waitMs * 1000),
			);
			return answer(200, isBatch ? errors : errors[0]);
		}
		default: {
			const seconds = WAITS[trouble];
			const status = Number(trouble.slice(0, 3));
			return answer(status, '', seconds === undefined ? {} : { 'retry-after': `${seconds}` });
		}
	}
}
