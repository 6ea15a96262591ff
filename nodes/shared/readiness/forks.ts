import { ifAnswered, read } from '../families/readFields';
import type { OperationContext } from '../run/session';
import { excerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { EndpointProbeClient } from './probeClient';
import type { ComparedHealth } from './compare';
import type { Head, Health } from './health';

/** With fewer at the same height, it is unknown which one is right. */
const SMALLEST_GROUP = 3;

/** Characters shown of hashes that differ. */
const SHOWN = 12;

/** The hash that most endpoints have at a height. */
type Majority = Map<string, string>;

/** @returns the hashes of most endpoints, by chain and height */
export function findMajorityHashes(all: readonly Health[]): Majority {
	const byPlace = new Map<string, Map<string, string>>();
	for (const { head } of all) {
		if (head?.blockHash === undefined || head.chainKey === undefined) continue;
		const votes = byPlace.get(getHeightKey(head)) ?? new Map<string, string>();
		// One per address, however many items have it.
		votes.set(head.endpoint.url, votes.get(head.endpoint.url) ?? hashOf(head));
		byPlace.set(getHeightKey(head), votes);
	}
	return new Map(
		[...byPlace].flatMap(([place, votes]) => {
			const hashes = [...votes.values()].sort();
			// What most have is in the middle.
			const middle = hashes[hashes.length >> 1];
			const isMost = hashes.filter((hash) => hash === middle).length > hashes.length / 2;
			return hashes.length >= SMALLEST_GROUP && isMost ? [[place, middle] as const] : [];
		}),
	);
}

/**
 * Asks an EVM endpoint again when its block at a height differs from that of most: it may have
 * another block by now, as happens while a chain is reorganized.
 * @returns the health, as lagging where it still disagrees
 * @throws Cancelled
 */
export async function checkFork(
	health: ComparedHealth,
	majority: Majority,
	context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
): Promise<ComparedHealth> {
	const { head } = health;
	if (!health.healthy || head?.blockHash === undefined) return health;
	const ofMost = majority.get(getHeightKey(head));
	if (ofMost === undefined || ofMost === hashOf(head) || head.endpoint.family !== 'evm')
		return health;
	const ask = new EndpointProbeClient(head.endpoint, context);
	const number = `0x${head.blockNumber.toString(16)}`;
	const block = await ifAnswered(ask.call('eth_getBlockByNumber', [number, false]));
	const own = isRecord(block) ? read.text(block.hash)?.toLowerCase() : undefined;
	if (own === undefined || own === ofMost) return health;
	const [mine, theirs] = [own, ofMost].map((hash) => excerpt(hash, SHOWN));
	return {
		...health,
		healthy: false,
		state: 'lagging',
		reason: `fork: its block ${head.blockNumber} is ${mine}, but that of most others is ${theirs}`,
	};
}

/** Nodes spell the digits of a hash in either case. */
function hashOf({ blockHash = '' }: Pick<Head, 'blockHash'>): string {
	return blockHash.toLowerCase();
}

function getHeightKey({ chainKey, blockNumber }: Head): string {
	return `${chainKey} ${blockNumber}`;
}
