import { grouped } from './groups.mts';
import { lostCalls } from './invariants.mts';
import { timeBound } from './promises.mts';
import { isMute } from './refusals.mts';
import { simulate, type SimulatedCall, type SimulatedRun } from './simulate.mts';

/** So many single questions show how many come to nothing by themselves. */
const LONE_CALLS = 128;

/** As many lost calls as in one of so many runs are an accident. */
const ACCIDENT = 1 / 1000;

/**
 * Whether as many calls would come to nothing if each question were asked alone: in the same world, at the time at which
 * it was sent first, with chance deciding anew. Where a limit says nothing of itself, a lone call meets it as the others left it.
 */
export async function isLostAlone(run: SimulatedRun): Promise<boolean> {
	const { answerable, lost } = lostCalls(run);
	if (lost.length === 0) return false;
	const { tags } = lost[0];
	const share = 1 - (1 - (await shareLostAlone(run))) ** tags.length;
	return chanceOfAtLeast(lost.length, answerable.length, share) >= ACCIDENT;
}

export async function shareLostAlone(run: SimulatedRun): Promise<number> {
	const { scenario, transfers } = run;
	const { answerable } = lostCalls(run);
	const sent = grouped(
		transfers.flatMap(({ tags, sentAt }) => tags.map((tag) => ({ tag, sentAt }))),
		({ tag }) => tag,
	);
	const { limit, refusal } = scenario;
	const isUsedUp = isMute(refusal) ? ({ isUsedUp: true } as const) : {};
	const world = { ...scenario, limit: limit && { ...limit, ...isUsedUp } };
	let tried = 0;
	let lost = 0;
	for (let dice = 0; dice < LONE_CALLS; dice += 1) {
		const call = answerable[Math.floor((dice * answerable.length) / LONE_CALLS)];
		const madeAt = sent.get(call.tag)?.[0].sentAt ?? call.madeAt;
		const lone = await simulate(world, madeAt + timeBound(scenario), {
			choose: (calls) => askedAlone(calls, call.tag, madeAt),
			questions: 'calls',
			dice,
		});
		const alone = lostCalls(lone);
		tried += alone.answerable.length;
		lost += alone.lost.length;
	}
	return tried === 0 ? 1 : lost / tried;
}

/** @returns the first question of a call, asked at another time */
function askedAlone(calls: readonly SimulatedCall[], tag: number, madeAt: number): SimulatedCall[] {
	return calls.filter((each) => each.tag === tag).map((call) => ({ ...call, tags: [tag], madeAt }));
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
