import type { SimulatedCall, SimulatedRun } from './simulate.mts';
import { grouped } from './groups.mts';
import type { Scenario } from './scenario.mts';

/** The maximum number of requests of a run in flight. */
const MOST_IN_FLIGHT = 512;

/** Sums of fractions of milliseconds are off by less than this. */
const TINY = 1e-6;

/** How long a run may take, in virtual milliseconds: generous, but finite. */
export function timeBound(scenario: Scenario): number {
	const { limit, change, callsPerSecond, timeoutMs, maxRetries } = scenario;
	const perHost = scenario.addressesPerHost * scenario.callsPerAddress;
	const slowest = Math.min(1, change?.factor ?? 1) * (limit?.rate ?? Infinity);
	const paced = (perHost / Math.min(slowest, callsPerSecond)) * 1000;
	const served = (scenario.perCallMs + scenario.jitterMs + 2 * scenario.oneWayMs) * perHost;
	const inTurn = served / Math.min(scenario.maxConcurrency, scenario.concurrency, 16);
	const troubled = (maxRetries + 4) * (timeoutMs + 35_000);
	const slowly = scenario.maxConcurrency < 16 ? troubled * (scenario.troubled + 5) : troubled;
	return 4 * paced + 4 * inTurn + 2 * slowly + 60_000;
}

/** @returns what a run did that it must not do; empty when nothing is wrong */
export function violationsOf(run: SimulatedRun): string[] {
	return [
		...unsettled(run),
		...repeatedWrites(run),
		...wrongAnswers(run),
		...lostAnswers(run),
		...shortenedWaits(run),
		...tooManyInFlight(run),
		...tooManyPerSecond(run),
		...(run.isOver && run.sleepers > 0 ? [`${run.sleepers} sleeps outlived the run`] : []),
	];
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
	return calls.flatMap(({ tag, host, replies: [reply] }) => {
		if (reply?.answer.kind !== 'result') return [];
		if (reply.answer.result !== tag) return [`call ${tag} got the answer of another one`];
		return processed(host, tag) === 0 ? [`call ${tag} got an answer nobody gave`] : [];
	});
}

/** Calls that a healthy server would answer are answered, whatever other addresses do. */
function lostAnswers({ calls, scenario, faulted }: SimulatedRun): string[] {
	if (!mustAnswer(scenario)) return [];
	const isLost = ({ isWrite, tag, host, ...call }: SimulatedCall): boolean => {
		const [reply] = call.replies;
		const isAnswerable = call.isHealthy && !call.isPoison && !call.isImpatient && !isWrite;
		// Two retries may have been used for rejections before the pace of the server was known.
		const hadBadLuck = faulted(host, tag) >= scenario.maxRetries - 1;
		return isAnswerable && !hadBadLuck && reply !== undefined && reply.answer.kind !== 'result';
	};
	const lost = calls.filter(isLost);
	if (lost.length === 0) return [];
	const answers = new Set(lost.map(({ replies: [{ answer }] }) => reasonOf(answer)));
	return [`${lost.length} healthy calls were lost: ${[...answers].slice(0, 3).join('; ')}`];
}

function reasonOf(answer: object & { kind: string; reason?: string }): string {
	return `${answer.kind} ${answer.reason ?? ''}`;
}

function mustAnswer(scenario: Scenario): boolean {
	const { faults, maxRetries, maxRetryWaitMs, timeoutMs, cancelAtMs } = scenario;
	const isPatient = maxRetries >= 4 && maxRetryWaitMs >= 300_000 && cancelAtMs === undefined;
	const singleMs = 2 * scenario.oneWayMs + scenario.perCallMs + scenario.jitterMs;
	const isSane = faults.truncated === 0 && faults.hang === 0 && singleMs < timeoutMs / 2;
	return isPatient && isSane;
}

/** A wait that a server asks for is respected in full, at the address it was requested at. */
function shortenedWaits({ transfers }: SimulatedRun): string[] {
	return [...grouped(transfers, ({ url }) => url).values()].flatMap((same) => {
		const asked = same
			.filter(({ askedMs, endedAt }) => askedMs !== undefined && endedAt < Infinity)
			.sort((a, b) => a.endedAt - b.endedAt);
		const sent = [...same].sort((a, b) => a.sentAt - b.sentAt);
		// What is sent at the instant at which the answer arrives may have been sent just before.
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
		// What ends makes room for what begins at the same instant.
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
