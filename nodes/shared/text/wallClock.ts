const SECOND_MS = 1000;

const MINUTE_MS = 60_000;

/** No wall clock is put back by more than this: usually by an hour, in the Antarctic by two. Milliseconds. */
const LONGEST_STEP_MS = 3 * 3_600_000;

/** Reads what wall clocks of a time zone show at a point in time: milliseconds since 1970, as if it showed UTC. */
export type WallClock = (at: number) => number;

/** Those that were found, by time zone: each poll needs them, and to make one takes six times as long as to read it. */
const found = new Map<string, WallClock>();

/**
 * @param timeZone a name of the IANA database, such as `Europe/Berlin`
 * @returns its wall clock, to the second; `undefined` where there is no such time zone
 */
export function findWallClock(timeZone: string): WallClock | undefined {
	const wallClock = found.get(timeZone) ?? makeWallClock(timeZone);
	if (wallClock !== undefined) found.set(timeZone, wallClock);
	return wallClock;
}

function makeWallClock(timeZone: string): WallClock | undefined {
	let format: Intl.DateTimeFormat;
	try {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	} catch {
		return undefined;
	}
	return (at) => {
		const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
		const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
		const day = Date.UTC(part('year'), part('month') - 1, part('day'));
		const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
		return day + seconds * SECOND_MS;
	};
}

/**
 * Reads how far a wall clock has come. While it shows an hour for the second time, because it was put back, that is the
 * time it was put back at: so each time of a day of 25 hours comes once. In a day of 23 hours, the times that are left
 * out have come once the clock was put forward.
 * @returns to the minute while the clock shows something for the second time, otherwise to the second
 */
export function readFurthest(read: WallClock, at: number): number {
	const shown = read(at);
	const begin = at - LONGEST_STEP_MS;
	if (shown - read(begin) >= LONGEST_STEP_MS) return shown;
	let furthest = shown;
	for (let before = begin; before < at; before += MINUTE_MS)
		furthest = Math.max(furthest, read(before));
	return furthest;
}
