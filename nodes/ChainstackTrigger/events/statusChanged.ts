import { withAnythingSeen, type Observation } from '../../shared/polling/observation';
import { defineEvent, limitObjects, type WatchEvent } from '../../shared/polling/watchEvent';
import { field } from '../../shared/values/field';
import { readWatched, watchedIds, watchedProject } from '../../shared/watching/watched';

/** Differences between the events about a status. */
interface StatusText {
	name: string;
	value: string;
	description: string;
	resource: 'network' | 'node';
	/** Singular and plural of the resource, for the fields. */
	title: string;
	plural: string;
	healthyStatus: string;
	idExample: string;
}

/** Declares an event that watches the status of networks or nodes: all, those of a project, or chosen ones. */
function defineStatusEvent(text: StatusText): WatchEvent {
	const { name, value, description, resource, title, plural, healthyStatus, idExample } = text;
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
		healthyState: healthyStatus,
		example: { state: 'failed' },
		properties: [
			field('options', 'Watch', 'watch', {
				options: choices,
				default: 'all',
				description: `Which ${plural.toLowerCase()} to watch`,
			}),
			watchedProject,
			watchedIds(`${title} IDs`, idExample),
		],
		async observe(values, poll) {
			const { records, unknown, unread, ...rest } = await readWatched(resource, values, poll);
			const watched = limitObjects(records, poll);
			const observations: Observation[] = [];
			for (const { id, name: label, status } of watched) {
				if (typeof status === 'string' && status !== '') {
					observations.push({ id, name: String(label ?? id), state: status });
				} else {
					// A record without a status says nothing about the object.
					unknown.add(id);
					unread.set(id, 'it has no status');
				}
			}
			return withAnythingSeen({
				...{ ...rest, unknown, unread, beyond: records.length - watched.length },
				observations: [...observations, ...rest.observations],
			});
		},
	});
}

export const networkStatus = defineStatusEvent({
	name: 'Network Status Changed',
	value: 'networkStatusChanged',
	description: 'When a network changes its status, for instance from ok to warning',
	resource: 'network',
	title: 'Network',
	plural: 'Networks',
	healthyStatus: 'ok',
	idExample: 'NW-123-456-789, NW-987-654-321',
});

export const nodeStatus = defineStatusEvent({
	name: 'Node Status Changed',
	value: 'nodeStatusChanged',
	description: 'When a node changes its status, for instance from running to stopped',
	resource: 'node',
	title: 'Node',
	plural: 'Nodes',
	healthyStatus: 'running',
	idExample: 'ND-123-456-789, ND-987-654-321',
});
