import { at, ifAnswered, read } from '../families/readFields';
import { toExactNumber, toHexQuantity } from '../jsonRpc/quantities';
import { excerpt } from '../text/excerpt';
import { groupBy, omitUndefined } from '../text/json';
import { ignoreCancelled } from '../text/problem';
import { getLongestLagMs, readBlockTime } from './ageLimit';
import type { Comparison, Health, ProbeContext } from './health';
import { EndpointProbeClient, type EndpointReport } from './probe';

/** A report that has the newest block. */
type Head = EndpointReport & { blockNumber: bigint };

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
): Promise<Health[]> {
	const groups = groupByChain(all);
	return await Promise.all(
		all.map(async (health) => {
			const { report: head, state } = health;
			if (!isHead(head) || state === 'wrongChain')
				return { ...health, comparison: { compared: false } };
			const group = groups.get(head.chainKey ?? '');
			const about = { source: 'otherItems', endpoints: group?.length } as const;
			if (group !== undefined && group.length >= SMALLEST_GROUP) {
				const reference = group[Math.floor(group.length / 2)];
				const compared = await compareToReference(health, head, reference, group, about, context);
				return await checkFork(compared, head, group, context);
			}
			const note =
				group === undefined
					? 'it does not say which chain it is on'
					: `${group.length} ${group.length === 1 ? 'endpoint' : 'endpoints'} of this chain, but at least ${SMALLEST_GROUP} are needed`;
			const reference = omitUndefined({ ...about, note });
			return { ...health, comparison: { compared: false, reference } };
		}),
	);
}

function isHead(report: EndpointReport | undefined): report is Head {
	return report?.blockNumber !== undefined;
}

/** @returns the newest blocks of each chain, the highest first */
function groupByChain(all: readonly Health[]): ReadonlyMap<string, readonly Head[]> {
	// One per address, however many items have it.
	const heads = new Map<string, Head>();
	for (const { report, state } of all)
		if (isHead(report) && state !== 'wrongChain') heads.set(report.endpoint.url, report);
	const highestFirst = [...heads.values()].sort((a, b) => Number(b.blockNumber - a.blockNumber));
	return groupBy(highestFirst, ({ chainKey }) => chainKey);
}

/**
 * Compares one endpoint with another that is taken to be right. A comparison that does not take place is not health;
 * what the endpoint reported itself stays.
 * @throws Cancelled
 */
export async function compareWithReference(
	health: Health,
	{ report: reference, state, reason = state, healthy, endpoint }: Health,
	context: ProbeContext,
): Promise<Health> {
	const source = 'referenceEndpoint';
	const { report: head } = health;
	const name = `the reference endpoint ${endpoint}`.trim();
	let note = `${name} is on another chain`;
	if (!isHead(reference)) note = `${name} returned no block: ${reason}`;
	else if (!isHead(head)) note = 'it returned no block to compare with the reference endpoint';
	else {
		const chains = [head, reference].flatMap(({ chainKey }) => chainKey ?? []);
		const doubt = healthy ? undefined : `the reference endpoint is not healthy itself: ${reason}`;
		const about = { source, note: doubt } as const;
		if (new Set(chains).size <= 1)
			return await compareToReference(health, head, reference, [head, reference], about, context);
	}
	const comparison = { compared: false, reference: { source, note } } as const;
	if (!health.healthy) return { ...health, comparison };
	const why = `not compared: ${note}`;
	return { ...health, comparison, healthy: false, state: 'notCompared', reason: why };
}

/**
 * @param heads all that may tell when a block was made
 * @param about the rest of what is said of the reference
 */
async function compareToReference(
	health: Health,
	head: Head,
	reference: Head,
	heads: readonly Head[],
	about: NonNullable<Comparison['reference']>,
	context: ProbeContext,
): Promise<Health> {
	const { maxBlocksBehind } = health.settings;
	const isCounted = maxBlocksBehind !== undefined;
	const limitMs = isCounted ? 0 : getLongestLagMs(head);
	const next = head.blockNumber + 1n + BigInt(maxBlocksBehind ?? 0);
	// Nothing is read for an endpoint whose own newest block was recent enough.
	const isNear = next > reference.blockNumber || (head.ageMs ?? Infinity) <= limitMs;
	const lagMs = isNear ? undefined : await findLag(head, next, reference, heads, context);
	const distance = reference.blockNumber - head.blockNumber;
	const seconds = lagMs === undefined ? undefined : Math.round(lagMs / 1000);
	const comparison = omitUndefined({
		compared: true,
		blocksBehindReference: toExactNumber(distance),
		secondsBehindReference: seconds,
		reference: omitUndefined({ ...about, blockNumber: toExactNumber(reference.blockNumber) }),
	});
	const compared = { ...health, comparison };
	if (!health.healthy || lagMs === undefined || lagMs <= limitMs) return compared;
	const whose = about.source === 'otherItems' ? 'most others' : 'the reference endpoint';
	const limit = isCounted
		? `, more than the ${maxBlocksBehind} allowed`
		: `: its next block had existed for ${seconds} s when it was asked, more than the ${Math.ceil(limitMs / 1000)} s allowed`;
	const reason = `it is ${distance} blocks behind ${whose}${limit}`;
	return { ...compared, healthy: false, state: 'lagging', reason };
}

/** How many endpoints are asked for the time of a block before it counts as unknown. */
const MOST_ASKED = 3;

/** Assumed of a chain whose blocks carry no time: faster than any, so it accuses late. */
const FASTEST_MS = 50;

/** @returns for how long a block had existed when an endpoint was asked that did not have it, in milliseconds */
async function findLag(
	{ headAtMs, ageMs = Infinity }: Head,
	height: bigint,
	reference: Head,
	heads: readonly Head[],
	context: ProbeContext,
): Promise<number> {
	const above = heads.filter(({ blockNumber }) => blockNumber >= height);
	// That one first: who claims to be ahead may not have the block.
	const holders = new Set([reference, ...above]);
	let madeAtMs: number | undefined;
	for (const holder of [...holders].slice(0, MOST_ASKED)) {
		// A time that could not be read before the end counts as unknown: the endpoints themselves have answered.
		madeAtMs ??= await readBlockTime(holder, height, context).catch(ignoreCancelled);
	}
	// Where it is not known, a block above was made later: this accuses late, never wrongly.
	madeAtMs ??= Math.min(
		...above.map(
			(each) => each.headAtMs - (each.ageMs ?? Number(each.blockNumber - height) * FASTEST_MS),
		),
	);
	return Math.max(0, Math.min(headAtMs - madeAtMs, ageMs));
}

/** Characters shown of hashes that differ. */
const SHOWN = 12;

/**
 * Asks an EVM endpoint again, where forks are to be detected, when its newest block differs from that of most at its
 * height: it may have another block by now, as happens while a chain is reorganized.
 * @returns the health, as lagging where it still disagrees
 */
async function checkFork(
	health: Health,
	{ endpoint, blockNumber, blockHash }: Head,
	heads: readonly Head[],
	context: ProbeContext,
): Promise<Health> {
	const { settings, healthy } = health;
	if (!settings.detectsForks || !healthy || endpoint.family !== 'evm') return health;
	const hashOfMost = findMajorityHash(heads.filter((each) => each.blockNumber === blockNumber));
	const hasOther = blockHash !== undefined && blockHash.toLowerCase() !== hashOfMost;
	if (hashOfMost === undefined || !hasOther) return health;
	const ask = new EndpointProbeClient(endpoint, context);
	const params = [toHexQuantity(blockNumber), false];
	const block = await ifAnswered(ask.call('eth_getBlockByNumber', params));
	const hash = read.text(at(block, 'hash'))?.toLowerCase();
	if (hash === undefined || hash === hashOfMost) return health;
	const [own, theirs] = [hash, hashOfMost].map((each) => excerpt(each, SHOWN));
	const reason = `fork: its block ${blockNumber} is ${own}, but that of most others is ${theirs}`;
	return { ...health, healthy: false, state: 'lagging', reason };
}

/** Nodes spell the digits of a hash in either case. */
function findMajorityHash(heads: readonly Head[]): string | undefined {
	const hashes = heads.flatMap(({ blockHash }) => blockHash?.toLowerCase() ?? []).sort();
	// The hash that most have is in the middle.
	const middle = hashes[hashes.length >> 1];
	const isMost = hashes.filter((hash) => hash === middle).length > hashes.length / 2;
	return hashes.length >= SMALLEST_GROUP && isMost ? middle : undefined;
}
