import type { IDataObject } from 'n8n-workflow';

import { readNodeNetwork } from '../managementApi/nodeNetworks';
import type { PollTraces, WatchedNetwork } from '../polling/liveTrigger';
import type { Poll } from '../polling/watchEvent';
import { omitUndefined } from '../text/json';
import { lookUp, readListed, type PlatformRecord } from './records';
import type { WatchedSet } from './watchedFields';

/** Reading networks ends after this share of a poll where they only add to what is said about nodes. */
const OF_POLL = 0.3;

/** Notes what the networks of nodes run, which never changes: those of the list, and by id what is missing from it. */
export async function noteNetworks(
	nodes: readonly PlatformRecord[],
	listed: ReadonlyMap<string, PlatformRecord>,
	poll: Poll,
): Promise<void> {
	note(listed.values(), poll.trigger);
	const { records } = await lookUp('network', findMissing(nodes, poll.trigger), poll);
	note(records, poll.trigger);
}

/**
 * Notes what nodes run whose networks are not known yet, as far as that can be read now. What does not exist is not
 * asked for again.
 */
export async function noteNewNetworks(
	nodes: readonly PlatformRecord[],
	set: WatchedSet,
	poll: Poll,
): Promise<void> {
	const { trigger, context, pollMs } = poll;
	const { nameless, networks } = trigger;
	const missing = [...findMissing(nodes, trigger)].filter((id) => !nameless.has(id));
	if (missing.length === 0) return;
	const limited = { ...poll, context: context.within(context.clock.timeout(pollMs * OF_POLL)) };
	const isWhole = await readNetworks(missing, set, limited).catch(() => false);
	if (isWhole) for (const id of missing) if (!networks.has(id)) nameless.add(id);
}

/** @returns whether all could be read @throws Problem */
async function readNetworks(
	missing: readonly string[],
	set: WatchedSet,
	poll: Poll,
): Promise<boolean> {
	if (set.watch === 'chosen') {
		const { records, problem } = await lookUp('network', missing, poll);
		note(records, poll.trigger);
		return problem === undefined;
	}
	const listed = await readListed('network', set, poll);
	note(listed.values(), poll.trigger);
	return true;
}

function note(records: Iterable<PlatformRecord>, { networks }: PollTraces): void {
	for (const record of records) {
		const network = readNetwork(record);
		if (network !== undefined) networks.set(record.id, network);
	}
}

/** @returns what a network, as the platform returns it, runs, and its project; `undefined` without its protocol */
export function readNetwork(record: IDataObject): WatchedNetwork | undefined {
	const network = readNodeNetwork(record);
	const { project } = record;
	if (network === undefined || typeof project !== 'string' || project === '') return network;
	return { ...network, project };
}

/** @returns the ids of the networks of nodes that are not known */
function findMissing(nodes: readonly PlatformRecord[], { networks }: PollTraces): Set<string> {
	const named = nodes.map(({ network }) => String(network ?? ''));
	return new Set(named.filter((id) => id !== '' && !networks.has(id)));
}

/** @returns the project and the region of a node, as far as known */
export function describePlace(
	{ region }: IDataObject,
	{ project }: Pick<WatchedNetwork, 'project'> = {},
): Record<string, unknown> {
	return omitUndefined({
		project,
		region: typeof region === 'string' && region !== '' ? region : undefined,
	});
}
