import { RpcClient, type RpcReply } from '../../../nodes/shared/jsonRpc/rpcClient';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { SimulatedNetwork, type NetworkHost, type Transfer } from './network.mts';
import { Random } from './random.mts';
import { rateLimit, type RateLimit } from './rateLimits.mts';
import type { Scenario } from './scenario.mts';
import { POISON, SimulatedServer, type Trouble } from './server.mts';
import { VirtualClock } from './virtualClock.mts';

/** One call of a run, and its outcome. */
export interface SimulatedCall {
	tag: number;
	host: string;
	url: string;
	isWrite: boolean;
	isPoison: boolean;
	isImpatient: boolean;
	/** Nothing is wrong with its address. */
	isHealthy: boolean;
	replies: RpcReply[];
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

/** Runs the client against simulated hosts in virtual time. */
export async function simulate(scenario: Scenario, limitMs: number): Promise<SimulatedRun> {
	const random = new Random(scenario.seed ^ 0x5eed);
	const clock = new VirtualClock();
	const hosts = new Map<string, NetworkHost>();
	const calls: SimulatedCall[] = [];
	let burst = 0;
	for (let number = 0; number < scenario.hosts; number += 1) {
		const origin = `https://host-${number}.example.com`;
		const urls = Array.from(
			{ length: scenario.addressesPerHost },
			(_, index) => `${origin}/key-${index}/evm`,
		);
		const limits = limitsOf(scenario, clock);
		burst ||= limits(urls[0])?.burst ?? Infinity;
		const troubles = new Map<string, Trouble>(
			urls.slice(0, scenario.troubled).map((url) => [url, scenario.trouble]),
		);
		const limit = scenario.limit && ((address: string) => limits(address) as RateLimit);
		const server = new SimulatedServer({ ...scenario, limit, troubles }, random);
		hosts.set(origin, { server, oneWayMs: scenario.oneWayMs + scenario.latencyMs });
		for (let index = 0; index < scenario.callsPerAddress; index += 1) {
			for (const url of urls) {
				const isWrite = random.chance(scenario.writes);
				calls.push({
					tag: calls.length,
					host: origin,
					url,
					isWrite,
					isPoison: !isWrite && random.chance(scenario.poison),
					isImpatient: random.chance(scenario.impatient),
					isHealthy: !troubles.has(url),
					replies: [],
					settledAt: Infinity,
				});
			}
		}
	}
	const network = new SimulatedNetwork(clock, hosts);
	const stop = new AbortController();
	if (scenario.cancelAtMs !== undefined) clock.after(scenario.cancelAtMs, () => stop.abort());
	const scheduler = new RequestScheduler({ clock, random: random.next, cancel: stop.signal });
	const { maxConcurrency, callsPerSecond, batchSize } = scenario;
	const client = new RpcClient(network.context(stop.signal), scheduler, {
		maxConcurrency,
		isAdaptive: true,
		callsPerSecond,
		batchSize,
	});
	let settled = 0;
	for (const call of calls) {
		void makeCall(client, call, scenario).then((reply) => {
			call.replies.push(reply);
			call.settledAt = clock.now();
			settled += 1;
		});
	}
	const isOver = await clock.runUntil(() => settled === calls.length, limitMs);
	return {
		scenario,
		calls,
		transfers: network.transfers,
		processed: (host, tag) => hosts.get(host)?.server.processed.get(tag) ?? 0,
		faulted: (host, tag) => hosts.get(host)?.server.faulted.get(tag) ?? 0,
		isOver,
		endedAt: clock.now(),
		sleepers: clock.sleepers,
		burst,
	};
}

async function makeCall(
	client: RpcClient,
	{ tag, url, isWrite, isPoison, isImpatient }: SimulatedCall,
	{ timeoutMs, maxRetries, maxRetryWaitMs }: Scenario,
): Promise<RpcReply> {
	const retryOptions = isImpatient
		? { timeoutMs, maxRetries: 0, maxRetryWaitMs: 0 }
		: { timeoutMs, maxRetries, maxRetryWaitMs };
	return await client.call(
		{
			url,
			label: url,
			secrets: [],
			keyOverridden: false,
			family: 'evm',
			allowUnauthorizedCerts: false,
		},
		{
			method: isPoison ? POISON : 'eth_syncing',
			params: [tag],
			id: 1,
			isWrite,
			retryOptions,
		},
	);
}

/** The limits of a host: one for all addresses, or one for each. */
function limitsOf(
	{ limit, change }: Scenario,
	clock: VirtualClock,
): (address: string) => RateLimit | undefined {
	if (limit === undefined) return () => undefined;
	const { kind, rate, phaseMs, isShared } = limit;
	const made = new Map<string, RateLimit>();
	return (address) => {
		const isChanged = change !== undefined && clock.now() >= change.atMs;
		const present = isChanged ? Math.max(1, rate * change.factor) : rate;
		const key = `${isShared ? '' : address} ${present}`;
		let found = made.get(key);
		if (found === undefined) made.set(key, (found = rateLimit(kind, present, phaseMs)));
		return found;
	};
}
