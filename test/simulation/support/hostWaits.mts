import { grouped } from './groups.mts';
import type { Transfer } from './network.mts';
import type { SimulatedCall, SimulatedRun } from './simulate.mts';

/**
 * A host waits where more than this share of the addresses called in the last second was asked to, at least two. Those
 * that were not called yet count as not asked.
 */
const SHARE = 1 / 4;
const SECOND_MS = 1000;

/**
 * For how long a host waits, as the promise says, because addresses with a fault of their own were asked to and are more
 * than a quarter: in any run, at the host where it is longest, in milliseconds.
 */
export function hostWaitsMs({ calls, transfers }: SimulatedRun): number {
	const bad = new Set(calls.filter(({ isHealthy }) => !isHealthy).map(({ url }) => url));
	const ofHosts = grouped(transfers, ({ run, host }) => `${run} ${host}`);
	const made = grouped(calls, ({ run, host }) => `${run} ${host}`);
	return Math.max(0, ...[...ofHosts].map(([key, each]) => waitsMs(each, made.get(key) ?? [], bad)));
}

function waitsMs(
	transfers: readonly Transfer[],
	calls: readonly SimulatedCall[],
	bad: ReadonlySet<string>,
): number {
	const asked = transfers
		.filter(({ askedMs, endedAt }) => askedMs !== undefined && endedAt < Infinity)
		.sort((a, b) => a.endedAt - b.endedAt);
	let until = -Infinity;
	let sum = 0;
	for (const { url, endedAt, askedMs = 0 } of asked) {
		if (!bad.has(url)) continue;
		const isRecent = (each: Transfer): boolean =>
			each.sentAt <= endedAt && each.endedAt > endedAt - SECOND_MS;
		const called =
			countAddresses(transfers.filter(isRecent)) + countUncalled(transfers, calls, endedAt);
		const waiting = countAddresses(
			asked.filter((each) => isRecent(each) && each.endedAt <= endedAt),
		);
		if (waiting <= Math.max(1, SHARE * called)) continue;
		const end = endedAt + askedMs;
		sum += Math.max(0, end - Math.max(endedAt, until));
		until = Math.max(until, end);
	}
	return sum;
}

function countAddresses(transfers: readonly Transfer[]): number {
	return new Set(transfers.map(({ url }) => url)).size;
}

/** @returns how many addresses wait for their first call */
function countUncalled(
	transfers: readonly Transfer[],
	calls: readonly SimulatedCall[],
	now: number,
): number {
	const waiting = new Set(calls.filter(({ madeAt }) => madeAt <= now).map(({ url }) => url));
	for (const { url, sentAt } of transfers) if (sentAt <= now) waiting.delete(url);
	return waiting.size;
}
