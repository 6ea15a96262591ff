import type { Tally } from '../polling/snapshot';

/**
 * Rejections are an endpoint's own when others at its host explain them with a smaller chance. So small, because there
 * may be a thousand endpoints, and as many polls a day.
 */
const LEAST_CHANCE = Math.log(1e-6);

/** An endpoint with a smaller chance probably has a limit of its own, and says little about the host. */
const DOUBTFUL = Math.log(0.1);

/** So many rejections of an endpoint count in a poll: those of one window of a limit follow from each other. */
const MOST_COUNTED = 3;

/** What is left of a tally in the next poll. */
const KEPT = 0.8;

/** As many calls are taken to be rejected, and as many not, as long as few were sent: lately, and in a poll. */
const ASSUMED_LATELY = 1;
const ASSUMED_IN_POLL = 1 / 4;

const NOTHING: Tally = { sent: 0, rejected: 0 };

/** What became of the calls to an endpoint. */
export interface Rejections {
	/** Those of this poll. */
	inPoll: Tally;
	/** Those of the polls before, which count less the longer ago they were. */
	before?: Tally;
	/** How likely others explain the rejections before, since it was last answered: the logarithm of that. */
	chance?: number;
}

/** @returns the calls to an endpoint that are compared with those of the next poll */
export function countLately(endpoint: Rejections): Tally {
	const { before = NOTHING } = endpoint;
	const { sent, rejected } = countInPoll(endpoint);
	return { sent: KEPT * before.sent + sent, rejected: KEPT * before.rejected + rejected };
}

function countInPoll({ inPoll: { sent, rejected } }: Rejections): Tally {
	const counted = Math.min(rejected, MOST_COUNTED);
	return { sent: sent - rejected + counted, rejected: counted };
}

/**
 * Compares the endpoints of a host. One that is rejected again and again while others get through has a limit of its
 * own; where the others are rejected nearly as often, they share one, which may be used up by somebody else.
 */
export class Comparison {
	private inPoll = NOTHING;

	private lately = NOTHING;

	/** Adds an endpoint. */
	add(endpoint: Rejections): void {
		if (isDoubtful(endpoint)) return;
		this.inPoll = add(this.inPoll, countInPoll(endpoint), 1);
		this.lately = add(this.lately, countLately(endpoint), 1);
	}

	/** @returns how likely others explain the rejections of an endpoint that was added: the logarithm of that */
	calculateChance(endpoint: Rejections): number {
		const { chance = 0 } = endpoint;
		const inPoll = countInPoll(endpoint);
		const isAmong = !isDoubtful(endpoint);
		const othersInPoll = isAmong ? add(this.inPoll, inPoll, -1) : this.inPoll;
		const othersLately = isAmong ? add(this.lately, countLately(endpoint), -1) : this.lately;
		// A limit that all share may have come up in this poll, or let some through in it by chance.
		const share = Math.max(
			estimateShare(othersInPoll, ASSUMED_IN_POLL),
			estimateShare(othersLately, ASSUMED_LATELY),
		);
		return chance + inPoll.rejected * Math.log(share);
	}
}

/** @returns whether an endpoint rejects calls for reasons of its own */
export function isOwn(chance = 0): boolean {
	return chance < LEAST_CHANCE;
}

/** @returns whether an endpoint probably rejects calls for reasons of its own */
function isDoubtful({ chance = 0 }: Pick<Rejections, 'chance'>): boolean {
	return chance < DOUBTFUL;
}

/** @returns which share of calls is rejected, as far as these show: never quite 0 or 1 */
function estimateShare({ sent, rejected }: Tally, assumed: number): number {
	return (rejected + assumed) / (sent + 2 * assumed);
}

function add(sum: Tally, other: Tally, sign: 1 | -1): Tally {
	return { sent: sum.sent + sign * other.sent, rejected: sum.rejected + sign * other.rejected };
}
