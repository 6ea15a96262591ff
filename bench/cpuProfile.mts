// Reads CPU profiles: who had the time between two moments.
import type { Profiler } from 'node:inspector';

type Profile = Profiler.Profile;
type Frame = Profiler.ProfileNode;

/** Microseconds of a function: its own, and with everything it called. */
export interface FunctionTime {
	name: string;
	selfUs: number;
	totalUs: number;
}

/** A span of time on the profile's clock. */
export interface Moments {
	fromUs: number;
	toUs: number;
}

/** Microseconds each frame itself was at work, by its id. */
function selfTimes(
	{ samples = [], timeDeltas = [], startTime, endTime }: Profile,
	{ fromUs, toUs }: Moments,
): Map<number, number> {
	const times = new Map<number, number>();
	let at = startTime;
	samples.forEach((frame, index) => {
		at += timeDeltas[index];
		const next = index + 1 < samples.length ? at + timeDeltas[index + 1] : endTime;
		const us = Math.min(next, toUs) - Math.max(at, fromUs);
		if (us > 0) times.set(frame, (times.get(frame) ?? 0) + us);
	});
	return times;
}

/**
 * Adds up a profile by category and by function. What belongs to no category, such as the functions of the
 * language, counts for its caller.
 *
 * @param nameOf a file whose functions are wanted
 */
export function addUp(
	profile: Profile,
	moments: Moments,
	categoryOf: (file: string, name: string) => string | undefined,
	nameOf: (file: string) => string | undefined,
): { categories: Map<string, number>; functions: FunctionTime[] } {
	const own = selfTimes(profile, moments);
	const frames = new Map(profile.nodes.map((frame) => [frame.id, frame]));
	const categories = new Map<string, number>();
	const functions = new Map<string, FunctionTime>();

	/**
	 * @param callers functions that are under way already
	 * @returns microseconds of the frame and everything it called
	 */
	function visit(
		{ id, callFrame, children = [] }: Frame,
		callersCategory: string,
		callers: ReadonlySet<string>,
	): number {
		const { url, functionName, lineNumber } = callFrame;
		const category = categoryOf(url, functionName) ?? callersCategory;
		const selfUs = own.get(id) ?? 0;
		categories.set(category, (categories.get(category) ?? 0) + selfUs);
		const file = nameOf(url);
		const name = file && `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
		const within = name === undefined ? callers : new Set([...callers, name]);
		let totalUs = selfUs;
		for (const child of children) {
			const frame = frames.get(child);
			if (frame) totalUs += visit(frame, category, within);
		}
		if (name !== undefined) {
			const entry = functions.get(name) ?? { name, selfUs: 0, totalUs: 0 };
			functions.set(name, entry);
			entry.selfUs += selfUs;
			// A function that calls itself is counted where it was called first.
			if (!callers.has(name)) entry.totalUs += totalUs;
		}
		return totalUs;
	}

	visit(profile.nodes[0], 'other', new Set());
	return { categories, functions: [...functions.values()] };
}
