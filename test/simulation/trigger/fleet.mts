import { VirtualClock } from '../support/virtualClock.mts';
import { Engine, type Platform, type Polled, type UnderWay } from './engine.mts';
import { World } from './world.mts';

const MINUTE_MS = 60_000;

/** A trigger that watches endpoints. */
export interface Watching {
	engine: Engine;
	/** Runs a poll, and returns how long it took in milliseconds. The next one can begin a minute after it. */
	poll(begin?: () => UnderWay): Promise<Polled & { tookMs: number }>;
	/**
	 * Runs some polls.
	 * @returns what they report, sorted, as `id from to`
	 * @throws Error of a poll that failed, or took half of the time until the next
	 */
	reported(polls: number): Promise<string[]>;
}

/** Such a trigger, and the world in which it watches. */
export interface Fleet extends Watching {
	clock: VirtualClock;
	world: World;
}

/** A trigger that has seen this many endpoints ready, at hosts that each accept this many calls per second. */
export async function fleetOf(
	count: number,
	callsPerSecond: number,
	{ check = 'sync', hosts = 1 }: { check?: 'sync' | 'health'; hosts?: number } = {},
): Promise<Fleet> {
	const clock = new VirtualClock();
	const world = new World(clock, 'endpoints');
	world.pageSize = 100;
	world.callsPerSecond = callsPerSecond;
	world.nodes = Array.from({ length: count }, (_, index) => ({
		id: `ND-1-${index + 1}`,
		status: 'running',
		condition: 'ready' as const,
		host: `nodes-${index % hosts}.example`,
	}));
	return { clock, world, ...(await watchAll(clock, world, check)) };
}

/** A trigger that reports each change of an endpoint of a platform at once, after its first poll. */
export async function watchAll(
	clock: VirtualClock,
	platform: Platform,
	check: 'sync' | 'health',
): Promise<Watching> {
	const parameters = {
		event: 'readinessChanged',
		watch: 'all',
		check,
		confirmations: 1,
		options: {},
	};
	const engine = new Engine(clock, platform, 'built-in', parameters, 1);
	const poll: Watching['poll'] = async (begin = () => engine.poll()) => {
		const at = clock.now();
		const underWay = begin();
		await clock.runUntil(() => underWay.result !== undefined, at + MINUTE_MS);
		const tookMs = clock.now() - at;
		await clock.advance(MINUTE_MS - tookMs);
		return { items: null, ...underWay.result, tookMs };
	};
	await poll(() => engine.activate('activate'));
	return {
		engine,
		poll,
		reported: async (polls) => {
			const reported: string[] = [];
			for (let count = 0; count < polls; count += 1) {
				const { items, error, tookMs } = await poll();
				if (error !== undefined) throw error;
				if (tookMs >= MINUTE_MS / 2) throw new Error(`A poll took ${tookMs} ms`);
				for (const { id, from, to } of items ?? [])
					reported.push(`${String(id)} ${String(from)} ${String(to)}`);
			}
			return reported.sort();
		},
	};
}
