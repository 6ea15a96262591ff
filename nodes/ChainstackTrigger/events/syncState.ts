import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../../shared/parameters/propertyTypes';
import type { Observation, Snapshot } from '../../shared/polling/changes';
import { defineEvent } from '../../shared/polling/watchEvent';
import { asProblem, Cancelled } from '../../shared/pure/problem';
import { askSyncing, type SyncAnswer } from '../../shared/readiness/askSyncing';
import {
	endpointOfNode,
	isEvm,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../../shared/readiness/resolveEndpoint';
import type { OperationContext } from '../../shared/session/session';
import { chosenIds, listed, notListed, watchedIds, watchedProject } from './watched';

const AUTOMATIC = { mode: 'automatic' } as const;

/** An endpoint that is busy is asked so many times more, which takes at most about eight seconds. */
const TURNED_AWAY = 4;

interface Watched {
	id: string;
	name: string;
	/** Where to ask; absent for a node that is not watched at present. */
	target?: ResolvedEndpoint;
}

interface ToWatch extends Pick<Snapshot, 'unwatched'> {
	objects: Watched[];
	/** There are objects besides these, which were not found this time. */
	isIncomplete: boolean;
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
				{
					name: 'Chosen Nodes',
					value: 'chosen',
					description: 'Nodes of the organization; their addresses and keys are looked up',
				},
				{
					name: 'Endpoint of the Credential',
					value: 'credential',
					description: "The credential's node endpoint; it has to be filled in, with its key",
				},
				{
					name: 'Running Nodes of a Project',
					value: 'project',
					description: 'Those with EVM JSON-RPC; the list is read anew in each poll',
				},
			],
			default: 'credential',
			description: 'Which endpoints to watch',
		},
		watchedProject,
		watchedIds('Node IDs', 'ND-123-456-789, ND-987-654-321'),
	] as const satisfies readonly Property[],
	async observe(values, context) {
		const { objects, isIncomplete, unwatched } =
			values.watch === 'credential' ? await ofCredential(context) : await ofNodes(values, context);
		const observed = await Promise.all(
			objects.map(async (each) => ({
				id: each.id,
				observation: await observationOf(each, context),
			})),
		);
		const isKnown = ({ observation }: { observation?: Observation }): boolean =>
			observation !== undefined;
		return {
			observations: observed.flatMap(({ observation }) => observation ?? []),
			unknown: isIncomplete
				? 'all others'
				: new Set(observed.filter((each) => !isKnown(each)).map(({ id }) => id)),
			unwatched,
		};
	},
});

/** The label is the id: another endpoint in the credential is another object. */
async function ofCredential(context: OperationContext): Promise<ToWatch> {
	const source = { endpointSource: 'credential', nodeId: '', url: '' } as const;
	const target = await resolveEndpoint(source, {}, context);
	const label = 'endpoint' in target ? target.endpoint.label : target.nodeId;
	return { objects: [{ id: label, name: label, target }], isIncomplete: false };
}

/** The list of nodes carries addresses and keys, and the list of networks the protocols: no look-up each. */
async function ofNodes(
	values: { watch: 'chosen' | 'credential' | 'project'; project: string; ids: string },
	context: OperationContext,
): Promise<ToWatch> {
	const chosen = values.watch === 'chosen' ? chosenIds(values.ids, 'node') : undefined;
	const [list, networks] = await Promise.all([
		listed('/v1/nodes/', values, context),
		listed('/v1/networks/', values, context),
	]);
	const protocols = new Map(networks.records.map(({ id, protocol }) => [id, String(protocol)]));
	const unwatched = chosen && notListed(chosen, list, 'node');
	const objects: Watched[] = [];
	for (const node of list.records) {
		const id = String(node.id);
		const protocol = protocols.get(node.network) ?? '';
		if (chosen?.has(id) === false) continue;
		if (!isEvm(protocol)) {
			unwatched?.set(id, `it runs ${protocol}, which has no EVM JSON-RPC`);
			continue;
		}
		// A node of the project that does not run is not watched now, but not forgotten either; nor is one
		// whose network was lost between two pages of the list.
		const isLost = networks.isIncomplete && !protocols.has(node.network);
		const isAsked = !isLost && (chosen !== undefined || node.status === 'running');
		const target = isAsked ? targetOf(node, protocol, context) : undefined;
		objects.push({ id, name: String(node.name ?? node.id), target });
	}
	return { objects, isIncomplete: list.isIncomplete, unwatched };
}

/** An address that cannot be used is the trouble of its own node, not of all. */
function targetOf(
	node: IDataObject,
	protocol: string,
	context: OperationContext,
): ResolvedEndpoint {
	try {
		return endpointOfNode(node, protocol, AUTOMATIC, context);
	} catch (error) {
		return { nodeId: String(node.id), absent: asProblem(error).message };
	}
}

/** @returns `undefined` when nothing could be learned: not watched now, or not asked before the poll had to end */
async function observationOf(
	{ id, name, target }: Watched,
	context: OperationContext,
): Promise<Observation | undefined> {
	if (target === undefined) return undefined;
	try {
		const { state, reason, latencyMs, endpoint, blocks } = await ask(target, context);
		return {
			id,
			name,
			state,
			facts: { endpoint, latencyMs, ...blocks, ...(reason !== undefined && { reason }) },
		};
	} catch (error) {
		if (!(error instanceof Cancelled)) return await Promise.reject(error);
		if (error.effect === 'none') return undefined;
		return {
			id,
			name,
			state: 'unreachable',
			facts: { reason: 'no answer before the poll had to end' },
		};
	}
}

/**
 * Asks once: that a state has to be seen several times filters transient faults. Only one that says "too
 * many at once" is asked again when it may be, because the question itself can be what was too much.
 */
async function ask(target: ResolvedEndpoint, context: OperationContext): Promise<SyncAnswer> {
	const { rpc, retryOptions } = context;
	const answer = await askSyncing(target, 1, {
		rpc,
		retryOptions: { ...retryOptions, maxRetries: 0 },
	});
	const isTooMany = answer.state === 'rateLimited' && answer.lastingHint === undefined;
	if (!isTooMany) return answer;
	return await askSyncing(target, 1, {
		rpc,
		retryOptions: { ...retryOptions, maxRetries: TURNED_AWAY },
	});
}
