import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { buildSubtitle } from '../run/nodeProperties';
import type { WatchEvent } from './watchEvent';

/**
 * Builds the parameters of the trigger: the event, and its fields.
 * @param chosen the event a new node starts with
 */
export function buildEventProperties(
	events: readonly WatchEvent[],
	chosen: WatchEvent,
): INodeProperties[] {
	const chosenEvent = chosen.value;
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
			// Declared read-only, so that the value types can be derived from them; n8n's type is not read-only.
			updateDisplayOptions(
				{ show: { event: [value] } },
				properties as unknown as INodeProperties[],
			),
		),
	];
}

/** Subtitle of the trigger on the canvas: the event's name in the panel. */
export function buildEventSubtitle(events: readonly WatchEvent[]): string {
	return buildSubtitle(
		['event'],
		Object.fromEntries(events.map(({ value, name }) => [value, name])),
	);
}

/**
 * Looks an event up.
 * @throws Error when there is none, which only a workflow edited by hand can cause
 */
export function findEvent(events: readonly WatchEvent[], value: string): WatchEvent {
	const found = events.find((event) => event.value === value);
	if (found === undefined) throw new Error(`There is no event '${value}'`);
	return found;
}
