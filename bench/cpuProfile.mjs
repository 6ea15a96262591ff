// Reads CPU profiles: who had the time between two moments.

/** @typedef {import('node:inspector').Profiler.Profile} Profile */
/** @typedef {import('node:inspector').Profiler.ProfileNode} Frame */
/** @typedef {{ name: string, selfUs: number, totalUs: number }} FunctionTime */

/**
 * @param {Profile} profile
 * @param {number} fromUs on the profile's clock
 * @param {number} toUs
 * @returns {Map<number, number>} microseconds each frame itself was at work, by its id
 */
function selfTimes({ samples = [], timeDeltas = [], startTime, endTime }, fromUs, toUs) {
	/** @type {Map<number, number>} */
	const times = new Map();
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
 * @param {Profile} profile
 * @param {{ fromUs: number, toUs: number }} moments on the profile's clock
 * @param {(file: string, name: string) => string | undefined} categoryOf
 * @param {(file: string) => string | undefined} nameOf a file whose functions are wanted
 * @returns {{ categories: Map<string, number>, functions: FunctionTime[] }}
 */
export function addUp(profile, { fromUs, toUs }, categoryOf, nameOf) {
	const own = selfTimes(profile, fromUs, toUs);
	const frames = new Map(profile.nodes.map((frame) => [frame.id, frame]));
	/** @type {Map<string, number>} */
	const categories = new Map();
	/** @type {Map<string, FunctionTime>} */
	const functions = new Map();

	/**
	 * @param {Frame} frame
	 * @param {string} callersCategory
	 * @param {ReadonlySet<string>} callers functions that are under way already
	 * @returns {number} microseconds of the frame and everything it called
	 */
	function visit({ id, callFrame, children = [] }, callersCategory, callers) {
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
