import type { Random } from './random.mts';
import { SERVER_ERRORS, type ServerError } from './troubles.mts';

/** The faults clients see while a host, or one of its backends, is out of service. */
export const OUTAGE_KINDS = [
	...SERVER_ERRORS,
	'reset',
	'refused',
	'no name server',
	'rate limited',
] as const;

/** A kind of outage. */
export type OutageKind = (typeof OUTAGE_KINDS)[number] | ServerError;

/** A time in which a host fails for all of its addresses together. */
export interface Outage {
	kind: OutageKind;
	fromMs: number;
	/** `Infinity` for a backend that never recovers. */
	lengthMs: number;
	/** The number of the one backend that is out of service; `undefined` for all. */
	backend?: number;
	/** It hits all hosts, because they share what failed; otherwise only the first. */
	isEverywhere: boolean;
}

/** @returns the outage that a request to a backend meets, if there is one */
export function outageAt(
	outages: readonly Outage[],
	backend: number,
	now: number,
): Outage | undefined {
	return outages.find(
		(each) =>
			now >= each.fromMs &&
			now < each.fromMs + each.lengthMs &&
			(each.backend === undefined || each.backend === backend),
	);
}

/** Outages that hit all requests to an address, in order. */
export function wholeOutages({
	outages,
	isSticky,
}: {
	outages: readonly Outage[];
	isSticky: boolean;
}): Outage[] {
	const isWhole = ({ backend, lengthMs }: Outage): boolean =>
		backend === undefined || (isSticky && lengthMs < Infinity);
	return outages.filter(isWhole).sort((a, b) => a.fromMs - b.fromMs);
}

const BROKEN = ['reset', 'refused', 'no name server'] as const;

/** Draws outages: mostly one, sometimes some in a row, as when a gateway restarts, comes back and fails again. */
export function drawnOutages(
	random: Random,
	backends: number,
	errors: readonly ServerError[],
): Outage[] {
	const kind = random.pick([...errors, ...BROKEN]);
	const isEverywhere = random.chance(0.3);
	const outages: Outage[] = [];
	let fromMs = random.pick([0, 0, 50, random.integer(0, 3000)]);
	for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) {
		const lengthMs = random.pick([150, 500, 1000, 2000, random.integer(150, 5000)]);
		outages.push({ kind, fromMs, lengthMs, isEverywhere });
		fromMs += lengthMs + random.integer(10_000, 20_000);
	}
	return backends > 1 && random.chance(0.7)
		? outages.map((each) => ({ ...each, backend: 0 }))
		: outages;
}

/** Draws a backend that differs from the others for good: it fails, or accepts nothing. */
export function drawnBadBackend(random: Random): Outage {
	const kind = random.pick(OUTAGE_KINDS);
	const fromMs = random.pick([0, 0, random.integer(0, 5000)]);
	return { kind, fromMs, lengthMs: Infinity, backend: 0, isEverywhere: true };
}
