import { VirtualClock } from '../support/virtualClock.mts';
import { Engine, type Polled, type UnderWay } from './engine.mts';
import { World } from './world.mts';

const MINUTE_MS = 60_000;

/** A trigger that watches endpoints, and the world in which it does. */
export interface Fleet {
	clock: VirtualClock;
	world: World;
	engine: Engine;
	/** Runs a poll, and returns how long it took in milliseconds. */
	poll(begin?: () => UnderWay): Promise<Polled & { tookMs: number }>;
}

/** A trigger that watches this many endpoints, at hosts that each accept this many calls per second. */
export function fleetOf(
	count: number,
	callsPerSecond: number,
	{
		check = 'sync',
		hosts = 1,
		seed = 1,
	}: { check?: 'sync' | 'health'; hosts?: number; seed?: number } = {},
): Fleet {
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
	const parameters = {
		event: 'readinessChanged',
		watch: 'all',
		check,
		confirmations: 1,
		options: {},
	};
	const engine = new Engine(clock, world, 'built-in', parameters, seed);
	return {
		clock,
		world,
		engine,
		poll: async (begin = () => engine.poll()) => {
			const at = clock.now();
			const underWay = begin();
			await clock.runUntil(() => underWay.result !== undefined, at + MINUTE_MS);
			const tookMs = clock.now() - at;
			let isOver = false;
			clock.after(MINUTE_MS - tookMs, () => (isOver = true));
			await clock.runUntil(() => isOver, Infinity);
			return { items: null, ...underWay.result, tookMs };
		},
	};
}
