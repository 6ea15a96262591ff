import { findChainName } from '../../shared/managementApi/nodeNetworks';
import type { Observation } from '../../shared/polling/snapshot';
import {
	defineEvent,
	limitObjects,
	type Poll,
	type WatchEvent,
} from '../../shared/polling/watchEvent';
import { field } from '../../shared/values/field';
import { describePlace, noteNewNetworks, readNetwork } from '../../shared/watching/nodePlaces';
import { isStatus, type PlatformRecord } from '../../shared/watching/records';
import { readWatched } from '../../shared/watching/watched';
import {
	RESOURCE_NAMES,
	watchedIds,
	watchedNodes,
	watchedProject,
} from '../../shared/watching/watchedFields';

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
	const observeStatus = (
		record: PlatformRecord,
		status: string,
		{ trigger: { networks } }: Poll,
	): Observation => {
		// A node names its network, which says what it runs and where it belongs.
		const network = networks.get(String(record.network)) ?? readNetwork(record);
		return {
			id: record.id,
			name: String(record.name ?? record.id),
			state: status,
			reason:
				status === healthyState ? undefined : `Chainstack says that the ${resource} is ${status}`,
			chain: network && findChainName(network),
			isInMaintenance: isStatus(status, 'maintenance'),
			facts: describePlace(record, network),
		};
	};
	const plural = `${title}s`;
	return defineEvent({
		name: `${title} Status Changed`,
		value: `${resource}StatusChanged`,
		action: `When the platform changes the status of a ${resource}`,
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
			if (resource === 'node') await noteNewNetworks(watched, values, poll);
			for (const record of watched) {
				const { id, status } = record;
				// A record without a status says nothing about the object.
				if (typeof status !== 'string' || status === '') found.unknown.set(id, 'it has no status');
				else found.observations.push(observeStatus(record, status.toLowerCase(), poll));
			}
			return { ...found, beyond: records.length - watched.length };
		},
	});
}

export const networkStatus = defineStatusEvent('network', 'ok', 'warning');

export const nodeStatus = defineStatusEvent('node', 'running', 'stopped');
