import { exactNumber } from '../jsonRpc/hex';
import type { HealthLook, HealthReading, SeenHead } from './healthReading';
import { atObservedPace } from './observedPace';

/** What an endpoint was compared with. */
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

/** A reading, and how it compares. */
export interface ComparedReading extends HealthReading {
	/** Negative for one that is ahead. */
	blocksBehindReference?: number | string;
	reference?: Reference;
}

/** With fewer, it is unknown which one is right. */
const SMALLEST_GROUP = 3;

/**
 * Block times in the table are typical ones: this share of a chain's growth between two looks is uncertain. Its
 * growth after the look at the reference was not observed: all of it may be missing without fault of an endpoint.
 */
const UNCERTAIN_BEFORE = 0.5;
const UNCERTAIN_AFTER = 1;

/** Endpoints of one chain. */
interface Group {
	/** One per address, however many items have it. */
	heads: SeenHead[];
	/** Absent where there are too few heads. */
	reference?: SeenHead;
}

/**
 * Compares endpoints with those of the same chain. The reference is the highest block that more than half of them
 * have reached: a minority that claims to be ahead, or stands still, moves it in neither direction. Heads that were
 * seen at different times are brought to the same time by the chain's block time.
 * @returns the readings in the order given
 */
export function comparedWithEachOther(looks: readonly HealthLook[]): ComparedReading[] {
	const groups = groupsOf(looks);
	return looks.map(({ head, reading }) => {
		const source = 'otherItems';
		if (head === undefined || reading.state === 'wrongChain') return reading;
		if (head.group === undefined) {
			return { ...reading, reference: { source, note: 'it does not say which chain it is on' } };
		}
		const { heads, reference } = groups.get(head.group) as Group;
		const endpoints = heads.length;
		const note = `${endpoints} ${endpoints === 1 ? 'endpoint' : 'endpoints'} of this chain, but at least ${SMALLEST_GROUP} are needed`;
		if (reference === undefined) return { ...reading, reference: { source, endpoints, note } };
		const ofItsChain = { ...head, pace: reference.pace };
		return judgedBeside(reading, ofItsChain, reference, { source, endpoints });
	});
}

/** Compares one endpoint with another that is taken to be right. */
export function comparedWith(
	{ reading, head }: HealthLook,
	reference: HealthLook,
): ComparedReading {
	const source = 'referenceEndpoint';
	if (head === undefined) return reading;
	const { reason, state, healthy } = reference.reading;
	if (reference.head === undefined) {
		const note = `the reference endpoint returned no block: ${reason ?? state}`;
		return { ...reading, reference: { source, note } };
	}
	const [own, other] = [head.group, reference.head.group];
	if (own !== undefined && other !== undefined && own !== other) {
		return {
			...reading,
			reference: { source, note: 'the reference endpoint is on another chain' },
		};
	}
	const note = `the reference endpoint is not healthy itself: ${reason ?? state}`;
	const [mine, theirs] = atObservedPace([head, reference.head]);
	return judgedBeside(reading, mine, theirs, { source, ...(!healthy && { note }) });
}

function groupsOf(looks: readonly HealthLook[]): Map<string, Group> {
	const byChain = new Map<string, Map<string, SeenHead>>();
	for (const { head, reading } of looks) {
		if (head?.group === undefined || reading.state === 'wrongChain') continue;
		const heads = byChain.get(head.group) ?? new Map<string, SeenHead>();
		byChain.set(head.group, heads);
		if (!heads.has(head.endpoint.url)) heads.set(head.endpoint.url, head);
	}
	return new Map(
		[...byChain].map(([name, byAddress]): [string, Group] => {
			const heads = atObservedPace([...byAddress.values()]);
			if (heads.length < SMALLEST_GROUP) return [name, { heads }];
			return [name, { heads, reference: reachedByMost(heads) }];
		}),
	);
}

/** @returns the highest head that more than half have reached */
function reachedByMost(heads: readonly SeenHead[]): SeenHead {
	const { at } = heads[0];
	// Counted from the middle: as distances from a head that claims to be far ahead, numbers would not be exact.
	const base = middleOf(
		[...heads].sort((a, b) => Number(b.blockNumber - a.blockNumber)),
	).blockNumber;
	const byHeight = heads
		.map((head) => ({ head, height: Number(head.blockNumber - base) + grown(head, at) }))
		.sort((a, b) => b.height - a.height);
	return middleOf(byHeight).head;
}

/** @returns the first element that makes up more than half of the list together with those before it */
function middleOf<T>(list: readonly T[]): T {
	return list[Math.floor(list.length / 2)];
}

/** @returns how many blocks a chain has probably grown between the time a head was seen and another time */
function grown({ at, pace }: SeenHead, to: number): number {
	return (to - at) / pace.blockTimeMs;
}

function judgedBeside(
	reading: HealthReading,
	head: SeenHead,
	reference: SeenHead,
	details: Pick<Reference, 'source' | 'endpoints' | 'note'>,
): ComparedReading {
	const since = grown(head, reference.at);
	const distance = reference.blockNumber - head.blockNumber;
	const behind = Number(distance) - since;
	const blocksBehindReference = exactNumber(distance - BigInt(Math.round(since)));
	const uncertain = since > 0 ? UNCERTAIN_BEFORE * since : UNCERTAIN_AFTER * -since;
	const mayHaveGrown = (head.earlierByMs ?? 0) / head.pace.blockTimeMs;
	const allowed = head.maxBlocksBehind ?? head.pace.usualLag;
	const limit = allowed + uncertain + mayHaveGrown;
	const { note, ...about } = details;
	const compared = {
		...reading,
		blocksBehindReference,
		reference: {
			...about,
			blockNumber: exactNumber(reference.blockNumber),
			...(note !== undefined && { note }),
		},
	};
	if (!reading.healthy || behind <= limit) return compared;
	const whose = details.source === 'otherItems' ? 'most others' : 'the reference endpoint';
	return {
		...compared,
		healthy: false,
		state: 'lagging',
		reason: `it is ${blocksBehindReference} blocks behind ${whose}, more than the ${allowed} allowed`,
	};
}
