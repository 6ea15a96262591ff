import type { IDataObject } from 'n8n-workflow';

import type { Change } from './changes';
import type { Moment } from './moment';
import { dateOf } from './moment';
import type { Snapshot } from './observation';
import type { WatchEvent } from './watchEvent';

/** Most objects that a manual test shows. */
const SAMPLE_SIZE = 5;

/** Most names of objects that the summary of a group lists. */
const MOST_NAMES = 5;

/** Makes the items that report changes. */
export function itemsOf(event: WatchEvent, changes: Change[], isGrouped: boolean): IDataObject[] {
	const items = changes.map((change) => itemOf(event, change));
	if (!isGrouped || items.length === 0) return items;
	return [
		{ event: event.value, count: changes.length, summary: summaryOf(changes), changes: items },
	];
}

function itemOf(event: WatchEvent, { facts, ...change }: Change): IDataObject {
	return { event: event.value, ...change, ...facts } as IDataObject;
}

/** Such as `2 unreachable: alpha, bravo; 1 ready: charlie`. */
function summaryOf(changes: readonly Change[]): string {
	const byState = new Map<string, string[]>();
	for (const { to, name } of changes) byState.set(to, [...(byState.get(to) ?? []), name]);
	return [...byState]
		.map(([state, names]) => {
			const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
			return `${names.length} ${state}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
		})
		.join('; ');
}

/** What a manual test shows: the current state of the objects, in the shape of a change. */
export function sample(
	event: WatchEvent,
	{ observations, unwatched = new Map() }: Snapshot,
	now: Moment,
	isGrouped: boolean,
): IDataObject[] {
	const since = dateOf(now);
	const shown = observations
		.slice(0, SAMPLE_SIZE)
		.map((observation) => event.sampleOf?.(observation) ?? observation)
		.map(
			({ id, name, state, facts }): Change => ({
				id,
				name,
				from: null,
				to: state,
				since,
				confirmedAfter: 1,
				facts: { test: true, ...facts },
			}),
		);
	const notes = [...unwatched].map(([id, reason]) => ({
		event: event.value,
		id,
		test: true,
		note: `This is not watched: ${reason}`,
	}));
	const items = [
		...itemsOf(event, shown, isGrouped).map((item) => ({ ...item, test: true })),
		...notes,
	];
	if (items.length > 0) return items;
	return [{ event: event.value, test: true, note: 'There is currently nothing to watch' }];
}
