import { METHODS } from './makeCalls.mts';
import { questionKey } from './network.mts';
import { usedByOthers } from './othersUse.mts';
import { withPenalties } from './penalties.mts';
import { Random } from './random.mts';
import { rateLimit, type RateLimit } from './rateLimits.mts';
import type { Scenario } from './scenario.mts';
import { SimulatedServer } from './server.mts';
import type { SimulatedCall } from './simulate.mts';
import type { Trouble } from './troubles.mts';

/** Whatever is called in a run, and what calls it. */
export interface World {
	hosts: Map<string, SimulatedServer>;
	calls: SimulatedCall[];
	/** Tags of the questions of probes. */
	tags: Map<string, number>;
	random: Random;
	/** Calls the servers accept at once, according to their limits. */
	burst: number;
}

/** Executions that know nothing of each other do not begin in the same instant, but within so many milliseconds. */
const BEGIN_WITHIN_MS = 500;

/** Name of the host that never answers. */
const SILENT = 'https://silent.example.com';

/** @returns the hosts and calls of a scenario */
export function worldOf(scenario: Scenario, clock: { now(): number }): World {
	const random = new Random(scenario.seed ^ 0x5eed);
	const world: World = { hosts: new Map(), calls: [], tags: new Map(), random, burst: 0 };
	if (scenario.silentAddresses > 0) addSilentHost(world, scenario);
	for (let number = 0; number < scenario.hosts; number += 1)
		addHost(world, scenario, number, clock);
	return world;
}

function addSilentHost({ hosts, calls, random }: World, scenario: Scenario): void {
	const urls = Array.from(
		{ length: scenario.silentAddresses },
		(_, index) => `${SILENT}/key-${index}/evm`,
	);
	const troubles = new Map<string, Trouble>(urls.map((url) => [url, 'hang']));
	const firstFaults = new Map<string, number>();
	const limit = undefined;
	const server = new SimulatedServer(
		{ ...scenario, limit, outages: [], troubles, firstFaults, troubledFromMs: 0 },
		random,
	);
	hosts.set(SILENT, server);
	for (const url of urls) {
		const call = newCall({ tag: calls.length, url, host: SILENT });
		calls.push({ ...call, isHealthy: false, isSilent: true });
	}
}

function addHost(world: World, scenario: Scenario, number: number, clock: { now(): number }): void {
	const { hosts, calls, random } = world;
	const { questions, callsPerAddress, addressesPerHost, arriveWithinMs } = scenario;
	const host = `https://host-${number}.example.com`;
	const urls = Array.from({ length: addressesPerHost }, (_, index) => `${host}/key-${index}/evm`);
	const limits = limitsOf(scenario, clock);
	world.burst ||= limits(urls[0])?.burst ?? Infinity;
	const troubles = troublesOf(scenario, urls, random);
	const firstFaults = firstFaultsOf(scenario, urls, random);
	const limit = scenario.limit && ((address: string) => limits(address) as RateLimit);
	const counts = scenario.limit?.counts;
	const outages = scenario.outages.filter(({ isEverywhere }) => isEverywhere || number === 0);
	const server = new SimulatedServer(
		{ ...scenario, limit, counts, troubles, firstFaults, outages },
		random,
	);
	hosts.set(host, server);
	// One backend is out of service for good.
	const isOneLost = outages.some(({ lengthMs }) => lengthMs === Infinity);
	const isLost = (url: string): boolean =>
		scenario.isSticky && isOneLost && server.backendOf(url) === 0;
	const count = addressesPerHost * callsPerAddress;
	const begunAt = Array.from({ length: scenario.runs }, (_, run) =>
		run === 0 ? 0 : random.next() * BEGIN_WITHIN_MS,
	);
	for (let index = 0; index < count; index += 1) {
		const url = urls[index % addressesPerHost];
		const call = newCall({ tag: nextTag(world), url, host });
		if (questions === 'calls') {
			call.isWrite = random.chance(scenario.writes);
			call.isPoison = !call.isWrite && random.chance(scenario.poison);
			call.isImpatient = random.chance(scenario.impatient);
		} else {
			call.tags = METHODS[questions].map((_, step) => call.tag + step);
			for (const [step, method] of METHODS[questions].entries())
				world.tags.set(questionKey(url, method), call.tag + step);
		}
		call.isHealthy = !troubles.has(url) && !isLost(url);
		call.run = index % scenario.runs;
		call.madeAt = begunAt[call.run] + (index / count) * arriveWithinMs;
		calls.push(call);
	}
}

/** @returns the addresses with a fault, and their faults */
function troublesOf(
	{ troubled, troubledAt, troubles }: Scenario,
	urls: readonly string[],
	random: Random,
): Map<string, Trouble> {
	const start = troubledAt === 'last' ? urls.length - troubled : 0;
	const bad =
		troubledAt === 'among'
			? new Set(Array.from({ length: troubled }, () => random.pick(urls)))
			: urls.slice(start, start + troubled);
	return new Map([...bad].map((url, index) => [url, troubles[index % troubles.length]]));
}

/** @returns the addresses whose first requests meet a fault, and how many do */
function firstFaultsOf(
	{ first }: Scenario,
	urls: readonly string[],
	random: Random,
): Map<string, number> {
	if (first === undefined) return new Map();
	const hit = urls.filter(() => random.chance(first.share));
	return new Map(hit.map((url) => [url, first.times]));
}

/** Tags are the numbers of the questions. */
function nextTag({ calls }: World): number {
	return (calls.at(-1)?.tags.at(-1) ?? -1) + 1;
}

function newCall({ tag, url, host }: Pick<SimulatedCall, 'tag' | 'url' | 'host'>): SimulatedCall {
	return {
		tag,
		tags: [tag],
		host,
		url,
		isWrite: false,
		isPoison: false,
		isImpatient: false,
		isHealthy: true,
		isSilent: false,
		run: 0,
		madeAt: 0,
		replies: [],
		settledAt: Infinity,
	};
}

function useUp(limit: RateLimit, now: number): void {
	limit.take(Math.max(0, limit.capacity(now)), now);
	limit.refused(0, now);
}

/** @returns the limits of a host: one for all addresses, or one for each */
export function limitsOf(
	{ limit, change, others }: Scenario,
	clock: { now(): number },
): (address: string) => RateLimit | undefined {
	if (limit === undefined) return () => undefined;
	const { kind, rate, phaseMs, isShared } = limit;
	const made = new Map<string, RateLimit>();
	return (address) => {
		const isChanged = change !== undefined && clock.now() >= change.atMs;
		const present = isChanged ? Math.max(1, rate * change.factor) : rate;
		const key = `${isShared ? '' : address} ${present}`;
		let found = made.get(key);
		if (found === undefined) {
			const own = rateLimit(kind, present, phaseMs);
			const left = others === undefined ? own : usedByOthers(own, others);
			found = withPenalties(left, limit);
			if (limit.isUsedUp === true) useUp(found, clock.now());
			made.set(key, found);
		}
		return found;
	};
}
