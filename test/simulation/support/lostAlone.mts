import { grouped } from './groups.mts';
import { lostCalls } from './invariants.mts';
import type { Transfer } from './network.mts';
import { wholeOutages, type Outage } from './outages.mts';
import { timeBound } from './promises.mts';
import { isMute } from './refusals.mts';
import type { Scenario } from './scenario.mts';
import { simulate, type SimulatedCall, type SimulatedRun } from './simulate.mts';

/**
 * So many single questions of the lost calls, and of the others, show how many come to nothing by themselves: few where
 * that shows an accident, and otherwise many.
 */
const LONE_CALLS = [64, 256];

/** As many lost calls as in one of so many runs are an accident. */
const ACCIDENT = 1 / 1000;

/** All calls that meet an outage together may be lost where such a share of lone calls is. */
const SHARED = 1 / 4;

/** A call that is made alone. */
interface Lone {
	tag: number;
	madeAt: number;
	/** It was lost, and its whole host was out of service meanwhile. */
	isInOutage: boolean;
}

/**
 * Whether as many calls would come to nothing if each question were asked alone: in the same world, at the time at which
 * it was sent first, with chance deciding anew. One that was lost is not made before its host fell silent, or the outage
 * began in which it was lost. Where a limit says nothing of itself, a lone call meets it as the others left it, and other
 * executions go on to use it.
 */
export async function isLostAlone(run: SimulatedRun): Promise<boolean> {
	if (lostCalls(run, false).lost.length === 0) return false;
	for (const samples of LONE_CALLS) if (await isAccident(run, samples)) return true;
	return false;
}

async function isAccident(run: SimulatedRun, samples: number): Promise<boolean> {
	const { answerable, lost } = lostCalls(run, true);
	const { scenario } = run;
	const world = { ...scenario, limit: scenario.limit && { ...scenario.limit } };
	if (world.limit !== undefined && isMute(scenario.refusal)) world.limit.isUsedUp = true;
	const share = (calls: Lone[]): Promise<number> => shareLost(world, calls, samples);
	const all = timed(run, lost);
	// What meets a whole outage meets it together: all of it is lost where one call is.
	const isShared = (await share(all.filter(({ isInOutage }) => isInOutage))) >= SHARED;
	const single = all.filter(({ isInOutage }) => !(isInOutage && isShared));
	if (single.length === 0) return true;
	const sentAt = firstSent(run.transfers);
	const others = answerable
		.filter((call) => !lost.includes(call))
		.map(({ tag, madeAt }) => ({ tag, madeAt: sentAt.get(tag) ?? madeAt, isInOutage: false }));
	const expected = (await share(single)) * single.length + (await share(others)) * others.length;
	const question = expected / answerable.length;
	const ofAll = 1 - (1 - question) ** lost[0].tags.length;
	return chanceOfAtLeast(single.length, answerable.length, ofAll) >= ACCIDENT;
}

/** @returns when calls that were lost are made alone */
function timed(run: SimulatedRun, lost: SimulatedCall[]): Lone[] {
	const { transfers } = run;
	const sentAt = firstSent(transfers);
	const failedAt = lastFailed(lost, transfers);
	const ofHosts = grouped(
		[...transfers].sort((one, other) => one.endedAt - other.endedAt),
		({ run, host }) => `${run} ${host}`,
	);
	return lost.map((call) => {
		const { tag, settledAt } = call;
		const ofHost = ofHosts.get(`${call.run} ${call.host}`) ?? [];
		const silentAt = silentSince(ofHost, failedAt.get(tag) ?? settledAt);
		const outage = outageOf(run, call, silentAt);
		const madeAt = Math.max(sentAt.get(tag) ?? call.madeAt, silentAt, outage?.fromMs ?? 0);
		return { tag, madeAt, isInOutage: outage !== undefined };
	});
}

/** @returns the outage of the whole host since a time, in which a call may have been lost */
function outageOf(
	{ scenario, calls }: SimulatedRun,
	{ host, settledAt }: SimulatedCall,
	since: number,
): Outage | undefined {
	return wholeOutages(scenario).find(
		({ fromMs, lengthMs, isEverywhere }) =>
			(isEverywhere || host === calls[0].host) && settledAt >= fromMs && since < fromMs + lengthMs,
	);
}

/** @returns since when nothing had got through at a time: the first end of a request after the last answer */
function silentSince(ended: readonly Transfer[], time: number): number {
	const before = ended.filter(({ endedAt }) => endedAt <= time);
	const last = before.findLastIndex(({ said }) => said.has('result'));
	return (before[last + 1] ?? before[last])?.endedAt ?? 0;
}

/** @returns when each call was sent first, by tag */
function firstSent(transfers: SimulatedRun['transfers']): Map<number, number> {
	const sent = transfers.flatMap(({ tags, sentAt }) => tags.map((tag) => ({ tag, sentAt })));
	const byTag = grouped(sent, ({ tag }) => tag);
	return new Map([...byTag].map(([tag, [first]]) => [tag, first.sentAt]));
}

/** @returns when the last request failed that held a question of a call, by the tag of that; a probe goes on with others */
function lastFailed(
	calls: readonly SimulatedCall[],
	transfers: SimulatedRun['transfers'],
): Map<number, number> {
	const callOf = new Map(
		calls.flatMap(({ tag, tags }) => tags.map((each) => [each, tag] as const)),
	);
	const failedAt = new Map<number, number>();
	for (const { tags, said, endedAt } of transfers) {
		if (said.has('result')) continue;
		for (const each of tags) {
			const tag = callOf.get(each);
			if (tag !== undefined) failedAt.set(tag, Math.max(endedAt, failedAt.get(tag) ?? 0));
		}
	}
	return failedAt;
}

/** @returns how large a share of calls comes to nothing where each is the only one */
async function shareLost(
	world: Scenario,
	calls: readonly Lone[],
	samples: number,
): Promise<number> {
	if (calls.length === 0) return 0;
	const areOthersKept = world.runs > 1 && isMute(world.refusal);
	let lost = 0;
	for (let dice = 0; dice < samples; dice += 1) {
		const { tag, madeAt } = calls[Math.floor((dice * calls.length) / samples)];
		const run = await simulate(world, madeAt + timeBound(world), {
			choose: (all) => [
				...all.filter((each) => each.tag === tag).map((call) => askedAlone(call, madeAt)),
				...(areOthersKept ? ofOtherRuns(all, tag) : []),
			],
			awaited: (call) => call.isSingle === true,
			dice,
		});
		lost += lostCalls(run, true).lost.some(({ isSingle }) => isSingle) ? 1 : 0;
	}
	return lost / samples;
}

/** @returns the first question of a call, asked at another time */
function askedAlone(call: SimulatedCall, madeAt: number): SimulatedCall {
	return { ...call, tags: [call.tag], madeAt, isSingle: true };
}

/** @returns the calls of other executions than the one that makes a call */
function ofOtherRuns(calls: readonly SimulatedCall[], tag: number): SimulatedCall[] {
	const own = calls.find((each) => each.tag === tag)?.run;
	return calls.filter(({ run }) => run !== own);
}

/** @returns how likely it is that at least so many of all are lost, where this share of them is */
function chanceOfAtLeast(least: number, all: number, share: number): number {
	if (share >= 1) return 1;
	let exactly = (1 - share) ** all;
	let fewer = 0;
	for (let lost = 0; lost < least; lost += 1) {
		fewer += exactly;
		exactly *= ((all - lost) / (lost + 1)) * (share / (1 - share));
	}
	return 1 - fewer;
}
