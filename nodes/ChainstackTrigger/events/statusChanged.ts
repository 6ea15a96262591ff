import { findChainName } from '../../shared/managementApi/nodeNetworks';
import type { Observation } from '../../shared/polling/snapshot';
import { defineEvent, limitObjects, type WatchEvent } from '../../shared/polling/watchEvent';
import { field } from '../../shared/values/field';
import {
	type PlatformRecord,
	readWatched,
	RESOURCE_NAMES,
	watchedIds,
	watchedNodes,
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
	/** @param status in lower case, because the case of statuses varies */
	const observeStatus = (record: PlatformRecord, status: string): Observation => ({
		id: record.id,
		name: String(record.name ?? record.id),
		state: status,
		reason:
			status === healthyState ? undefined : `Chainstack says that the ${resource} is ${status}`,
		chain: findChainName(record),
		facts: pickTexts(record, ['project', 'region']),
	});
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
			...(resource === 'node' ? watchedNodes : [watchedIds(resource)]),
		],
		async observe(values, poll) {
			const { records, ...found } = await readWatched(resource, values, poll);
			const watched = limitObjects(records, poll);
			for (const record of watched) {
				const { id, status } = record;
				// A record without a status says nothing about the object.
				if (typeof status !== 'string' || status === '') found.unknown.set(id, 'it has no status');
				else found.observations.push(observeStatus(record, status.toLowerCase()));
			}
			return { ...found, beyond: records.length - watched.length };
		},
	});
}

export const networkStatus = defineStatusEvent('network', 'ok', 'warning');

export const nodeStatus = defineStatusEvent('node', 'running', 'stopped');

/** @returns the fields with these names whose values are texts */
function pickTexts(record: PlatformRecord, names: readonly string[]): Record<string, unknown> {
	const given = names.filter((name) => typeof record[name] === 'string' && record[name] !== '');
	return Object.fromEntries(given.map((name) => [name, record[name]]));
}
