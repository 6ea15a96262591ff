import type { GateLimits } from '../http/originGate';
import type { Patience } from '../http/patience';
import type { RpcSettings } from '../jsonRpc/rpcClient';
import { Problem } from '../pure/problem';
import { checkedNumber } from './checkedNumber';
import type { Property } from './propertyTypes';

/** Requests to the management API that may be under way at once. */
export const PLATFORM_LIMITS: GateLimits = { perOrigin: 5, perRun: 5 };

/** Operations that create run one after another. */
export const CREATE_LIMITS: GateLimits = { perOrigin: 1, perRun: 1 };

/** JSON-RPC requests that may be under way at once: modest per endpoint, generous for a fleet of them. */
export const RPC_LIMITS: GateLimits = { perOrigin: 16, perRun: 512 };

/** How long a server may ask to wait. */
export const LONGEST_WAIT = {
	displayName: 'Longest Accepted Wait (Seconds)',
	name: 'longestWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 300,
	description:
		'How long a server that is busy may ask to wait before the next attempt. A longer wait fails the item and says when to come back.',
} as const satisfies Property;

/** How often a request may be repeated. */
export const RETRIES = {
	displayName: 'Retries',
	name: 'retries',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 4,
	description:
		'How often a request is repeated when the server is busy or out of reach. Requests that create something are repeated only if they certainly had no effect.',
} as const satisfies Property;

const timeLimit = <const D extends number>(seconds: D) =>
	({
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0.001 },
		default: seconds,
		description: 'How long one attempt may take, from connecting to the last byte of the answer',
	}) as const satisfies Property;

/** How long an attempt at the management API may take. */
export const PLATFORM_TIME_LIMIT = timeLimit(30);

/** The same for node endpoints, which answer sooner or not at all. */
export const RPC_TIME_LIMIT = timeLimit(10);

/** How many requests are under way at once. No expression: it is one setting for all items. */
export const REQUESTS_AT_ONCE = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	noDataExpression: true,
	default: 5,
	description: 'How many requests may be under way to one server at the same time',
} as const satisfies Property;

/** The same for JSON-RPC, where endpoints bear more. */
export const RPC_REQUESTS_AT_ONCE = {
	...REQUESTS_AT_ONCE,
	default: 16,
} as const satisfies Property;

/** How many JSON-RPC calls travel in one request. */
export const BATCH_SIZE = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	noDataExpression: true,
	default: 100,
	description:
		'How many calls to the same endpoint travel in one request. 1 sends each call alone.',
} as const satisfies Property;

/** A limit the user sets because the plan has one. */
export const CALLS_PER_SECOND = {
	displayName: 'Requests per Second',
	name: 'requestsPerSecond',
	type: 'number',
	typeOptions: { minValue: 0 },
	noDataExpression: true,
	default: 0,
	description:
		'How many calls per second one endpoint gets at most; each call of a batch counts. 0 sets no limit: the node then finds out what the endpoint takes.',
} as const satisfies Property;

/**
 * Reads an item's patience from its options.
 * @param properties the options the operation offers; their defaults apply to what is not set
 * @throws Problem for values that make no sense, such as a negative number
 */
export function patienceOf(
	options: Readonly<Record<string, unknown>>,
	properties: readonly Property[],
): Patience {
	const value = (property: Property): number => {
		const declared = properties.find(({ name }) => name === property.name)?.default;
		return positive(property, options[property.name] ?? declared ?? property.default);
	};
	return {
		timeLimitMs: Math.max(1, Math.round(value(PLATFORM_TIME_LIMIT) * 1000)),
		retries: value(RETRIES),
		longestWaitMs: value(LONGEST_WAIT) * 1000,
	};
}

/** Settings that hold for the whole run. */
export interface RunSettings {
	limits: GateLimits;
	rpc: RpcSettings;
}

/**
 * Reads the settings that hold for the whole run.
 * @throws Problem for values that make no sense
 */
export function runSettings(
	options: Readonly<Record<string, unknown>>,
	limits: GateLimits,
): RunSettings {
	const perOrigin = positive(REQUESTS_AT_ONCE, options[REQUESTS_AT_ONCE.name] ?? limits.perOrigin);
	const callsPerSecond = positive(
		CALLS_PER_SECOND,
		options[CALLS_PER_SECOND.name] ?? CALLS_PER_SECOND.default,
	);
	return {
		limits: { perOrigin, perRun: Math.max(limits.perRun, perOrigin) },
		rpc: {
			batchSize: positive(BATCH_SIZE, options[BATCH_SIZE.name] ?? BATCH_SIZE.default),
			callsPerSecond: callsPerSecond === 0 ? Infinity : callsPerSecond,
		},
	};
}

/** Timers count up to 2^31 milliseconds; nothing here needs more than that in seconds. */
const MOST = 2_147_483;

function positive(property: Property, value: unknown): number {
	if (typeof value === 'number' && Number.isFinite(value) && value > MOST) {
		throw new Problem(`'${property.displayName}' can be ${MOST} at most, but it is ${value}`);
	}
	return checkedNumber(property, value);
}
