import { Problem } from '../text/problem';
import { checkedNumber } from '../values/checkedNumber';
import type { Property } from '../values/propertyTypes';

/** How often to poll and how long. */
export interface WaitLimits {
	intervalMs: number;
	limitMs: number;
}

const INTERVAL = {
	displayName: 'Interval (Seconds)',
	name: 'waitInterval',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description: 'How long to pause after each attempt, at least one second',
} as const satisfies Property;

const LIMIT = {
	displayName: 'Give Up After (Seconds)',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 900,
	description:
		'How long to wait in total. When this time is over, the item fails, even if a request is still in progress.',
} as const satisfies Property;

/** The fields of every waiting operation, with its defaults in seconds. */
export const waitProperties = (interval: number, limit: number) =>
	[
		{ ...INTERVAL, default: interval },
		{ ...LIMIT, default: limit },
		{
			displayName:
				'n8n shows no progress while it waits. You may leave this page; the result appears under Executions. To wait for hours, use a Schedule Trigger or the Chainstack Trigger instead.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
	] as const satisfies readonly Property[];

/**
 * The option whether to keep waiting in states that are unlikely to change by themselves.
 * @param description names these states, and starts with "Whether"
 */
export const stopEarlyOption = <const D extends `Whether ${string}`>(description: D) =>
	({
		displayName: 'Stop Early',
		name: 'stopEarly',
		type: 'boolean',
		default: true,
		description,
	}) as const satisfies Property;

/**
 * Reads the limits of a wait.
 * @throws Problem for an interval of less than a second, or one that is longer than the whole wait
 */
export function waitLimits(values: { waitInterval: number; waitLimit: number }): WaitLimits {
	const interval = checkedNumber(INTERVAL, values.waitInterval);
	const limit = checkedNumber(LIMIT, values.waitLimit);
	if (limit < interval) {
		throw new Problem(`'${LIMIT.displayName}' is ${limit}, less than the interval of ${interval}`, {
			hint: 'Raise it, or lower the interval',
		});
	}
	return { intervalMs: interval * 1000, limitMs: limit * 1000 };
}
