import { DEFAULT_LIMITS } from '../run/requestOptions';
import { field, type Property } from '../values/field';
import { sortByName } from './sortByName';

/** The maximum seconds a timer can wait: timers count up to 2^31 milliseconds. */
const LONGEST_SECONDS = 2_147_483;

/** How long a server may ask to wait. */
export const MAX_RETRY_WAIT = field('number', 'Max Retry Wait (Seconds)', 'maxRetryWait', {
	typeOptions: { minValue: 0, maxValue: LONGEST_SECONDS },
	default: DEFAULT_LIMITS.maxRetryWait,
	description:
		'The longest pause to accept when a busy server asks for one before the next attempt. If it asks for more, nothing more is sent, and the message or the reason says when to try again.',
});

/** How often a request may be repeated. */
export const MAX_RETRIES = field('number', 'Max Retries', 'maxRetries', {
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: DEFAULT_LIMITS.maxRetries,
	description:
		'How many times to repeat a request when the server is busy or unreachable. Requests that create something are repeated only if they certainly had no effect.',
});

/** How long one attempt at a request to the management API may take. */
export const PLATFORM_TIMEOUT = field('number', 'Timeout (Seconds)', 'timeout', {
	typeOptions: { minValue: 0.001, maxValue: LONGEST_SECONDS },
	default: DEFAULT_LIMITS.timeout,
	description: 'How long to wait for one attempt, from connecting to the last byte of the response',
});

/** The same for node endpoints, which answer faster or not at all. */
export const RPC_TIMEOUT = { ...PLATFORM_TIMEOUT, default: 10 } as const satisfies Property;

/** How many requests are under way at once, in the whole run. */
export const MAX_CONCURRENCY = field('number', 'Max Concurrent Requests', 'maxConcurrency', {
	noDataExpression: true,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: DEFAULT_LIMITS.maxConcurrency,
	description: 'How many requests to send to the management API at the same time, in the whole run',
});

/** The same for JSON-RPC; without it the number is determined automatically. */
export const RPC_MAX_CONCURRENCY = {
	...MAX_CONCURRENCY,
	default: 16,
	description:
		'How many requests to send to one host at the same time, at most. Without this option, the number adapts to the host.',
} as const satisfies Property;

/** How long an answer to an AI agent may be: more would fill its context. */
export const MAX_CHARACTERS = field('number', 'Max Characters', 'maxCharacters', {
	displayOptions: { show: { '@tool': [true] } },
	typeOptions: { minValue: 2000, numberPrecision: 0 },
	default: DEFAULT_LIMITS.maxCharacters,
	description:
		'The maximum number of characters in an answer to an AI agent. A shortened answer says so, with the full count and how to get the rest.',
});

/** How many JSON-RPC calls travel in one request. */
export const BATCH_SIZE = field('number', 'Batch Size', 'batchSize', {
	noDataExpression: true,
	// Blockchain clients refuse larger ones (geth's default for `rpc.batch-request-limit`).
	typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
	default: DEFAULT_LIMITS.batchSize,
	description:
		'How many calls to the same endpoint to send in one request. 1 sends each call alone.',
});

/** A limit the user sets because the plan has it. */
export const REQUESTS_PER_SECOND = field('number', 'Requests per Second', 'requestsPerSecond', {
	noDataExpression: true,
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How many calls per second to send to one host, at most; each call of a batch counts. With 0 there is no fixed limit: the node finds out what the host accepts.',
});

/**
 * The option that holds how many requests are sent, how long each may take and how often it is repeated.
 * @param limits those that apply to the operation
 */
export const limitsField = <const Limits extends readonly Property[]>(limits: Limits) =>
	field('collection', 'Limits and Retries', 'limits', {
		placeholder: 'Add limit',
		options: sortByName([...limits, MAX_CHARACTERS] as const),
	});
