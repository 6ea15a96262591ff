import { DELETED, withAnythingSeen, type Observation, type Snapshot } from '../polling/observation';
import { defineEvent, type Look, type WatchEvent } from '../polling/watchEvent';
import { found, watchedIds, watchedProject, type Found } from './watched';

/** What differs between the events about a status. */
interface StatusText {
	name: string;
	value: string;
	description: string;
	resource: 'network' | 'node';
	/** Plural of the resource, for the fields. */
	plural: string;
	path: string;
	goodStatus: string;
	idExample: string;
}

/** Declares an event that watches the status of networks or nodes: all, those of a project, or chosen ones. */
export function statusEvent(text: StatusText): WatchEvent {
	const { name, value, description, resource, plural, path, goodStatus, idExample } = text;
	const choices = [
		{ name: `All ${plural}`, value: 'all' },
		{ name: `Chosen ${plural}`, value: 'chosen' },
		{ name: `${plural} of a Project`, value: 'project' },
	] as const;
	return defineEvent({
		name,
		value,
		description,
		selection: ['watch', 'project'],
		isGood: (status) => status === goodStatus,
		examplesOf: (observation) => ({
			good: { ...observation, state: goodStatus },
			bad: { ...observation, state: 'failed' },
		}),
		properties: [
			{
				displayName: 'Watch',
				name: 'watch',
				type: 'options',
				options: choices,
				default: 'all',
				description: `Which ${plural.toLowerCase()} to watch`,
			},
			watchedProject,
			watchedIds(`${plural.replace(/s$/, '')} IDs`, idExample),
		],
		async observe(values, look) {
			return withAnythingSeen(snapshotOf(await found({ resource, path }, values, look), look));
		},
	});
}

/** A record without a status says nothing about the object. */
function snapshotOf(
	{ records, gone, unknown, cutOff, unread, unwatched, organization, isElsewhere }: Found,
	{ known, atMost }: Look,
): Snapshot {
	const watched = atMost(records.map(({ id, name, status }) => ({ id: String(id), name, status })));
	const observations: Observation[] = [];
	const unclear = new Map<string, string>();
	for (const { id, name, status } of watched) {
		if (typeof status === 'string' && status !== '')
			observations.push({ id, name: String(name ?? id), state: status });
		else unclear.set(id, 'it has no status');
	}
	for (const id of gone) observations.push({ id, name: known.get(id) ?? id, state: DELETED });
	return {
		observations,
		unknown: new Set([...unknown, ...unclear.keys()]),
		cutOff,
		unread: new Map([...unread, ...unclear]),
		beyond: records.length - watched.length,
		unwatched,
		isElsewhere,
		notes: organization === undefined ? {} : { organization },
	};
}
