import type { Observation } from '../../shared/polling/changes';
import { defineEvent, type WatchEvent } from '../../shared/polling/watchEvent';
import { chosenIds, listed, notListed, watchedIds, watchedProject } from './watched';

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
		isGood: (status) => status === goodStatus,
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
		async observe(values, context) {
			const chosen = values.watch === 'chosen' ? chosenIds(values.ids, resource) : undefined;
			const list = await listed(path, values, context);
			const observations = list.records
				.filter(({ id }) => chosen === undefined || chosen.has(String(id)))
				.map(
					(record): Observation => ({
						id: String(record.id),
						name: String(record.name ?? record.id),
						state: String(record.status),
					}),
				);
			return {
				observations,
				unknown: list.isIncomplete ? 'all others' : new Set(),
				unwatched: chosen && notListed(chosen, list, resource),
			};
		},
	});
}
