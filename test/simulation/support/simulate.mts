import { RpcClient } from '../../../nodes/shared/jsonRpc/rpcClient';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { makeCall, type Ended } from './makeCalls.mts';
import { SimulatedNetwork, type Transfer } from './network.mts';
import type { Scenario } from './scenario.mts';
import { VirtualClock } from './virtualClock.mts';
import { worldOf } from './world.mts';

/** One call or probe of a run, and its outcome. */
export interface SimulatedCall {
	/** The id of it, and of the first of its questions. */
	tag: number;
	/** Tags of all its questions. */
	tags: number[];
	host: string;
	url: string;
	isWrite: boolean;
	isPoison: boolean;
	isImpatient: boolean;
	/** Nothing is wrong with its address. */
	isHealthy: boolean;
	/** Its host never answers anything. */
	isSilent: boolean;
	/** It is a single call where others are probes. */
	isSingle?: true;
	/** The number of the execution that makes it. */
	run: number;
	/** When it is made; virtual time in milliseconds. */
	madeAt: number;
	replies: Ended[];
	/** When it ended; virtual time in milliseconds. */
	settledAt: number;
}

/** A finished run. */
export interface SimulatedRun {
	scenario: Scenario;
	calls: SimulatedCall[];
	transfers: Transfer[];
	/** How often the servers processed each call, by tag. */
	processed: (host: string, tag: number) => number;
	/** How often each call failed by chance. */
	faulted: (host: string, tag: number) => number;
	/** Whether all calls ended in time. */
	isOver: boolean;
	endedAt: number;
	/** Sleeps that were left when all calls had ended. */
	sleepers: number;
	/** Calls the servers accept at once, according to their limits. */
	burst: number;
}

/** So many random numbers lie between those of one choice of the dice and the next, more than a single call needs. */
const DRAWS_APART = 1000;

/** A part of a scenario that is played in the whole world of it. */
export interface Part {
	/** @returns the calls of it that are made */
	choose: (calls: SimulatedCall[]) => SimulatedCall[];
	/** Another number lets chance decide anew. */
	dice: number;
	/** The play is over when these have ended, if not all have to. */
	awaited?: (call: SimulatedCall) => boolean;
}

/**
 * Runs the client against simulated hosts in virtual time.
 * @param part what is played of it, if not all
 */
export async function simulate(
	scenario: Scenario,
	limitMs: number,
	part?: Part,
): Promise<SimulatedRun> {
	const clock = new VirtualClock();
	const world = worldOf(scenario, clock);
	const { hosts } = world;
	const { choose, dice = 0, awaited = () => true } = part ?? {};
	const calls = choose?.(world.calls) ?? world.calls;
	for (let skipped = 0; skipped < dice * DRAWS_APART; skipped += 1) world.random.next();
	const network = new SimulatedNetwork(clock, hosts, scenario.oneWayMs, world.tags);
	const stop = new AbortController();
	if (scenario.cancelAtMs !== undefined) clock.after(scenario.cancelAtMs, () => stop.abort());
	const { maxConcurrency, callsPerSecond, batchSize } = scenario;
	const clients = Array.from({ length: scenario.runs }, (_, run) => {
		const scheduler = new RequestScheduler({ clock, random: world.random.next });
		return new RpcClient(
			network.context(stop.signal, run),
			scheduler,
			{ maxConcurrency, isAdaptive: true, callsPerSecond, batchSize },
			{ cancel: stop.signal },
		);
	});
	let left = calls.filter(awaited).length;
	for (const call of calls) {
		const make = (): void => {
			void makeCall(clients[call.run], call, scenario).then((ended) => {
				call.replies.push(ended);
				call.settledAt = clock.now();
				left -= awaited(call) ? 1 : 0;
			});
		};
		if (call.madeAt > 0) clock.after(call.madeAt, make);
		else make();
	}
	const isOver = await clock.runUntil(() => left === 0, limitMs);
	return {
		scenario,
		calls,
		transfers: network.transfers,
		processed: (host, tag) => hosts.get(host)?.processed.get(tag) ?? 0,
		faulted: (host, tag) => hosts.get(host)?.faulted.get(tag) ?? 0,
		isOver,
		endedAt: clock.now(),
		sleepers: clock.sleepers,
		burst: world.burst,
	};
}
