import { at, ifAnswered, read } from '../families/readFields';
import { toHexQuantity } from '../jsonRpc/quantities';
import { excerpt } from '../text/excerpt';
import type { EndpointReport } from './endpointReport';
import type { Health, ProbeContext } from './health';
import { EndpointProbeClient } from './probeClient';

/** A report that has the newest block. */
export type Head = EndpointReport & { blockNumber: bigint };

/** With fewer endpoints, it is unknown which one is right. */
export const SMALLEST_GROUP = 3;

/** Characters shown of hashes that differ. */
const SHOWN = 12;

/**
 * Asks an EVM endpoint again, where forks are to be detected, when its newest block differs from that of most at its
 * height. Two blocks at one height are usual for a moment on every chain, and both follow the same one: an endpoint is
 * on a fork of its own where the block before differs as well.
 * @param heads all of its chain
 * @returns the health, as lagging where the endpoint is on a fork
 * @throws Cancelled
 */
export async function checkFork(
	health: Health,
	head: Head,
	heads: readonly Head[],
	context: ProbeContext,
): Promise<Health> {
	const { settings, healthy } = health;
	const { endpoint, blockNumber: height, blockHash } = head;
	if (!settings.detectsForks || !healthy || endpoint.family !== 'evm') return health;
	const majority = findMajority(heads.filter((each) => each.blockNumber === height));
	if (majority === undefined || blockHash === undefined || spell(blockHash) === majority.hash)
		return health;
	const [own, ownBefore] = await readHashes(head, [height, height - 1n], context);
	if (own === undefined || own === majority.hash || ownBefore === undefined) return health;
	const before = await readHashBefore(majority, height, context);
	if (before === undefined || before === ownBefore) return health;
	const block = `its block ${height} is ${excerpt(own, SHOWN)}`;
	const others = `that of most others is ${excerpt(majority.hash, SHOWN)}`;
	const reason = `fork: ${block}, but ${others}; the block before it differs too`;
	return { ...health, healthy: false, state: 'lagging', reason };
}

/** The block that most endpoints have at a height, and those that have it. */
interface Majority {
	hash: string;
	holders: readonly Head[];
}

/** Nodes write the digits of a hash in either case. */
function spell(hash: string): string {
	return hash.toLowerCase();
}

function findMajority(heads: readonly Head[]): Majority | undefined {
	const hashes = heads.flatMap(({ blockHash }) => blockHash?.toLowerCase() ?? []).sort();
	if (hashes.length < SMALLEST_GROUP) return undefined;
	// The hash that most have is in the middle.
	const hash = hashes[hashes.length >> 1];
	const holders = heads.filter(({ blockHash = '' }) => spell(blockHash) === hash);
	return holders.length > hashes.length / 2 ? { hash, holders } : undefined;
}

/** @returns the hash of the block before that of most, which one of them is asked for, once per run */
async function readHashBefore(
	{ hash, holders: [holder] }: Majority,
	height: bigint,
	{ once }: ProbeContext,
): Promise<string | undefined> {
	return await once(
		`block before ${hash}`,
		async (shared) => {
			const [own, before] = await readHashes(holder, [height, height - 1n], shared);
			// It may have changed sides itself.
			return own === hash ? before : undefined;
		},
		(before) => before !== undefined,
	);
}

/** @returns the hashes of the blocks at some heights, as far as an endpoint gives them */
async function readHashes(
	{ endpoint }: Head,
	heights: readonly bigint[],
	context: Pick<ProbeContext, 'rpc' | 'retryOptions'>,
): Promise<Array<string | undefined>> {
	const ask = new EndpointProbeClient(endpoint, context);
	return await Promise.all(
		heights.map(async (height) => {
			const params = [toHexQuantity(height), false];
			const block = await ifAnswered(ask.call('eth_getBlockByNumber', params));
			const hash = read.text(at(block, 'hash'));
			return hash === undefined ? undefined : spell(hash);
		}),
	);
}
