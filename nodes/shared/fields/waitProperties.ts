import { Problem } from '../text/problem';
import { field, notice, type Property } from '../values/field';

/**
 * The fields of every waiting operation, with its defaults in seconds.
 * @param choice the field that turns waiting on, if it can be turned off
 */
export const waitProperties = (interval: number, limit: number, choice?: string) => {
	const shown = choice === undefined ? {} : { displayOptions: { show: { [choice]: [true] } } };
	return [
		field('number', 'Interval (Seconds)', 'waitInterval', {
			...shown,
			typeOptions: { minValue: 1 },
			default: interval,
			description: 'How long to pause after each attempt, at least one second',
		}),
		field('number', 'Give Up After (Seconds)', 'waitLimit', {
			...shown,
			typeOptions: { minValue: 1 },
			default: limit,
			description:
				'How long to wait in total. When this time is over, the item fails, even if a request is still in progress.',
		}),
		notice(
			'waitNotice',
			'n8n shows no progress while it waits. You may leave this page; the result appears under Executions. To wait for hours, use a Schedule Trigger or the Chainstack Trigger instead.',
			shown,
		),
	] as const satisfies readonly Property[];
};

/**
 * The option whether to keep waiting in states that are unlikely to change by themselves.
 * @param description names these states, and starts with "Whether"
 */
export const stopEarlyOption = (description: `Whether ${string}`) =>
	field('boolean', 'Stop Early', 'stopEarly', { default: true, description });

/** The values of {@link waitProperties}, in seconds. */
export type WaitValues = Readonly<Record<'waitInterval' | 'waitLimit', number>>;

/** Reads the limits of a wait. @throws Problem for an interval that is longer than the whole wait */
export function readLimits({ waitInterval, waitLimit }: WaitValues) {
	if (waitLimit < waitInterval)
		throw new Problem(
			`'Give Up After (Seconds)' is ${waitLimit}, less than the interval of ${waitInterval}`,
			{ hint: 'Raise it, or lower the interval' },
		);
	return { intervalMs: waitInterval * 1000, limitMs: waitLimit * 1000 };
}
