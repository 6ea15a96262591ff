import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../../shared/items/propertyTypes';
import type { Tools } from '../../shared/items/tools';
import type { Observation } from '../../shared/polling/changes';
import { defineEvent, type Sight } from '../../shared/polling/watchEvent';
import { Cancelled } from '../../shared/pure/problem';
import { askSyncing } from '../../shared/readiness/askSyncing';
import {
	endpointOfNode,
	isEvm,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../../shared/readiness/resolveEndpoint';
import { chosenIds, listed, watchedProject } from './watched';

const AUTOMATIC = { mode: 'automatic' } as const;

/** What is watched when nothing is chosen in the organization. */
const CREDENTIAL_ID = 'credential';

interface Watched {
	id: string;
	name: string;
	resolved: ResolvedEndpoint;
}

export const syncState = defineEvent({
	name: 'Sync State Changed',
	value: 'syncStateChanged',
	description: 'When an endpoint becomes ready, starts synchronizing or cannot be reached',
	isGood: (state) => state === 'ready',
	properties: [
		{
			displayName: 'Watch',
			name: 'watch',
			type: 'options',
			options: [
				{ name: 'Chosen Nodes', value: 'chosen' },
				{ name: 'Endpoint of the Credential', value: 'credential' },
				{ name: 'Running Nodes of a Project', value: 'project' },
			],
			default: 'credential',
			description: 'Which endpoints to watch; those of a project are read anew in each poll',
		},
		watchedProject,
		{
			displayName: 'Node IDs',
			name: 'ids',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { watch: ['chosen'] } },
			placeholder: 'e.g. ND-123-456-789, ND-987-654-321',
			description: 'The IDs to watch, separated by commas',
		},
	] as const satisfies readonly Property[],
	async observe(values, tools) {
		const watched =
			values.watch === 'credential' ? [await ofCredential(tools)] : await ofNodes(values, tools);
		const looks = await Promise.all(
			watched.map(async (each) => ({ each, observation: await look(each, tools) })),
		);
		return looks.reduce<Sight & { unknown: Set<string> }>(
			(sight, { each, observation }) => {
				if (observation === undefined) sight.unknown.add(each.id);
				else sight.observations.push(observation);
				return sight;
			},
			{ observations: [], unknown: new Set() },
		);
	},
});

async function ofCredential(tools: Tools): Promise<Watched> {
	const source = { endpointSource: 'credential', nodeId: '', url: '' } as const;
	const resolved = await resolveEndpoint(source, {}, tools);
	const name = 'endpoint' in resolved ? resolved.endpoint.label : CREDENTIAL_ID;
	return { id: CREDENTIAL_ID, name, resolved };
}

/** The list of nodes carries addresses and keys, and the list of networks the protocols: no look-up each. */
async function ofNodes(
	values: { watch: 'chosen' | 'credential' | 'project'; project: string; ids: string },
	tools: Tools,
): Promise<Watched[]> {
	const chosen = values.watch === 'chosen' ? chosenIds(values.ids, 'node') : undefined;
	const isWatched = ({ id, status }: IDataObject): boolean =>
		chosen === undefined ? status === 'running' : chosen.has(String(id));
	const [nodes, networks] = await Promise.all([
		listed('/v1/nodes/', values, tools),
		listed('/v1/networks/', values, tools),
	]);
	const protocols = new Map(networks.map(({ id, protocol }) => [id, String(protocol)]));
	return nodes.filter(isWatched).flatMap((node) => {
		const protocol = protocols.get(node.network) ?? '';
		if (!isEvm(protocol)) return [];
		const resolved = endpointOfNode(node, protocol, AUTOMATIC, tools);
		return [{ id: String(node.id), name: String(node.name ?? node.id), resolved }];
	});
}

/** @returns `undefined` when nothing could be learned: no time left, or turned away for asking too often */
async function look(
	{ id, name, resolved }: Watched,
	tools: Tools,
): Promise<Observation | undefined> {
	try {
		const { state, reason, latencyMs, endpoint, blocks, isQuota } = await askSyncing(
			resolved,
			1,
			tools,
		);
		if (state === 'rateLimited' && !isQuota) return undefined;
		return {
			id,
			name,
			state,
			facts: { endpoint, latencyMs, ...blocks, ...(reason !== undefined && { reason }) },
		};
	} catch (error) {
		if (error instanceof Cancelled) return undefined;
		return await Promise.reject(error);
	}
}
