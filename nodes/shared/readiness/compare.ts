import { exactNumber } from '../jsonRpc/quantities';
import type { Head, Health } from './health';
import { limitOf, readLags, type LagOf, type SharedReads } from './lag';

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
				const group = await judgedGroup([...heads.values()], context);
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
		return besideReference(health, head, { reference, lagMs: lagOf(head), source, endpoints });
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
		return notCompared(health, source, `${because} ${reason}`, `${because} ${inWords}`);
	}
	if (head === undefined)
		return notCompared(
			health,
			source,
			'it returned no block to compare with the reference endpoint',
		);
	const isElsewhere =
		head.chainKey !== undefined &&
		reference.chainKey !== undefined &&
		head.chainKey !== reference.chainKey;
	if (isElsewhere) return notCompared(health, source, `${name} is on another chain`);
	const lags = await readLags([head], reference, [head, reference], context);
	const note = `the reference endpoint is not healthy itself: ${reason}`;
	return besideReference(health, head, {
		reference,
		lagMs: lags(head),
		source,
		...(!healthy && { note }),
	});
}

/** A comparison that was asked for and did not take place is not health; what it reported itself stays. */
function notCompared(
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

async function judgedGroup(heads: readonly Head[], context: SharedReads): Promise<Group> {
	const endpoints = heads.length;
	if (endpoints < SMALLEST_GROUP) return { endpoints, lagOf: () => undefined };
	const highestFirst = [...heads].sort((a, b) => Number(b.blockNumber - a.blockNumber));
	const reference = highestFirst[Math.floor(endpoints / 2)];
	return { endpoints, reference, lagOf: await readLags(heads, reference, heads, context) };
}

function besideReference(
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
		blocksBehindReference: exactNumber(distance),
		...(lagMs !== undefined && { secondsBehindReference: Math.round(lagMs / 1000) }),
		reference: { ...about, blockNumber: exactNumber(reference.blockNumber) },
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
