import { toExactNumber } from '../jsonRpc/quantities';
import { groupBy, omitUndefined } from '../text/json';
import { ignoreCancelled } from '../text/problem';
import { getLongestLagMs, readBlockTime } from './ageLimit';
import type { Comparison, Health, ProbeContext } from './health';
import { getMadeAtMs, type EndpointReport } from './endpointReport';
import { checkFork, SMALLEST_GROUP, type Head } from './fork';

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
				const other = { reference, heads: group, about };
				const compared = await judgeLag(health, head, other, context);
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
	reference: Health,
	context: ProbeContext,
): Promise<Health> {
	const { report: head } = health;
	const { report: other, state, reason = state, healthy } = reference;
	const name = `the reference endpoint ${reference.endpoint}`.trim();
	if (!isHead(other)) return refuseComparison(health, `${name} returned no block: ${reason}`);
	if (!isHead(head))
		return refuseComparison(health, 'it returned no block to compare with the reference endpoint');
	const chains = [head, other].flatMap(({ chainKey }) => chainKey ?? []);
	if (new Set(chains).size > 1) return refuseComparison(health, `${name} is on another chain`);
	const note = healthy ? undefined : `the reference endpoint is not healthy itself: ${reason}`;
	const about = { source: 'referenceEndpoint', note } as const;
	return await judgeLag(health, head, { reference: other, heads: [head, other], about }, context);
}

/** @param note why it does not take place */
function refuseComparison(health: Health, note: string): Health {
	const comparison = { compared: false, reference: { source: 'referenceEndpoint', note } } as const;
	if (!health.healthy) return { ...health, comparison };
	const reason = `not compared: ${note}`;
	return { ...health, comparison, healthy: false, state: 'notCompared', reason };
}

/** The side that an endpoint is compared with. */
interface OtherSide {
	/** The block that counts. */
	reference: Head;
	/** All that may tell when a block was made. */
	heads: readonly Head[];
	/** The rest of what is said of the reference. */
	about: NonNullable<Comparison['reference']>;
}

/** @returns the health of an endpoint with its comparison, as lagging where it is too far behind */
async function judgeLag(
	health: Health,
	head: Head,
	other: OtherSide,
	context: ProbeContext,
): Promise<Health> {
	const { reference, about } = other;
	const { maxBlocksBehind } = health.settings;
	const limitMs = maxBlocksBehind === undefined ? getLongestLagMs(head) : 0;
	const next = head.blockNumber + 1n + BigInt(maxBlocksBehind ?? 0);
	// Nothing is read for an endpoint whose own newest block was recent enough.
	const isNear = next > reference.blockNumber || (head.ageMs ?? Infinity) <= limitMs;
	const lagMs = isNear ? undefined : await findLag(head, next, other, context);
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
	const limit =
		maxBlocksBehind === undefined
			? `: it was ${seconds} s behind (${Math.ceil(limitMs / 1000)} s allowed)`
			: `, more than the ${maxBlocksBehind} allowed`;
	const reason = `it is ${distance} blocks behind ${whose}${limit}`;
	return { ...compared, healthy: false, state: 'lagging', reason };
}

/** How many endpoints are asked for the time of a block before it counts as unknown. */
const MOST_ASKED = 3;

/** Assumed of a chain whose blocks carry no time: faster than any, so it accuses late. */
const FASTEST_MS = 50;

/** @returns for how long a block had existed when an endpoint was asked that did not have it, in milliseconds */
async function findLag(
	{ askedAtMs, ageMs = Infinity }: Head,
	height: bigint,
	{ reference, heads }: OtherSide,
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
	madeAtMs ??= Math.min(...above.map((each) => estimateMadeAtMs(each, height)));
	return Math.max(0, Math.min(askedAtMs - madeAtMs, ageMs));
}

/** @returns a time by which the block at a height had been made, from that of a block above it */
function estimateMadeAtMs(above: Head, height: bigint): number {
	return getMadeAtMs(above) ?? above.headAtMs - Number(above.blockNumber - height) * FASTEST_MS;
}
