import type { LastProbe } from '../polling/snapshot';
import type { ProbeCalls } from './probeCalls';

/** While others at its host get through, an endpoint is rejected in this many polls before that is its own state. */
const REJECTED_POLLS = 3;

/**
 * Rejections that others at its host explain with a smaller chance are its own. So small, because there may be a
 * thousand endpoints and a thousand polls a day.
 */
const LEAST_CHANCE = Math.log(1e-9);

/** @returns the share of calls that were rejected of the endpoints that were answered, by host; never quite 0 or 1 */
export function measureRejections(
	ended: ReadonlyArray<{ host: string; calls: ProbeCalls; isRejected: boolean }>,
): Map<string, number> {
	const counts = new Map<string, { sent: number; answered: number }>();
	for (const { host, calls, isRejected } of ended) {
		if (isRejected) continue;
		const { sent, answered } = counts.get(host) ?? { sent: 0, answered: 0 };
		counts.set(host, { sent: sent + calls.sent, answered: answered + calls.answered });
	}
	const shareOf = ({ sent, answered }: { sent: number; answered: number }): number =>
		(sent - answered + 1) / (sent + 2);
	return new Map([...counts].map(([host, count]) => [host, shareOf(count)]));
}

/**
 * Counts the polls in which an endpoint is rejected.
 * @param share the share of calls that were rejected of others at its host, whose calls may be why it is rejected; absent
 * where none of them gets through
 * @returns what is known of it then; overdue where that is not its own state
 */
export function countRejection(
	{ isAsked, isCutOff, waitMs, sent }: ProbeCalls,
	{ rejectedPolls: before = 0, chance: earlier = 0, ...last }: LastProbe,
	share: number | undefined,
	now: number,
): LastProbe {
	const isAnyAdmitted = share !== undefined;
	const { waitsUntil: askedUntil = -Infinity, isUnreachable } = last;
	const waitsUntil = Math.max(askedUntil, now + waitMs);
	const isWaiting = before > 0 && (now < askedUntil || !isAnyAdmitted);
	const isOwn = isAsked || isWaiting;
	if (!isAnyAdmitted) {
		const rejectedPolls = before + Number(isOwn);
		return { isUnreachable, rejectedPolls, waitsUntil, isOverdue: !isOwn };
	}
	// Its turn may have come had there been more time: others got what the host let through.
	const rejectedPolls = before + Number(isOwn && !isCutOff);
	const chance = earlier + sent * Math.log(share);
	const isCertain = chance < LEAST_CHANCE || rejectedPolls >= REJECTED_POLLS;
	return { isUnreachable, rejectedPolls, chance, waitsUntil, isOverdue: !(isOwn && isCertain) };
}
