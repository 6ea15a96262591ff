import type { IDataObject } from 'n8n-workflow';

import { Random } from '../support/random.mts';
import { VirtualClock } from '../support/virtualClock.mts';
import { Observer, type Due, type Rules } from './due.mts';
import { Engine, type Scheduler, type UnderWay } from './engine.mts';
import {
	CONDITIONS,
	FAULTS,
	World,
	type Condition,
	type SimulatedNode,
	type Watched,
} from './world.mts';

/** What a day came to. */
export interface DayResult {
	/** Reports that were due. */
	due: number;
	/** Due and not made, in words. */
	missed: string[];
	/** Made and not due. */
	wrong: string[];
	/** Made again although they had been made. */
	double: string[];
	/** Other things that must not happen. */
	violations: string[];
	requests: number;
	polls: number;
}

const MINUTE_MS = 60_000;
const SCHEDULERS: readonly Scheduler[] = ['built-in', 'durable', 'durable with cursors'];
const STATUSES = ['stopped', 'failed', 'pending', 'error'] as const;
const EVENTS: Record<Watched, string> = {
	endpoints: 'readinessChanged',
	nodes: 'nodeStatusChanged',
	networks: 'networkStatusChanged',
};
const GOOD: Record<Watched, string> = { endpoints: 'ready', nodes: 'running', networks: 'ok' };
/** What a check finds out, but for what takes it two attempts. */
const troublesOf = (check: 'sync' | 'health'): Condition[] => {
	const unseen = check === 'health' ? 'hang' : 'stale';
	const all = Object.keys(CONDITIONS) as Condition[];
	return all.filter((name) => CONDITIONS[name] !== 'ready' && name !== unseen);
};
const TOLERANCE_MS = 1500;

/** How a node goes through the day. */
interface Script {
	/** States of the next polls; afterwards it is well. */
	ahead: number[];
}

/** Plays a day of polls, one a minute, from a seed, and compares what was reported with what was due. */
export async function playDay(seed: number, polls = 1440): Promise<DayResult> {
	return await new Day(seed, polls).play();
}

class Day {
	private readonly random: Random;

	private readonly clock = new VirtualClock();

	private readonly world: World;

	private readonly engine: Engine;

	private readonly observer: Observer;

	private readonly watches: Watched;

	private readonly isById: boolean;

	private readonly scheduler: Scheduler;

	/** Reminders are measured by the wall clock where a process has ended, so it is not set where they are wanted. */
	private readonly hasReminders: boolean;

	private readonly troubles: Condition[];

	private readonly scripts = new Map<string, Script>();

	private readonly result: DayResult;

	private ids = 0;

	private isFirst = true;

	constructor(
		seed: number,
		private readonly polls: number,
	) {
		const random = new Random(seed);
		this.random = random;
		this.watches = random.pick(['endpoints', 'endpoints', 'nodes', 'networks'] as const);
		this.isById = random.chance(0.3);
		this.scheduler = random.pick(SCHEDULERS);
		const confirmations = random.integer(1, 3);
		const recoveryConfirmations = random.integer(1, 3);
		const flapping = random.chance(0.7) ? { changes: random.integer(3, 6), window: 20 } : undefined;
		const remindAfter = random.chance(0.3) ? random.integer(2, 60) : 0;
		const emitsInitialState = random.chance(0.3);
		const isGrouped = random.chance(0.3);
		const check = random.pick(['sync', 'health'] as const);
		this.hasReminders = remindAfter > 0;
		this.troubles = troublesOf(check);
		const rules: Rules = {
			confirmations,
			recoveryConfirmations,
			...(flapping && { flapping }),
			good: GOOD[this.watches],
			emitsInitialState,
			...(this.hasReminders && { remindAfterMs: remindAfter * MINUTE_MS }),
			savesEachPoll: this.scheduler === 'durable with cursors',
		};
		this.observer = new Observer(rules);
		this.world = new World(this.clock, this.watches, this.isById);
		this.world.pageSize = random.integer(2, 6);
		const objects = random.integer(3, 10);
		const parameters: IDataObject = {
			event: EVENTS[this.watches],
			watch: this.isById ? 'chosen' : 'all',
			ids: this.world.idsOf(objects).join(', '),
			check,
			confirmations,
			emitInitialState: emitsInitialState,
			options: {
				recoveryConfirmations,
				flappingChanges: flapping?.changes ?? 0,
				flappingPolls: flapping?.window ?? 20,
				remindAfter,
				group: isGrouped ? 'poll' : 'none',
			},
		};
		this.engine = new Engine(this.clock, this.world, this.scheduler, parameters);
		for (let count = objects; count > 0; count -= 1) this.create();
		this.result = {
			due: 0,
			missed: [],
			wrong: [],
			double: [],
			violations: [],
			requests: 0,
			polls,
		};
	}

	async play(): Promise<DayResult> {
		await this.activation('activate');
		for (let poll = 1; poll <= this.polls; poll += 1) {
			this.live();
			const kind = this.random.next();
			if (kind < 0.02) await this.killed(poll);
			else if (kind < 0.024) await this.activation('activate');
			else if (kind < 0.028) await this.activationDuringPoll(poll);
			else if (kind < 0.036) await this.overlapping(poll);
			else if (kind < 0.044) await this.hurried(poll);
			else await this.polled(poll);
			await this.pass(MINUTE_MS - (this.clock.now() % MINUTE_MS));
		}
		this.result.requests = this.world.requests;
		return this.result;
	}

	/** What happens in the world in this minute. */
	private live(): void {
		const { random, world } = this;
		if (!this.isById && random.chance(0.004)) this.create();
		if (random.chance(0.003) && world.nodes.length > 1)
			world.nodes.splice(random.integer(0, world.nodes.length - 1), 1);
		for (const node of world.nodes) this.liveOn(node);
		world.faults = [];
		if (random.chance(0.04)) {
			const many = random.integer(1, 5);
			for (let count = 0; count < many; count += 1) world.faults.push(random.pick(FAULTS));
		}
		world.betweenPages = random.chance(0.02) ? () => this.shift() : undefined;
		if (!this.hasReminders && random.chance(0.002))
			this.engine.wallShiftMs += random.integer(-7_200_000, 7_200_000);
	}

	private liveOn(node: SimulatedNode): void {
		const script = this.scripts.get(node.id) as Script;
		const { random } = this;
		if (script.ahead.length === 0 && random.chance(0.012)) {
			const kind = random.integer(0, this.troubles.length - 1);
			const lasting = random.next();
			// A blip, an outage, one of changing kinds, or a node that goes back and forth.
			if (lasting < 0.4) script.ahead = [kind];
			else if (lasting < 0.75)
				script.ahead = Array.from({ length: random.integer(2, 40) }, () => kind);
			else if (lasting < 0.85)
				script.ahead = Array.from({ length: random.integer(2, 12) }, () =>
					random.integer(0, this.troubles.length - 1),
				);
			else
				script.ahead = Array.from({ length: random.integer(4, 40) }, () =>
					random.chance(0.5) ? -1 : kind,
				);
		}
		const next = script.ahead.shift() ?? -1;
		node.condition = next === -1 ? 'ready' : this.troubles[next];
		node.status = next === -1 ? GOOD[this.watches] : STATUSES[next % STATUSES.length];
		if (this.watches === 'endpoints') node.status = 'running';
		else if (random.chance(0.002)) node.status = null;
	}

	private create(): void {
		this.ids += 1;
		const id = `${this.world.prefix}${this.ids}`;
		this.scripts.set(id, { ahead: [] });
		const status = this.watches === 'endpoints' ? 'running' : GOOD[this.watches];
		this.world.nodes.push({ id, status, condition: 'ready' });
	}

	/** One is deleted on a page that was read, and another created: the count stays. */
	private shift(): void {
		this.world.nodes.shift();
		this.create();
	}

	/** @returns whether it reported something */
	private async polled(poll: number): Promise<boolean> {
		this.world.beginPoll();
		const at = this.clock.now();
		const underWay = this.engine.poll();
		await this.finish(underWay, at);
		this.conclude(underWay, { at, poll, isActivation: false });
		return underWay.result?.items !== null;
	}

	/** n8n activates the workflow: state is read as it was saved, and saved after the poll. */
	private async activation(mode: 'activate' | 'init'): Promise<void> {
		// Under the durable scheduler only the first activation polls by itself.
		if (this.scheduler !== 'built-in' && !this.isFirst) return;
		this.isFirst = false;
		this.world.beginPoll();
		const at = this.clock.now();
		const underWay = this.engine.activate(mode);
		await this.finish(underWay, at);
		this.conclude(underWay, { at, poll: 0, isActivation: true });
	}

	/** The process ends between polls, in the middle of one, or between what n8n saves and what it reports. */
	private async killed(poll: number): Promise<void> {
		const { random, world, engine, observer } = this;
		const how = random.pick(['between', 'within', 'saved', 'reported'] as const);
		if (how === 'within') {
			world.beginPoll();
			engine.poll();
			await this.pass(random.integer(0, 100));
		} else if (how !== 'between') {
			world.beginPoll();
			const at = this.clock.now();
			const underWay = engine.poll();
			await this.finish(underWay, at);
			this.conclude(underWay, { at, poll, isActivation: false, handing: how });
		}
		engine.kill();
		observer.restart();
		await this.pass(random.integer(1, 20_000));
		if (this.scheduler === 'built-in') await this.activation('init');
	}

	/** Parameters are saved while a poll runs: what that poll finds is dropped. */
	private async activationDuringPoll(poll: number): Promise<void> {
		if (this.scheduler !== 'built-in') return;
		this.world.beginPoll();
		const at = this.clock.now();
		const underWay = this.engine.poll();
		await this.pass(this.random.integer(0, 30));
		// Some polls are faster.
		if (underWay.result !== undefined) this.conclude(underWay, { at, poll, isActivation: false });
		await this.activation('activate');
	}

	/** The next poll begins while one is under way, and must not look. */
	private async overlapping(poll: number): Promise<void> {
		this.world.beginPoll();
		const at = this.clock.now();
		const underWay = this.engine.poll();
		await this.pass(5);
		const { requests } = this.world;
		const second = this.engine.poll();
		await second.done;
		if (second.result?.items !== null || this.world.requests > requests)
			this.result.violations.push(`poll ${poll}: two looked at the same time`);
		await this.finish(underWay, at);
		this.conclude(underWay, { at, poll, isActivation: false });
	}

	/** n8n makes up for a poll right after another, and has prepared it before it saved what that one reported. */
	private async hurried(poll: number): Promise<void> {
		const { engine, world, random } = this;
		const { saved } = engine;
		const hasReported = await this.polled(poll);
		if (this.scheduler !== 'durable with cursors') return;
		await this.pass(random.integer(1, 5000));
		world.beginPoll();
		const at = this.clock.now();
		const { requests } = world;
		const underWay = engine.poll(saved);
		await this.finish(underWay, at);
		if (!hasReported) return this.conclude(underWay, { at, poll, isActivation: false });
		if (underWay.result?.items !== null || world.requests > requests)
			this.result.violations.push(`poll ${poll}: a poll did not wait for the report before it`);
	}

	private async finish(underWay: UnderWay, at: number): Promise<void> {
		await this.clock.runUntil(() => underWay.result !== undefined, at + MINUTE_MS);
		const tookMs = this.clock.now() - at;
		if (underWay.result === undefined || tookMs > 30_000)
			this.result.violations.push(`a poll took ${Math.round(tookMs / 1000)} s`);
		const { requests } = this.world;
		await this.pass(1000);
		if (this.world.requests > requests) this.result.violations.push('requests after the poll');
	}

	private async pass(milliseconds: number): Promise<void> {
		let isOver = false;
		this.clock.after(milliseconds, () => {
			isOver = true;
		});
		await this.clock.runUntil(() => isOver, Infinity);
	}

	private conclude(
		underWay: UnderWay,
		{
			at,
			poll,
			isActivation,
			handing,
		}: { at: number; poll: number; isActivation: boolean; handing?: 'saved' | 'reported' },
	): void {
		const { observer, engine, result } = this;
		const { items = null, error } = underWay.result ?? {};
		const { looks, isWhole } = this.world.told();
		const due = isWhole && error === undefined ? observer.look(looks, at) : [];
		const isReport = items !== null;
		// Killed between the two: what is saved counts as told, what is not saved is told again.
		const isSaved = isReport
			? handing !== 'reported'
			: isActivation || (this.scheduler === 'durable with cursors' && error === undefined);
		if (isSaved && error === undefined) {
			engine.save(underWay);
			observer.save();
		}
		result.due += due.length;
		this.compare(due, ungrouped(items ?? []), poll);
	}

	private compare(due: readonly Due[], items: readonly IDataObject[], poll: number): void {
		const { result } = this;
		const open = new Map(due.map((each) => [wordsOf(each), each]));
		for (const item of items) {
			const words = wordsOf(item as unknown as Due);
			const found = open.get(words);
			if (!open.delete(words)) {
				const again = result.wrong.concat(result.double).some((each) => each.endsWith(words));
				(again ? result.double : result.wrong).push(`poll ${poll}: ${words}`);
				continue;
			}
			const downtime = item.downtimeMs as number | undefined;
			if (downtime !== undefined && downtime < 0)
				result.violations.push(`poll ${poll}: a downtime of ${downtime} ms`);
			const wanted = found?.downtimeMs;
			if (wanted !== undefined && Math.abs((downtime ?? -1) - wanted) > TOLERANCE_MS)
				result.violations.push(`poll ${poll}: ${words} after ${downtime} ms, not ${wanted} ms`);
		}
		for (const words of open.keys()) result.missed.push(`poll ${poll}: ${words}`);
	}
}

/** The items of a poll, one per change. */
function ungrouped(items: readonly IDataObject[]): IDataObject[] {
	return items.flatMap((item) =>
		Array.isArray(item.changes) ? (item.changes as IDataObject[]) : [item],
	);
}

function wordsOf({ id, from, to }: Pick<Due, 'id' | 'from' | 'to'>): string {
	return `${id} ${from} → ${to}`;
}
