import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { WatchEvent } from './watchEvent';

/**
 * Builds the parameters of the trigger: the event, its fields, and what tells a change from flapping.
 * @param chosen the event a new node begins with
 */
export function eventProperties(
	events: readonly WatchEvent[],
	chosen: WatchEvent,
): INodeProperties[] {
	const chosenEvent = chosen.value;
	const confirmed = events
		.filter(({ confirmations }) => confirmations === undefined)
		.map(({ value }) => value);
	return [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: events.map(({ name, value, description }) => ({ name, value, description })),
			default: chosenEvent,
		},
		...events.flatMap(({ value, properties }) =>
			// Declared read only, so that the types of the values can be taken from them; n8n's type is not.
			updateDisplayOptions(
				{ show: { event: [value] } },
				properties as unknown as INodeProperties[],
			),
		),
		{
			displayName: 'Polls to Confirm',
			name: 'confirmations',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			displayOptions: { show: { event: confirmed } },
			default: 2,
			description:
				'How many polls in a row have to see a new state before it is reported, so that flapping stays silent. With 2 and a poll every minute, a report comes one to two minutes after the change.',
		},
		{
			displayName: 'Report Current State First',
			name: 'reportFirstSight',
			type: 'boolean',
			displayOptions: { show: { event: confirmed } },
			default: false,
			description:
				'Whether to report the state in which an object is seen for the first time, instead of only remembering it',
		},
		{
			displayName: 'Report Levels Already Reached',
			name: 'reportFirstSight',
			type: 'boolean',
			displayOptions: { hide: { event: confirmed } },
			default: false,
			description:
				'Whether to report levels that were reached before the trigger began to watch, instead of only remembering them',
		},
	];
}

/**
 * Looks an event up.
 * @throws Error when there is none, which only a workflow edited by hand can bring about
 */
export function eventOf(events: readonly WatchEvent[], value: string): WatchEvent {
	const found = events.find((event) => event.value === value);
	if (found === undefined) throw new Error(`There is no event '${value}'`);
	return found;
}
