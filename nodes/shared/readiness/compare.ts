import { toExactNumber } from '../jsonRpc/quantities';
import type { OperationContext } from '../run/session';
import { Cancelled } from '../text/problem';
import type { Head, Health } from './health';
import { createTimeReader } from './probeClient';

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
 */
export async function compareWithEachOther(
	all: readonly Health[],
	context: SharedReads,
): Promise<ComparedHealth[]> {
	const byChain = new Map<string, Map<string, Head>>();
	for (const { head, state } of all) {
		if (head?.chainKey === undefined || state === 'wrongChain') continue;
		const heads = byChain.get(head.chainKey) ?? new Map<string, Head>();
		byChain.set(head.chainKey, heads);
		// One per address, however many items have it.
		if (!heads.has(head.endpoint.url)) heads.set(head.endpoint.url, head);
	}
	const groups = new Map(
		await Promise.all(
			[...byChain].map(async ([key, heads]) => {
				const group = await judgeGroup([...heads.values()], context);
				return [key, group] as const;
			}),
		),
	);
	return all.map((health) => {
		const source = 'otherItems';
		const { head, state } = health;
		if (head === undefined || state === 'wrongChain') return { ...health, compared: false };
		if (head.chainKey === undefined) {
			const note = 'it does not say which chain it is on';
			return { ...health, compared: false, reference: { source, note } };
		}
		const { endpoints, reference, lagOf } = groups.get(head.chainKey) as Group;
		if (reference === undefined) {
			const note = `${endpoints} ${endpoints === 1 ? 'endpoint' : 'endpoints'} of this chain, but at least ${SMALLEST_GROUP} are needed`;
			return { ...health, compared: false, reference: { source, endpoints, note } };
		}
		return compareToReference(health, head, { reference, lagMs: lagOf(head), source, endpoints });
	});
}

/** Compares one endpoint with another that is taken to be right. */
export async function compareWithReference(
	health: Health,
	{ head: reference, state, reason = state, inWords = reason, healthy, facts }: Health,
	context: SharedReads,
): Promise<ComparedHealth> {
	const source = 'referenceEndpoint';
	const { head } = health;
	const name = `the reference endpoint ${facts.endpoint}`.trim();
	if (reference === undefined) {
		const because = `${name} returned no block:`;
		return markNotCompared(health, source, `${because} ${reason}`, `${because} ${inWords}`);
	}
	if (head === undefined)
		return markNotCompared(
			health,
			source,
			'it returned no block to compare with the reference endpoint',
		);
	const isElsewhere =
		head.chainKey !== undefined &&
		reference.chainKey !== undefined &&
		head.chainKey !== reference.chainKey;
	if (isElsewhere) return markNotCompared(health, source, `${name} is on another chain`);
	const lags = await readLags([head], reference, [head, reference], context);
	const note = `the reference endpoint is not healthy itself: ${reason}`;
	return compareToReference(health, head, {
		reference,
		lagMs: lags(head),
		source,
		...(!healthy && { note }),
	});
}

/** A comparison that was asked for and did not take place is not health; what it reported itself stays. */
function markNotCompared(
	health: Health,
	source: Reference['source'],
	note: string,
	inWords = note,
): ComparedHealth {
	const reference = { source, note };
	if (!health.healthy) return { ...health, compared: false, reference };
	return {
		...health,
		healthy: false,
		state: 'notCompared',
		reason: `not compared: ${note}`,
		inWords: `not compared: ${inWords}`,
		compared: false,
		reference,
	};
}

interface Group {
	endpoints: number;
	/** Absent where there are too few. */
	reference?: Head;
	lagOf: LagOf;
}

async function judgeGroup(heads: readonly Head[], context: SharedReads): Promise<Group> {
	const endpoints = heads.length;
	if (endpoints < SMALLEST_GROUP) return { endpoints, lagOf: () => undefined };
	const highestFirst = [...heads].sort((a, b) => Number(b.blockNumber - a.blockNumber));
	const reference = highestFirst[Math.floor(endpoints / 2)];
	return { endpoints, reference, lagOf: await readLags(heads, reference, heads, context) };
}

function compareToReference(
	health: Health,
	head: Head,
	{
		reference,
		lagMs,
		...about
	}: { reference: Head; lagMs?: number } & Pick<Reference, 'source' | 'endpoints' | 'note'>,
): ComparedHealth {
	const distance = reference.blockNumber - head.blockNumber;
	const compared: ComparedHealth = {
		...health,
		compared: true,
		blocksBehindReference: toExactNumber(distance),
		...(lagMs !== undefined && { secondsBehindReference: Math.round(lagMs / 1000) }),
		reference: { ...about, blockNumber: toExactNumber(reference.blockNumber) },
	};
	if (!health.healthy || lagMs === undefined || lagMs <= limitOf(head)) return compared;
	const whose = about.source === 'otherItems' ? 'most others' : 'the reference endpoint';
	const { maxBlocksBehind, maxLagMs } = head;
	const limit =
		maxBlocksBehind === undefined
			? `its next block had existed for ${Math.round(lagMs / 1000)} s when it was asked, more than the ${Math.ceil(maxLagMs / 1000)} s allowed`
			: `more than the ${maxBlocksBehind} allowed`;
	const joint = maxBlocksBehind === undefined ? ':' : ',';
	return {
		...compared,
		healthy: false,
		state: 'lagging',
		reason: `it is ${distance} blocks behind ${whose}${joint} ${limit}`,
	};
}

/** Reads what is the same for many items of a run. */
export type SharedReads = Pick<OperationContext, 'once' | 'forget'>;

/** How many endpoints are asked for the times of blocks before they count as unknown. */
const MOST_ASKED = 3;

/** Assumed of a chain whose blocks carry no time and that shows no pace: faster than any, so it accuses late. */
const FASTEST_MS = 50;

/** @returns how far an endpoint lags, in milliseconds; `undefined` where it is not behind, or by so little that it does not matter */
export type LagOf = (head: Head) => number | undefined;

/**
 * Reads the times of the blocks that endpoints lack, each once and all in one batch, from endpoints that have them.
 * Nothing is read for an endpoint whose own newest block was recent enough.
 */
export async function readLags(
	judged: readonly Head[],
	reference: Head,
	heads: readonly Head[],
	context: SharedReads,
): Promise<LagOf> {
	const missing = (head: Head): bigint | undefined => {
		const next = head.blockNumber + 1n + BigInt(head.maxBlocksBehind ?? 0);
		if (next > reference.blockNumber || head.blockTimeMs === undefined) return undefined;
		const isRecent = head.answeredAtMs - head.blockTimeMs <= limitOf(head);
		return isRecent ? undefined : next;
	};
	const heights = new Set(judged.map(missing).filter((height) => height !== undefined));
	const times = await readTimes([...heights], reference, heads, context);
	const blockTimeMs = heads.some((head) => head.blockTimeMs === undefined)
		? estimateBlockTime(heads)
		: FASTEST_MS;
	return (head) => {
		if (head.blockNumber >= reference.blockNumber) return undefined;
		if (head.blockTimeMs === undefined) return estimateLag(head, reference, blockTimeMs);
		const next = missing(head);
		if (next === undefined) return undefined;
		// Where it is not known, a block above was made later: this accuses late, never wrongly.
		const above = heads.filter(({ blockNumber }) => blockNumber >= next);
		const nextMs = times.get(next) ?? Math.min(...above.map(estimateMadeBy));
		return Math.max(0, head.answeredAtMs - Math.max(nextMs, head.blockTimeMs));
	};
}

/** @returns the lag from which an endpoint is late, in milliseconds */
export function limitOf({ maxLagMs, maxBlocksBehind }: Head): number {
	return maxBlocksBehind === undefined ? maxLagMs : 0;
}

/** @returns a time by which the newest block of an endpoint had been made */
function estimateMadeBy({ blockTimeMs, answeredAtMs }: Head): number {
	return blockTimeMs ?? answeredAtMs;
}

async function readTimes(
	heights: readonly bigint[],
	reference: Head,
	heads: readonly Head[],
	context: SharedReads,
): Promise<Map<bigint, number>> {
	const times = new Map<bigint, number>();
	const others = heads.filter(
		(head) => head !== reference && head.blockNumber >= reference.blockNumber,
	);
	for (const { endpoint, chainKey = endpoint.url } of [reference, ...others].slice(0, MOST_ASKED)) {
		const unknown = heights.filter((height) => !times.has(height));
		if (unknown.length === 0) break;
		await Promise.all(
			unknown.map(async (height) => {
				const timeAt = createTimeReader(endpoint, chainKey, context);
				const time = await (timeAt && ignoreCancellation(timeAt(height)));
				if (time !== undefined) times.set(height, time);
			}),
		);
	}
	return times;
}

/** Times that could not be read before the end count as unknown: the endpoints themselves have answered. */
async function ignoreCancellation<T>(reading: Promise<T>): Promise<T | undefined> {
	try {
		return await reading;
	} catch (error) {
		return error instanceof Cancelled ? undefined : await Promise.reject(error);
	}
}

/** Heads without a time are brought to the same moment by the pace of their chain. */
function estimateLag(head: Head, reference: Head, blockTimeMs: number): number {
	const behind = Number(reference.blockNumber - head.blockNumber);
	const grown = Math.max(0, reference.answeredAtMs - head.answeredAtMs) / blockTimeMs;
	return Math.max(0, behind - grown) * blockTimeMs;
}

/** @returns the time between blocks, in milliseconds, that heads of a chain show which were seen at different moments */
function estimateBlockTime(heads: readonly Head[]): number {
	const slopes = heads.flatMap((one, index) =>
		heads.slice(index + 1).flatMap((other) => {
			const blocks = Number(other.blockNumber - one.blockNumber);
			const passed = estimateMadeBy(other) - estimateMadeBy(one);
			return passed * blocks > 0 ? [passed / blocks] : [];
		}),
	);
	slopes.sort((a, b) => a - b);
	return slopes[Math.floor(slopes.length / 2)] ?? FASTEST_MS;
}
