import { grouped } from './groups.mts';
import { lostCalls } from './invariants.mts';
import type { Transfer } from './network.mts';
import { timeBound } from './promises.mts';
import { isMute } from './refusals.mts';
import type { Scenario } from './scenario.mts';
import { simulate, type SimulatedCall, type SimulatedRun } from './simulate.mts';

/** So many single questions of the lost calls, and of the others, show how many come to nothing by themselves. */
const LONE_CALLS = 64;

/** As many lost calls as in one of so many runs are an accident. */
const ACCIDENT = 1 / 1000;

/** A call that is made alone. */
interface Lone {
	tag: number;
	madeAt: number;
}

/**
 * Whether as many calls would come to nothing if each question were asked alone: in the same world, at the time at which
 * it was sent first, with chance deciding anew. One that was lost is not made before its host fell silent, so that it meets
 * the same outage. Where a limit says nothing of itself, a lone call meets it as the others left it, and other
 * executions go on to use it.
 */
export async function isLostAlone(run: SimulatedRun): Promise<boolean> {
	if (lostCalls(run, false).lost.length === 0) return false;
	const { answerable, lost } = lostCalls(run, true);
	const { scenario, transfers } = run;
	const world = { ...scenario, limit: scenario.limit && { ...scenario.limit } };
	if (world.limit !== undefined && isMute(scenario.refusal)) world.limit.isUsedUp = true;
	const sentAt = firstSent(transfers);
	const timed = ({ tag, madeAt }: SimulatedCall): Lone => ({
		tag,
		madeAt: sentAt.get(tag) ?? madeAt,
	});
	const ofHosts = grouped(
		[...transfers].sort((one, other) => one.endedAt - other.endedAt),
		({ run, host }) => `${run} ${host}`,
	);
	const isLost = new Set(lost);
	const failedAt = lastFailed(lost, transfers);
	const ended = lost.map((call) => {
		const { tag, madeAt } = timed(call);
		const ofHost = ofHosts.get(`${call.run} ${call.host}`) ?? [];
		const silentAt = silentSince(ofHost, failedAt.get(tag) ?? call.settledAt);
		return { tag, madeAt: Math.max(madeAt, silentAt) };
	});
	const others = answerable.filter((call) => !isLost.has(call)).map(timed);
	const expected =
		(await shareLost(world, ended)) * ended.length +
		(await shareLost(world, others)) * others.length;
	const question = expected / answerable.length;
	const share = 1 - (1 - question) ** lost[0].tags.length;
	return chanceOfAtLeast(lost.length, answerable.length, share) >= ACCIDENT;
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
async function shareLost(world: Scenario, calls: readonly Lone[]): Promise<number> {
	if (calls.length === 0) return 0;
	const areOthersKept = world.runs > 1 && isMute(world.refusal);
	let lost = 0;
	for (let dice = 0; dice < LONE_CALLS; dice += 1) {
		const { tag, madeAt } = calls[Math.floor((dice * calls.length) / LONE_CALLS)];
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
	return lost / LONE_CALLS;
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
