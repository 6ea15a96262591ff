import { RpcClient } from '../../../nodes/shared/jsonRpc/rpcClient';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { makeCall, type Ended } from './makeCalls.mts';
import { SimulatedNetwork, type Transfer } from './network.mts';
import type { Scenario } from './scenario.mts';
import { VirtualClock } from './virtualClock.mts';
import { worldOf, type World } from './world.mts';

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

/** The first question of a call, as the only one that is asked in its world. */
export interface Lone {
	tag: number;
	/** When it is made, in milliseconds. */
	madeAt: number;
	/** Another number lets chance decide anew. */
	dice: number;
}

/**
 * Runs the client against simulated hosts in virtual time.
 * @param lone the only call that is made in this world, if not all are
 */
export async function simulate(
	scenario: Scenario,
	limitMs: number,
	lone?: Lone,
): Promise<SimulatedRun> {
	const clock = new VirtualClock();
	const world = worldOf(scenario, clock);
	const { hosts } = world;
	const calls = lone === undefined ? world.calls : [loneCall(world, lone)];
	const questions = lone === undefined ? scenario.questions : 'calls';
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
	let settled = 0;
	for (const call of calls) {
		const make = (): void => {
			void makeCall(clients[call.run], call, { ...scenario, questions }).then((ended) => {
				call.replies.push(ended);
				call.settledAt = clock.now();
				settled += 1;
			});
		};
		if (call.madeAt > 0) clock.after(call.madeAt, make);
		else make();
	}
	const isOver = await clock.runUntil(() => settled === calls.length, limitMs);
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

function loneCall({ calls, random }: World, { tag, madeAt, dice }: Lone): SimulatedCall {
	for (let skipped = 0; skipped < dice; skipped += 1) random.next();
	const call = calls.find((each) => each.tag === tag);
	if (call === undefined) throw new Error(`There is no call ${tag}`);
	return { ...call, tags: [tag], madeAt };
}
