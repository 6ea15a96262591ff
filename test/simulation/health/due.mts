import type { ChainProbe, Judged } from './probe.mts';

/** The faults in the verdicts of a probe, in words; nothing where all are right. */
export interface Mistakes {
	accused: string[];
	missed: string[];
}

/** A head younger than this is never too old, and an endpoint behind by less never late; milliseconds. */
const LEAST_MS = 10_000;

/** How long an answer took is known in whole milliseconds, and with it when its request was sent. */
const ROUNDING_MS = 1;

/**
 * Says, from the chain itself, which endpoints had to be named. What an observer in the run cannot know exactly is left
 * open: how old a head may be follows from a sample of gaps, and a chain that changes its speed has two.
 */
export function mistakesIn(probe: ChainProbe): Mistakes {
	const { chain, judged } = probe;
	const slackMs = probe.slackMs + ROUNDING_MS;
	const heights = judged.map(({ height }) => height).sort((a, b) => b - a);
	const reached = heights[Math.floor(heights.length / 2)];
	const limitMs = Math.max(LEAST_MS, chain.kind.lagMs);
	const age = ageLimits(probe);
	const mistakes: Mistakes = { accused: [], missed: [] };
	for (const [index, each] of judged.entries()) {
		const lagMs = each.height < reached ? lagOf(each, probe) : 0;
		const ageMs = Math.round((each.askedAtMs - each.stampMs) / 1000) * 1000;
		const isDue = lagMs > limitMs + slackMs || ageMs > age.mostMs + slackMs;
		const mayBe = lagMs > limitMs - slackMs || ageMs > age.leastMs - slackMs;
		const about = `endpoint ${index} of seed ${probe.seed}: ${each.state}, lag ${lagMs} ms of ${limitMs}, age ${ageMs} ms of ${age.leastMs} to ${age.mostMs}: ${each.reason}`;
		const isNamed = each.state === 'lagging';
		if (isNamed ? !mayBe && each.isHonest : each.state !== 'ready') mistakes.accused.push(about);
		if (!isNamed && isDue) mistakes.missed.push(about);
	}
	return mistakes;
}

/** How long the block after its own had existed when an endpoint was asked. */
function lagOf({ height, stampMs, askedAtMs }: Judged, { chain }: ChainProbe): number {
	return Math.max(0, askedAtMs - Math.max(stampMs, chain.stampOf(height + 1) ?? Infinity));
}

/** Between which bounds the limit of an age lies: in whole seconds, rounded up. */
function ageLimits({ chain }: ChainProbe): { leastMs: number; mostMs: number } {
	const { kind, blockTimes, isIrregular, pauseMs } = chain;
	const floorMs = Math.max(LEAST_MS + kind.pauseMs, kind.lagMs);
	const fastest = Math.min(...blockTimes);
	const slowest = Math.max(...blockTimes);
	// Means of 16 and of 100 gaps; stamps in whole seconds.
	const least = isIrregular ? 20 * 0.6 * fastest : 6 * 0.97 * fastest - 400;
	const isSteady = blockTimes.length === 1 && pauseMs === 0 && !isIrregular;
	const most = isSteady ? 6 * 1.03 * slowest + 400 : 20 * (2.2 * slowest + pauseMs / 16) + 1300;
	const rounded = (ms: number): number => Math.ceil(Math.max(floorMs, ms) / 1000) * 1000;
	return { leastMs: rounded(least), mostMs: rounded(most) };
}
