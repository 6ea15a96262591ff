import { defineEvent, limitObjects, type WatchEvent } from '../../shared/polling/watchEvent';
import { field } from '../../shared/values/field';
import {
	readWatched,
	RESOURCE_NAMES,
	watchedIds,
	watchedProject,
} from '../../shared/watching/watched';

/**
 * Declares an event that watches the status of networks or nodes: all, those of a project, or chosen ones.
 * @param other a status for instance that is not the healthy one
 */
function defineStatusEvent(
	resource: keyof typeof RESOURCE_NAMES,
	healthyState: string,
	other: string,
): WatchEvent {
	const { title } = RESOURCE_NAMES[resource];
	const plural = `${title}s`;
	return defineEvent({
		name: `${title} Status Changed`,
		value: `${resource}StatusChanged`,
		description: `When a ${resource} changes its status, for instance from ${healthyState} to ${other}`,
		selection: ['watch', 'project'],
		healthyState,
		example: { state: 'failed' },
		properties: [
			field('options', 'Watch', 'watch', {
				options: [
					{ name: `All ${plural}`, value: 'all' },
					{ name: `Chosen ${plural}`, value: 'chosen' },
					{ name: `${plural} of a Project`, value: 'project' },
				],
				default: 'all',
				description: `Which ${plural.toLowerCase()} to watch`,
			}),
			watchedProject,
			watchedIds(resource),
		],
		async observe(values, poll) {
			const { records, ...found } = await readWatched(resource, values, poll);
			const watched = limitObjects(records, poll);
			for (const { id, name, status } of watched) {
				if (typeof status === 'string' && status !== '')
					found.observations.push({ id, name: String(name ?? id), state: status });
				// A record without a status says nothing about the object.
				else found.unknown.set(id, 'it has no status');
			}
			return { ...found, beyond: records.length - watched.length };
		},
	});
}

export const networkStatus = defineStatusEvent('network', 'ok', 'warning');

export const nodeStatus = defineStatusEvent('node', 'running', 'stopped');
