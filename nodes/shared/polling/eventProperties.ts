import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { buildSubtitle } from '../run/nodeProperties';
import type { Property } from '../values/field';
import { listReportingFields } from './reporting';
import type { WatchEvent } from './watchEvent';

/**
 * Builds the parameters of the trigger: the event, its fields, and how changes are reported.
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
		...events.flatMap(({ value, properties }) => showFor([value], properties)),
		...[...new Set(events.map(listReportingFields))].flatMap((fields) => {
			const same = events.filter((event) => listReportingFields(event) === fields);
			return showFor(
				same.map(({ value }) => value),
				fields,
			);
		}),
	];
}

function showFor(events: string[], properties: readonly Property[]): INodeProperties[] {
	// Declared read-only, so that the value types can be derived from them; n8n's type is not read-only.
	return updateDisplayOptions(
		{ show: { event: events } },
		properties as unknown as INodeProperties[],
	);
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
