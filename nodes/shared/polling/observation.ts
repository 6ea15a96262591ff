import type { SecretMask } from '../secrets/secretMask';

/** State of an object that is gone for certain; reported once, then it is forgotten. */
export const DELETED = 'deleted';

/** What a poll saw of one object. */
export interface Observation {
	id: string;
	name: string;
	/** What is watched of the object, such as its status; {@link DELETED} when it is gone. */
	state: string;
	/** Where states start over from time to time, such as in each billing period: what they belong to. */
	period?: string;
	/** Further facts for the item that reports a change. */
	facts?: Record<string, unknown>;
}

/** What an event notes between its looks. Holds no secrets. */
export type EventNotes = Readonly<Record<string, string | number>>;

/** What a poll saw altogether. What is neither observed nor unknown is not watched any more. */
export interface Snapshot {
	observations: readonly Observation[];
	/** Objects that exist, or may, and could not be looked at this time. */
	unknown: ReadonlySet<string>;
	/** How many of them because the poll had to end first. */
	cutOff?: number;
	/** How many are not watched, because there are too many. */
	beyond?: number;
	/** What was to be watched and cannot be: why, by id. */
	unwatched?: ReadonlyMap<string, string>;
	/** What the event notes for its next look; saved with the rest. */
	notes?: EventNotes;
	/** The credential leads to other things than before: nothing of what is remembered is among them. */
	isElsewhere?: boolean;
}

/**
 * Hides secrets in what a poll saw, before anything of it is logged, remembered or cut: of a key that is cut, a part
 * would stay. Ids stay as they are, because objects are found by them, and facts are masked with the items.
 */
export function withMaskedTexts(snapshot: Snapshot, mask: SecretMask): Snapshot {
	const { observations, unwatched } = snapshot;
	return {
		...snapshot,
		observations: observations.map((observation) => ({
			...observation,
			name: mask.text(observation.name),
			state: mask.text(observation.state),
		})),
		...(unwatched && {
			unwatched: new Map([...unwatched].map(([id, reason]) => [id, mask.text(reason)])),
		}),
	};
}
