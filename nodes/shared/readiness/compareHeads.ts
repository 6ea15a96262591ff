import { exactNumber } from '../jsonRpc/hex';
import type { HealthLook, HealthReading, SeenHead } from './health';

/** What an endpoint was compared with. */
export interface Reference {
	/** Where it comes from: the other items of the run, or the endpoint that was given. */
	source: 'otherItems' | 'referenceEndpoint';
	/** The block that counts; absent where there is nothing to compare with. */
	blockNumber?: number | string;
	/** How many endpoints of the chain were looked at. */
	endpoints?: number;
	/** Why nothing was compared. */
	note?: string;
}

/** A reading, and how it compares. */
export interface ComparedReading extends HealthReading {
	/** Negative for one that is ahead. */
	blocksBehindReference?: number;
	reference?: Reference;
}

/** With fewer, nobody can say who is right. */
const SMALLEST_GROUP = 3;

/** Block times of the table are usual ones: so much of what a chain grew between two looks is not certain. */
const UNCERTAINTY = 0.5;

/**
 * Compares endpoints with those of the same chain. The reference is the highest block that more than half of them
 * have reached: a minority that claims to be ahead, or stands still, moves it in neither direction. Heads that were
 * seen at different times are brought to the same time by the chain's block time.
 * @returns the readings in the order given
 */
export function comparedWithEachOther(looks: readonly HealthLook[]): ComparedReading[] {
	const groups = new Map<string, SeenHead[]>();
	for (const { head, reading } of looks) {
		if (head === undefined || reading.state === 'wrongChain') continue;
		const group = groups.get(head.group);
		if (group === undefined) groups.set(head.group, [head]);
		else group.push(head);
	}
	const references = new Map<string, SeenHead>();
	for (const [name, heads] of groups) {
		const reference = heads.length < SMALLEST_GROUP ? undefined : reachedByMost(heads);
		if (reference !== undefined) references.set(name, reference);
	}
	return looks.map(({ head, reading }) => {
		if (head === undefined || reading.state === 'wrongChain') return reading;
		const endpoints = groups.get(head.group)?.length ?? 1;
		const reference = references.get(head.group);
		const note = `${endpoints} ${endpoints === 1 ? 'endpoint' : 'endpoints'} of this chain, at least ${SMALLEST_GROUP} are needed`;
		if (reference === undefined)
			return { ...reading, reference: { source: 'otherItems', endpoints, note } };
		return judgedBeside(reading, head, reference, { source: 'otherItems', endpoints });
	});
}

/** Compares one endpoint with another that is taken to be right. */
export function comparedWith(
	{ reading, head }: HealthLook,
	reference: HealthLook,
): ComparedReading {
	const source = 'referenceEndpoint';
	if (head === undefined) return reading;
	if (reference.head === undefined) {
		const note = `the reference endpoint told no block: ${reference.reading.reason ?? reference.reading.state}`;
		return { ...reading, reference: { source, note } };
	}
	if (reference.head.group !== head.group) {
		return {
			...reading,
			reference: { source, note: 'the reference endpoint is of another chain' },
		};
	}
	return judgedBeside(reading, head, reference.head, { source });
}

/** @returns the highest head that more than half have reached */
function reachedByMost(heads: readonly SeenHead[]): SeenHead {
	const [{ at }] = heads;
	const base = heads[0].blockNumber;
	const byHeight = heads
		.map((head) => ({ head, height: Number(head.blockNumber - base) + grown(head, at) }))
		.sort((a, b) => b.height - a.height);
	return byHeight[Math.floor(heads.length / 2)].head;
}

/** @returns how many blocks a chain has probably grown from when a head was seen to another time */
function grown({ at, pace }: SeenHead, to: number): number {
	return (to - at) / pace.blockTimeMs;
}

function judgedBeside(
	reading: HealthReading,
	head: SeenHead,
	reference: SeenHead,
	details: Pick<Reference, 'source' | 'endpoints'>,
): ComparedReading {
	const since = grown(head, reference.at);
	const behind = Number(reference.blockNumber - head.blockNumber) - since;
	const limit = head.maxBlocksBehind + UNCERTAINTY * Math.abs(since);
	const compared = {
		...reading,
		blocksBehindReference: Math.round(behind) || 0,
		reference: { ...details, blockNumber: exactNumber(reference.blockNumber) },
	};
	if (!reading.healthy || behind <= limit) return compared;
	const whose = details.source === 'otherItems' ? 'most others' : 'the reference endpoint';
	return {
		...compared,
		healthy: false,
		state: 'lagging',
		reason: `it is ${Math.round(behind)} blocks behind ${whose}, more than ${head.maxBlocksBehind}`,
	};
}
