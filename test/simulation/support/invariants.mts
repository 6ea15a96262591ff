import { falseAccusations } from './accusations.mts';
import { grouped } from './groups.mts';
import type { Ended } from './makeCalls.mts';
import { mustAnswer } from './promises.mts';
import type { Scenario } from './scenario.mts';
import type { SimulatedCall, SimulatedRun } from './simulate.mts';
import { isRefusal } from './troubles.mts';

/** The maximum number of requests of a run in flight. */
const MOST_IN_FLIGHT = 512;

/** Sums of fractions of milliseconds are off by less than this. */
const TINY = 1e-6;

/**
 * @param survivesAlone whether a single call survives what happens in the scenario, where that is known
 * @returns what a run did that it must not do; empty when nothing is wrong
 */
export function violationsOf(run: SimulatedRun, survivesAlone?: boolean): string[] {
	return [
		...unsettled(run),
		...repeatedWrites(run),
		...wrongAnswers(run),
		...lostAnswers(run, survivesAlone),
		...falseAccusations(run),
		...shortenedWaits(run),
		...ofEachExecution(run).flatMap((each) => [
			...tooManyInFlight(each),
			...tooManyPerSecond(each),
		]),
		...repeatedWithoutRetries(run),
		...lateCancellation(run),
		...(run.isOver && run.sleepers > 0 ? [`${run.sleepers} sleeps outlived the run`] : []),
	];
}

/** Executions that know nothing of each other have bounds of their own. */
function ofEachExecution(run: SimulatedRun): SimulatedRun[] {
	const transfers = grouped(run.transfers, (transfer) => transfer.run);
	return [...transfers.values()].map((own) => ({ ...run, transfers: own }));
}

function unsettled({ calls, isOver, endedAt }: SimulatedRun): string[] {
	const open = calls.filter(({ replies }) => replies.length === 0).length;
	const twice = calls.filter(({ replies }) => replies.length > 1).length;
	return [
		...(isOver && open === 0 ? [] : [`${open} calls were not settled after ${endedAt} ms`]),
		...(twice === 0 ? [] : [`${twice} calls were settled more than once`]),
	];
}

/** A write that reached its host may have been processed; it must not be sent again. */
function repeatedWrites({ calls, transfers }: SimulatedRun): string[] {
	const writes = new Set(calls.filter(({ isWrite }) => isWrite).map(({ tag }) => tag));
	const arrived = new Set<number>();
	const violations: string[] = [];
	for (const { tags, hasArrived } of transfers) {
		for (const tag of tags) {
			if (!writes.has(tag)) continue;
			if (tags.length > 1) violations.push(`write ${tag} travelled in a batch`);
			if (arrived.has(tag)) violations.push(`write ${tag} was sent again`);
			if (hasArrived) arrived.add(tag);
		}
	}
	return violations;
}

function wrongAnswers({ calls, processed }: SimulatedRun): string[] {
	return calls.flatMap(({ tag, tags, host, replies: [reply] }) => {
		if (reply?.answer.kind !== 'result') return [];
		if (reply.answer.result !== tag) return [`call ${tag} got the answer of another one`];
		// A probe reports what was answered, also where its first question was not.
		const isGiven = tags.some((each) => processed(host, each) > 0);
		return isGiven ? [] : [`call ${tag} got an answer nobody gave`];
	});
}

/**
 * @param isByChance whether calls count that failed nearly as often by chance as a call may be sent
 * @returns the calls that a healthy server would answer, and those of them that were not answered
 */
export function lostCalls(
	{ calls, scenario, faulted }: SimulatedRun,
	isByChance: boolean,
): {
	answerable: SimulatedCall[];
	lost: SimulatedCall[];
} {
	if (!mustAnswer(scenario)) return { answerable: [], lost: [] };
	const answerable = calls.filter(({ isWrite, tags, host, ...call }) => {
		// Two retries may have been used for rejections before the pace of the server was known.
		const hadBadLuck = tags.some((tag) => faulted(host, tag) >= scenario.maxRetries - 1);
		const isSpecial = isWrite || call.isPoison || call.isImpatient;
		return call.isHealthy && !isSpecial && (isByChance || !hadBadLuck);
	});
	const lost = answerable.filter(
		({ replies: [reply] }) =>
			reply !== undefined && reply.answer.kind !== 'result' && !isThrottled(scenario, reply),
	);
	return { answerable, lost };
}

/** An address whose own limit others use up, beside addresses that get through, is throttled for reasons of its own. */
function isThrottled({ others, limit, addressesPerHost }: Scenario, { answer }: Ended): boolean {
	const isUsedUp = others?.share === 1 && limit?.isShared === false && addressesPerHost > 1;
	return isUsedUp && answer.kind === 'rateLimited';
}

/** Calls that a healthy server would answer are answered, whatever other addresses do. */
function lostAnswers(run: SimulatedRun, survivesAlone?: boolean): string[] {
	if (survivesAlone === false) return [];
	const { lost } = lostCalls(run, false);
	if (lost.length === 0) return [];
	const answers = new Set(lost.map(({ replies: [{ answer }] }) => reasonOf(answer)));
	return [`${lost.length} healthy calls were lost: ${[...answers].slice(0, 3).join('; ')}`];
}

function reasonOf(answer: object & { kind: string; reason?: string }): string {
	return `${answer.kind} ${answer.reason ?? ''}`;
}

/** A wait that a server asks for is respected in full, at the address it was requested at. */
function shortenedWaits({ transfers, scenario: { timeoutMs } }: SimulatedRun): string[] {
	return [...grouped(transfers, ({ run, url }) => `${run} ${url}`).values()].flatMap((same) => {
		const asked = same
			.filter(({ askedMs, endedAt }) => askedMs !== undefined && endedAt < Infinity)
			// An answer that comes in the instant in which the time of its request is up may have come too late.
			.filter(({ sentAt, endedAt }) => endedAt - sentAt < timeoutMs - TINY)
			.sort((a, b) => a.endedAt - b.endedAt);
		const sent = [...same].sort((a, b) => a.sentAt - b.sentAt);
		// A request at the instant at which the answer arrives may have been sent just before.
		let pausedUntil = -Infinity;
		let next = 0;
		return sent.flatMap(({ sentAt, url }) => {
			for (; next < asked.length && asked[next].endedAt < sentAt; next += 1)
				pausedUntil = Math.max(pausedUntil, asked[next].endedAt + (asked[next].askedMs ?? 0));
			const missing = pausedUntil - sentAt;
			return missing > TINY ? [`${url} was asked ${missing} ms too early`] : [];
		});
	});
}

function tooManyInFlight({ transfers, scenario, endedAt }: SimulatedRun): string[] {
	const byHost = new Map<string, number>();
	const changes = transfers
		.flatMap(({ host, sentAt, endedAt: at }) => [
			{ host, at: sentAt, by: 1 },
			{ host, at: Math.min(at, endedAt), by: -1 },
		])
		// A request that ends makes room for one that begins at the same instant.
		.sort((a, b) => a.at - b.at || a.by - b.by);
	let all = 0;
	for (const { host, by } of changes) {
		all += by;
		byHost.set(host, (byHost.get(host) ?? 0) + by);
		if (all > MOST_IN_FLIGHT) return [`more than ${MOST_IN_FLIGHT} requests were in flight`];
		if ((byHost.get(host) ?? 0) > scenario.maxConcurrency)
			return [`more than ${scenario.maxConcurrency} requests to a host were in flight`];
	}
	return [];
}

function tooManyPerSecond({ transfers, scenario }: SimulatedRun): string[] {
	const { callsPerSecond } = scenario;
	if (callsPerSecond === Infinity) return [];
	const most = Math.max(1, Math.floor(callsPerSecond));
	const windowMs = (most / callsPerSecond) * 1000;
	for (const sent of grouped(transfers, ({ host }) => host).values()) {
		const inOrder = [...sent].sort((a, b) => a.sentAt - b.sentAt);
		let first = 0;
		let calls = 0;
		for (const { sentAt, tags } of inOrder) {
			calls += tags.length;
			for (; inOrder[first].sentAt + windowMs <= sentAt + TINY; first += 1)
				calls -= inOrder[first].tags.length;
			if (calls > most) return [`${calls} calls within ${windowMs} ms, ${most} are allowed`];
		}
	}
	return [];
}

/** Without retries each call is sent once alone, unless its batch was refused as a whole or left it out. */
function repeatedWithoutRetries({ calls, transfers, scenario }: SimulatedRun): string[] {
	const { faults, batches, limit, outages, troubled, troubles, first } = scenario;
	const isDamaged = faults.missing + faults.double + faults.foreign + faults.truncated > 0;
	const isRefused =
		limit !== undefined ||
		outages.some(({ kind }) => kind === 'rate limited') ||
		scenario.concurrency < Infinity ||
		(troubled > 0 && troubles.some(isRefusal)) ||
		(first !== undefined && isRefusal(first.fault));
	if (isDamaged || isRefused || batches !== undefined) return [];
	const sent = new Map<number, number>();
	// What fails in a batch may fail because of another call of it.
	const alone = transfers.filter(({ tags }) => tags.length === 1);
	for (const { tags } of alone) sent.set(tags[0], (sent.get(tags[0]) ?? 0) + 1);
	const repeated = calls.filter(
		({ isImpatient, tags }) =>
			(isImpatient || scenario.maxRetries === 0) && tags.some((tag) => (sent.get(tag) ?? 0) > 1),
	);
	return repeated.length === 0
		? []
		: [`${repeated.length} calls without retries were sent alone more than once`];
}

function lateCancellation({ calls, scenario: { cancelAtMs } }: SimulatedRun): string[] {
	if (cancelAtMs === undefined) return [];
	const late = calls.filter(
		({ settledAt, madeAt }) => settledAt > Math.max(cancelAtMs, madeAt) + TINY,
	);
	return late.length === 0 ? [] : [`${late.length} calls went on after the cancellation`];
}
