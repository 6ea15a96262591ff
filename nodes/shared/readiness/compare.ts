import { at, ifAnswered, read } from '../families/readFields';
import { toExactNumber } from '../jsonRpc/quantities';
import { excerpt } from '../text/excerpt';
import { omitUndefined } from '../text/json';
import { ignoreCancelled } from '../text/problem';
import type { Head, Health, ProbeContext } from './health';
import { EndpointProbeClient, readBlockTime } from './probeClient';

/** The other side of a comparison. */
export interface Reference {
	/** Where it comes from: the other items of the run, or the endpoint that was given. */
	source: 'otherItems' | 'referenceEndpoint';
	/** The block that counts; absent where there is nothing to compare with. */
	blockNumber?: number | string;
	/** How many endpoints of the chain were checked. */
	endpoints?: number;
	/** Why nothing was compared, or why the reference is doubtful. */
	note?: string;
}

/** Health of an endpoint, and how it compares. */
export interface ComparedHealth extends Health {
	compared: boolean;
	/** Negative for one that is ahead. */
	blocksBehindReference?: number | string;
	/** For how long its next block had existed when it was asked, where that was read. */
	secondsBehindReference?: number;
	reference?: Reference;
}

/** With fewer, it is unknown which one is right. */
const SMALLEST_GROUP = 3;

/**
 * Compares endpoints with those of the same chain. The reference is the highest block that more than half of them
 * have reached: a minority that claims to be ahead, or stands still, moves it in neither direction. An endpoint
 * lags by the time for which the block after its own had existed when it was asked, whenever the others were asked.
 * @returns the health of each, in the order given
 * @throws Cancelled
 */
export async function compareWithEachOther(
	all: readonly Health[],
	context: ProbeContext,
): Promise<ComparedHealth[]> {
	const byChain = new Map<string, Map<string, Head>>();
	for (const { head, state } of all) {
		if (head?.chainKey === undefined || state === 'wrongChain') continue;
		const heads = byChain.get(head.chainKey) ?? new Map<string, Head>();
		byChain.set(head.chainKey, heads);
		// One per address, however many items have it.
		if (!heads.has(head.endpoint.url)) heads.set(head.endpoint.url, head);
	}
	const groups = new Map<string, Comparison>();
	for (const [chainKey, heads] of byChain) {
		const highestFirst = [...heads.values()].sort((a, b) => Number(b.blockNumber - a.blockNumber));
		const reference = highestFirst[Math.floor(heads.size / 2)];
		groups.set(chainKey, { source: 'otherItems', heads: highestFirst, reference });
	}
	return await Promise.all(
		all.map(async (health) => {
			const { head, state } = health;
			if (head === undefined || state === 'wrongChain') return { ...health, compared: false };
			const group = groups.get(head.chainKey ?? '');
			const endpoints = group?.heads.length;
			if (group !== undefined && group.heads.length >= SMALLEST_GROUP) {
				const compared = await compareToReference(health, head, { ...group, endpoints }, context);
				return head.detectsForks ? await checkFork(compared, head, group.heads, context) : compared;
			}
			const note =
				group === undefined
					? 'it does not say which chain it is on'
					: `${endpoints} ${endpoints === 1 ? 'endpoint' : 'endpoints'} of this chain, but at least ${SMALLEST_GROUP} are needed`;
			const reference = omitUndefined({ source: 'otherItems', endpoints, note } as const);
			return { ...health, compared: false, reference };
		}),
	);
}

/**
 * Compares one endpoint with another that is taken to be right. A comparison that does not take place is not health;
 * what the endpoint reported itself stays.
 * @throws Cancelled
 */
export async function compareWithReference(
	health: Health,
	{ head: reference, state, reason = state, healthy, facts }: Health,
	context: ProbeContext,
): Promise<ComparedHealth> {
	const source = 'referenceEndpoint';
	const { head } = health;
	const name = `the reference endpoint ${facts.endpoint}`.trim();
	const chains = new Set([head?.chainKey, reference?.chainKey].filter((key) => key !== undefined));
	if (head !== undefined && reference !== undefined && chains.size <= 1) {
		const note = healthy ? undefined : `the reference endpoint is not healthy itself: ${reason}`;
		const comparison = { source, heads: [head, reference], reference, note } as const;
		return await compareToReference(health, head, comparison, context);
	}
	let note = `${name} is on another chain`;
	if (reference === undefined) note = `${name} returned no block: ${reason}`;
	else if (head === undefined) note = 'it returned no block to compare with the reference endpoint';
	const compared = { ...health, compared: false, reference: { source, note } } as const;
	if (!health.healthy) return compared;
	return { ...compared, healthy: false, state: 'notCompared', reason: `not compared: ${note}` };
}

/** What an endpoint is compared with. */
interface Comparison extends Pick<Reference, 'source' | 'endpoints' | 'note'> {
	/** All that may tell when a block was made. */
	heads: readonly Head[];
	/** The one that counts. */
	reference: Head;
}

async function compareToReference(
	health: Health,
	head: Head,
	{ heads, reference, ...about }: Comparison,
	context: ProbeContext,
): Promise<ComparedHealth> {
	const lagMs = await findLag(head, reference, heads, context);
	const distance = reference.blockNumber - head.blockNumber;
	const compared: ComparedHealth = {
		...health,
		compared: true,
		blocksBehindReference: toExactNumber(distance),
		...(lagMs !== undefined && { secondsBehindReference: Math.round(lagMs / 1000) }),
		reference: omitUndefined({ ...about, blockNumber: toExactNumber(reference.blockNumber) }),
	};
	if (!health.healthy || lagMs === undefined || lagMs <= getLagLimit(head)) return compared;
	const whose = about.source === 'otherItems' ? 'most others' : 'the reference endpoint';
	const { maxBlocksBehind, maxLagMs } = head;
	const limit =
		maxBlocksBehind === undefined
			? `: its next block had existed for ${Math.round(lagMs / 1000)} s when it was asked, more than the ${Math.ceil(maxLagMs / 1000)} s allowed`
			: `, more than the ${maxBlocksBehind} allowed`;
	const reason = `it is ${distance} blocks behind ${whose}${limit}`;
	return { ...compared, healthy: false, state: 'lagging', reason };
}

/** @returns the lag from which an endpoint is late, in milliseconds */
function getLagLimit({ maxLagMs, maxBlocksBehind }: Head): number {
	return maxBlocksBehind === undefined ? maxLagMs : 0;
}

/** How many endpoints are asked for the time of a block before it counts as unknown. */
const MOST_ASKED = 3;

/** Assumed of a chain whose blocks carry no time: faster than any, so it accuses late. */
const FASTEST_MS = 50;

/**
 * Nothing is read for an endpoint whose own newest block was recent enough.
 * @returns how far an endpoint lags, in milliseconds; `undefined` where it is not behind, or by so little that it does
 * not matter
 */
async function findLag(
	head: Head,
	reference: Head,
	heads: readonly Head[],
	context: ProbeContext,
): Promise<number | undefined> {
	const { blockTimeMs: ownMs = -Infinity, answeredAtMs, maxBlocksBehind = 0 } = head;
	const next = head.blockNumber + 1n + BigInt(maxBlocksBehind);
	if (next > reference.blockNumber || answeredAtMs - ownMs <= getLagLimit(head)) return undefined;
	const others = heads.filter(
		(each) => each !== reference && each.blockNumber >= reference.blockNumber,
	);
	const holders = [reference, ...others].slice(0, MOST_ASKED);
	// Where it is not known, a block above was made later: this accuses late, never wrongly.
	const nextMs =
		(await readTime(next, holders, context)) ??
		Math.min(
			...heads
				.filter(({ blockNumber }) => blockNumber >= next)
				.map(
					({ blockNumber, blockTimeMs, answeredAtMs: seenMs }) =>
						blockTimeMs ?? seenMs - Number(blockNumber - next) * FASTEST_MS,
				),
		);
	return Math.max(0, answeredAtMs - Math.max(nextMs, ownMs));
}

/** A time that could not be read before the end counts as unknown: the endpoints themselves have answered. */
async function readTime(
	height: bigint,
	holders: readonly Head[],
	context: ProbeContext,
): Promise<number | undefined> {
	for (const { endpoint, chainKey = endpoint.url } of holders) {
		const reading = readBlockTime(endpoint, chainKey, height, context);
		const time = await reading.catch(ignoreCancelled);
		if (time !== undefined) return time;
	}
	return undefined;
}

/** Characters shown of hashes that differ. */
const SHOWN = 12;

/**
 * Asks an EVM endpoint again when its newest block differs from that of most at its height: it may have another block
 * by now, as happens while a chain is reorganized.
 * @returns the health, as lagging where it still disagrees
 */
async function checkFork(
	health: ComparedHealth,
	{ endpoint, blockNumber, blockHash }: Head,
	heads: readonly Head[],
	context: ProbeContext,
): Promise<ComparedHealth> {
	const hashOfMost = findMajorityHash(heads.filter((each) => each.blockNumber === blockNumber));
	const isEvm = endpoint.family === 'evm';
	if (!isEvm || !health.healthy || blockHash === undefined || hashOfMost === undefined)
		return health;
	if (blockHash.toLowerCase() === hashOfMost) return health;
	const ask = new EndpointProbeClient(endpoint, context);
	const number = `0x${blockNumber.toString(16)}`;
	const block = await ifAnswered(ask.call('eth_getBlockByNumber', [number, false]));
	const hash = read.text(at(block, 'hash'))?.toLowerCase();
	if (hash === undefined || hash === hashOfMost) return health;
	const [own, theirs] = [hash, hashOfMost].map((each) => excerpt(each, SHOWN));
	const reason = `fork: its block ${blockNumber} is ${own}, but that of most others is ${theirs}`;
	return { ...health, healthy: false, state: 'lagging', reason };
}

/** Nodes spell the digits of a hash in either case. */
function findMajorityHash(heads: readonly Head[]): string | undefined {
	const hashes = heads.flatMap(({ blockHash }) => blockHash?.toLowerCase() ?? []).sort();
	// What most have is in the middle.
	const middle = hashes[hashes.length >> 1];
	const isMost = hashes.filter((hash) => hash === middle).length > hashes.length / 2;
	return hashes.length >= SMALLEST_GROUP && isMost ? middle : undefined;
}
