/** How many times as many endpoints of a host are asked in the next poll as it answered in this one. */
const GROWTH = 1.1;

/** How many are asked in any case. */
const FEWEST = 10;

/** Those of which a poll asks some, and leaves others for the next. */
export interface Portioned<T> {
	now: T[];
	later: T[];
}

/**
 * Knows how many endpoints of each host fit into one poll. Where they are too many, a poll asks as many as the one
 * before could: those whose turn it is, and no others, whose answers would only come instead of theirs.
 */
export class Capacity {
	private readonly most = new Map<string, number>();

	/** @param inTurn those first whose turn it is */
	portion<T extends { host: string }>(inTurn: readonly T[]): Portioned<T> {
		const counts = new Map<string, number>();
		const portioned: Portioned<T> = { now: [], later: [] };
		for (const each of inTurn) {
			const count = counts.get(each.host) ?? 0;
			const isNow = count < (this.most.get(each.host) ?? Infinity);
			counts.set(each.host, count + 1);
			portioned[isNow ? 'now' : 'later'].push(each);
		}
		return portioned;
	}

	/** @returns whether a host has not answered everything in the time of a poll */
	isTight(host: string): boolean {
		return this.most.has(host);
	}

	/**
	 * Notes how a poll went.
	 * @param isCutOff tells whether there was no time for an endpoint that was asked
	 */
	learn<T extends { host: string }>(
		{ now, later }: Portioned<T>,
		isCutOff: (each: T) => boolean,
	): void {
		for (const host of new Set(now.map((each) => each.host))) {
			const asked = now.filter((each) => each.host === host);
			const answered = asked.filter((each) => !isCutOff(each)).length;
			const isMore = later.some((each) => each.host === host);
			if (answered === asked.length && !isMore) this.most.delete(host);
			else this.most.set(host, Math.max(FEWEST, Math.floor(answered * GROWTH) + 1));
		}
	}
}
