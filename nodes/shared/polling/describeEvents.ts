import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { WatchEvent } from './watchEvent';

/** Builds the parameters of the trigger: the event, its fields, and what tells a change from flapping. */
export function eventProperties(events: readonly WatchEvent[]): INodeProperties[] {
	const firstEvent = events[0].value;
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
			default: firstEvent,
		},
		...events.flatMap(({ value, properties }) =>
			// Declared read only, so that the types of the values can be taken from them; n8n's type is not.
			updateDisplayOptions(
				{ show: { event: [value] } },
				properties as unknown as INodeProperties[],
			),
		),
		{
			displayName: 'Confirm In So Many Polls',
			name: 'confirmations',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			displayOptions: { show: { event: confirmed } },
			default: 2,
			description:
				'How many polls in a row have to see a new state before it is reported, so that flapping stays silent',
		},
		{
			displayName: 'Report First Sight',
			name: 'reportFirstSight',
			type: 'boolean',
			default: false,
			description:
				'Whether to report an object that is seen for the first time, instead of only remembering its state',
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
