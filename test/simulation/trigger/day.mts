import type { IDataObject } from 'n8n-workflow';

import { Random } from '../support/random.mts';
import { Observer, type Due, type PollStart, type Rules } from './due.mts';
import { Engine, type Scheduler } from './engine.mts';
import { Hypotheses, type Uncertain } from './hypotheses.mts';
import { HeartbeatLedger } from './ledger.mts';
import { QuietHours } from './quietHours.mts';
import { FailureObserver, type Trouble } from './failures.mts';
import { Run, SCHEDULERS, type FitsReports, type Report, type RunResult } from './run.mts';
import { FAULTS } from './replies.mts';
import {
	isSelected,
	kindOf,
	NO_PROJECT,
	PROJECTS,
	projectOf,
	type Selection,
} from './selection.mts';
import { CONDITIONS, World, type Condition, type SimulatedNode, type Watched } from './world.mts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** The platform is fine for at least so many polls. */
const QUIET_POLLS = 20;

const STATUSES = ['stopped', 'failed', 'pending', 'error'] as const;
const MAINTENANCE = 'maintenance';
const EVENTS: Record<Watched, string> = {
	endpoints: 'readinessChanged',
	nodes: 'nodeStatusChanged',
	networks: 'networkStatusChanged',
};
const GOOD: Record<Watched, string> = { endpoints: 'ready', nodes: 'running', networks: 'ok' };
/** The failures a check finds, except those for which it needs two attempts. */
const troublesOf = (check: 'sync' | 'health'): Condition[] => {
	const unseen = check === 'health' ? 'hang' : 'stale';
	const all = Object.keys(CONDITIONS) as Condition[];
	return all.filter((name) => CONDITIONS[name] !== 'ready' && name !== unseen);
};

/** The events of a node during the day. */
interface Script {
	/** States of the next polls; afterwards it is good. */
	ahead: number[];
	/** In how many of the next polls the platform says that an endpoint is not running, and from which on. */
	notRunning: { after: number; for: number };
}

/** Simulates a day of polls, one per minute, from a seed, and compares what was reported with what was due. */
export async function playDay(seed: number, polls = 1440): Promise<RunResult> {
	return await new Day(seed, polls).play();
}

/** The same with heartbeats per endpoint and with quiet times; most of these days have a poll every five minutes. */
export async function playQuietDay(seed: number, most = 1440): Promise<RunResult> {
	const intervalMs = seed % 10 === 0 ? MINUTE_MS : 5 * MINUTE_MS;
	const polls = Math.min(most, DAY_MS / intervalMs);
	return await new Day(seed, polls, { intervalMs, isQuiet: true }).play();
}

class Day extends Run {
	protected override readonly scheduler: Scheduler;

	protected override readonly world: World;

	protected override readonly engine: Engine;

	private readonly observer: Observer | Hypotheses;

	private readonly watches: Watched;

	/** After a process ends, reminders use the wall clock, so that clock is not corrected where reminders are wanted. */
	private readonly hasReminders: boolean;

	private readonly troubles: Condition[];

	protected override readonly failures: FailureObserver;

	private readonly parameters: IDataObject;

	/** Polls until the platform is back, or the key is accepted again. */
	private troubleAhead = 0;

	/** For how many polls the limits of endpoints last. */
	private readonly limitedFor = new Map<string, number>();

	private readonly scripts = new Map<string, Script>();

	/** The names of objects so far. */
	private readonly names = new Map<string, string[]>();

	private ids = 0;

	/** When it is quiet, and what heartbeats have to say; absent on usual days. */
	private readonly quietHours?: QuietHours;

	private readonly ledger?: HeartbeatLedger;

	/** The states that the last poll saw, and what was due then. */
	private seen: ReadonlyMap<string, string> = new Map();

	private due: readonly Due[] = [];

	/** @param isQuiet whether heartbeats are given, and there are quiet times */
	constructor(seed: number, polls: number, { intervalMs = MINUTE_MS, isQuiet = false } = {}) {
		const random = new Random(seed);
		super(random, polls, intervalMs);
		this.watches = random.pick(['endpoints', 'endpoints', 'nodes', 'networks'] as const);
		const isById = random.chance(0.3);
		this.scheduler = random.pick(SCHEDULERS);
		const confirmations = random.integer(1, 3);
		const recoveryConfirmations = random.integer(1, 3);
		const flapping = random.chance(0.7) ? { changes: random.integer(3, 6), window: 20 } : undefined;
		const remindAfter = random.chance(0.3) ? random.integer(2, 60) : 0;
		const emitsInitialState = random.chance(0.3);
		const isGrouped = random.chance(0.3);
		const check = random.pick(['sync', 'health'] as const);
		this.hasReminders = remindAfter > 0 || isQuiet;
		this.troubles = troublesOf(check);
		const rules: Rules = {
			confirmations,
			recoveryConfirmations,
			...(flapping && { flapping }),
			good: GOOD[this.watches],
			emitsInitialState,
			...(remindAfter > 0 && { remindAfterMs: remindAfter * MINUTE_MS }),
			savesEachPoll: this.scheduler === 'durable with cursors',
			intervalMs,
		};
		const heartbeatEvery = isQuiet ? random.pick([5, 7, 30, 60, 240, 1440]) : 0;
		if (isQuiet) {
			this.quietHours = new QuietHours(random);
			const isByObject = this.watches !== 'endpoints' && random.chance(0.5);
			if (isByObject) rules.isQuietIn = (state) => state === MAINTENANCE;
			this.quietHours.isInMaintenance = isByObject;
			this.ledger = new HeartbeatLedger(heartbeatEvery * MINUTE_MS, rules);
		}
		const hasLimits = this.watches === 'endpoints' && !isQuiet;
		this.observer = hasLimits ? new Hypotheses(rules) : new Observer(rules);
		this.world = new World(this.clock, this.watches);
		this.world.pageSize = random.integer(2, 6);
		const objects = random.integer(3, 10);
		const { savesEachPoll, remindAfterMs } = rules;
		this.failures = new FailureObserver(savesEachPoll, remindAfterMs, recoveryConfirmations);
		this.parameters = {
			event: EVENTS[this.watches],
			check,
			confirmations,
			emitInitialState: emitsInitialState,
			options: {
				recoveryConfirmations,
				flappingChanges: flapping?.changes ?? 0,
				flappingPolls: flapping?.window ?? 20,
				remindAfter,
				group: isGrouped ? 'poll' : 'none',
				heartbeatEvery,
				heartbeatPerEndpoint: isQuiet,
				...(this.quietHours && { quietTimes: this.quietHours.parameter }),
			},
		};
		this.engine = new Engine(this.clock, this.world, this.scheduler, this.parameters, seed);
		for (let count = objects; count > 0; count -= 1) this.create();
		this.select(isById ? 'chosen' : 'all', this.world.nodes);
	}

	/** The events in the world in this minute. */
	protected override live(): void {
		const { random, world } = this;
		if (random.chance(0.004)) this.create();
		if (random.chance(0.003) && world.nodes.length > 1)
			world.nodes.splice(random.integer(0, world.nodes.length - 1), 1);
		for (const node of world.nodes) this.liveOn(node);
		if (this.observer instanceof Hypotheses) this.limit();
		if (random.chance(0.0005)) this.deleteProject(random.pick(PROJECTS));
		world.faults = [];
		this.troubleAhead -= 1;
		if (this.troubleAhead <= 0) Object.assign(world, { outage: undefined, isRevoked: false });
		if (this.troubleAhead < -QUIET_POLLS && random.chance(0.003)) {
			this.result.outages += 1;
			this.troubleAhead = random.integer(1, random.pick([5, 300]));
			if (random.chance(0.4)) world.isRevoked = true;
			else world.outage = random.pick(FAULTS);
		}
		if (random.chance(0.04)) {
			const many = random.integer(1, 5);
			for (let count = 0; count < many; count += 1) world.faults.push(random.pick(FAULTS));
		}
		world.betweenPages = random.chance(0.02) ? () => this.shift() : undefined;
		if (!this.hasReminders && random.chance(0.002))
			this.correctClock(random.integer(-7_200_000, 7_200_000));
	}

	private liveOn(node: SimulatedNode): void {
		const script = this.scripts.get(node.id) as Script;
		const { random } = this;
		if (random.chance(0.005)) this.rename(node, random.pick([12, 39, 40, 41, 60]));
		if (script.ahead.length === 0 && random.chance(0.012)) {
			const kind = random.integer(0, this.troubles.length - 1);
			const lasting = random.next();
			// A blip, an outage, an outage of changing kinds, or a node that goes back and forth.
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
		const { notRunning } = script;
		if (notRunning.for === 0 && random.chance(0.004)) {
			Object.assign(notRunning, { after: random.integer(0, 6), for: random.integer(1, 60) });
			// Its endpoint fails as well, before the platform notices or after.
			if (random.chance(0.7)) {
				const failing = Array.from({ length: notRunning.for }, () => 0);
				script.ahead = [...Array.from({ length: random.integer(0, 6) }, () => -1), ...failing];
			}
		}
		const statuses = this.quietHours?.isInMaintenance ? [...STATUSES, MAINTENANCE] : STATUSES;
		node.status = next === -1 ? GOOD[this.watches] : statuses[next % statuses.length];
		if (this.watches === 'endpoints') {
			const isStopped = notRunning.for > 0 && notRunning.after === 0;
			node.status = isStopped ? random.pick(STATUSES) : 'running';
			if (notRunning.after > 0) notRunning.after -= 1;
			else if (notRunning.for > 0) notRunning.for -= 1;
		} else if (random.chance(0.002)) node.status = null;
	}

	/** Some endpoints reject calls for a while, because of limits of their own. */
	private limit(): void {
		const { random, world } = this;
		for (const [id, left] of this.limitedFor) {
			this.limitedFor.set(id, left - 1);
			if (left > 0) continue;
			this.limitedFor.delete(id);
			world.limited.delete(id);
		}
		for (const { id } of world.nodes) {
			if (world.limited.has(id) || !random.chance(0.002)) continue;
			const waitSeconds = random.pick([undefined, undefined, 1, 20, 60, 3600]);
			const tookMs = random.chance(0.3) ? random.integer(1500, 7000) : 0;
			world.limited.set(id, { waitSeconds, tookMs });
			this.result.limits += 1;
			this.result.waits += Number(waitSeconds !== undefined);
			this.result.slowLimits += Number(tookMs > 0);
			this.limitedFor.set(id, random.integer(1, 60));
		}
	}

	private deleteProject(project: string): void {
		const { world } = this;
		this.result.deletedProjects += 1;
		world.deletedProjects.add(project);
		world.nodes = world.nodes.filter(({ id }) => projectOf(id) !== project);
		if (world.nodes.length === 0) this.create();
	}

	private create(): void {
		this.ids += 1;
		const id = `${this.world.prefix}${this.ids}`;
		this.scripts.set(id, { ahead: [], notRunning: { after: 0, for: 0 } });
		const status = this.watches === 'endpoints' ? 'running' : GOOD[this.watches];
		const node: SimulatedNode = { id, status, condition: 'ready' };
		this.rename(node, 12);
		this.world.nodes.push(node);
	}

	private rename(node: SimulatedNode, length: number): void {
		const names = this.names.get(node.id) ?? [];
		node.name = `${names.length} of ${node.id}-`.padEnd(length, 'x');
		this.names.set(node.id, [...names, node.name]);
	}

	/** Selects objects, some of which may not exist. */
	private select(
		watch: Selection['watch'],
		nodes: readonly SimulatedNode[],
		isWrong = false,
	): void {
		const { random, world } = this;
		const none = `${world.prefix}999999`;
		const ids = isWrong ? [none] : nodes.map(({ id }) => id);
		if (random.chance(0.5)) ids.push(none);
		const project = isWrong ? NO_PROJECT : random.pick(PROJECTS);
		world.selection = { watch, project, ids };
		// n8n passes no values of fields that are not shown.
		Object.assign(this.parameters, {
			watch,
			ids: watch === 'chosen' ? ids.join(', ') : undefined,
			project: watch === 'project' ? project : undefined,
		});
	}

	/** A node on a page already read is deleted, and another created: the count stays the same. */
	private shift(): void {
		this.world.nodes.shift();
		this.create();
	}

	protected override observe(at: number, fits: FitsReports): Report[] {
		const { observer } = this;
		// An endpoint that is asked although its record could not be read is called as before.
		const isNameRead = this.trouble() === undefined && this.world.selection.watch !== 'chosen';
		this.seen = this.observations();
		const toReport = ({
			incident,
			downtimeMs,
			isReminder,
			isAfterQuiet,
			...each
		}: Due): Report => ({
			id: each.id,
			words: wordsOf(each),
			names: this.namesOf(each.id, this.seen.get(each.id) === 'deleted' || !isNameRead),
			incident,
			downtimeMs,
			isReminder,
			isAfterQuiet,
			healthy: each.to === GOOD[this.watches],
		});
		this.due =
			observer instanceof Hypotheses
				? observer.observe(this.seen, at, this.uncertain(this.seen), (due, id) =>
						fits(due.map(toReport), id),
					)
				: observer.observe(this.seen, at);
		return this.due.map(toReport);
	}

	/** @returns the endpoints about which it is not certain what the poll found */
	private uncertain(certain: ReadonlyMap<string, string>): ReadonlyMap<string, Uncertain> {
		const { selection, nodes, inPoll } = this.world;
		const uncertain = new Map<string, Uncertain>();
		if (inPoll.rejecting.size === 0) return uncertain;
		const isOpen = inPoll.answering.size === 0;
		for (const id of inPoll.rejecting) if (this.isToBeAsked(id)) uncertain.set(id, { isOpen });
		// Those whose turn did not come may have been taken for rejecting calls with all others.
		for (const { id } of isOpen ? nodes : [])
			if (isSelected(selection, id)) uncertain.set(id, { isOpen });
		for (const id of certain.keys()) uncertain.delete(id);
		return uncertain;
	}

	/** Whether an endpoint that was asked is watched: while lists cannot be read, those are that this process knows. */
	private isToBeAsked(id: string): boolean {
		const { selection } = this.world;
		const trouble = this.trouble();
		const isListed = trouble === undefined || trouble === 'misconfigured';
		return isSelected(selection, id) && (isListed || this.observer.knows(id, kindOf(selection)));
	}

	/** @returns what the poll observed. While lists cannot be read, endpoints are asked that this process knows */
	private observations(): ReadonlyMap<string, string> {
		const { world, observer, watches } = this;
		const { selection } = world;
		const trouble = this.trouble();
		const { observations } = world.received();
		if (trouble === undefined || trouble === 'misconfigured') {
			const isNothingSeen = trouble !== undefined && !this.isAnythingToSay(observations);
			if (isNothingSeen) return new Map();
			observer.select(
				kindOf(selection),
				(id) => isSelected(selection, id),
				(id) => world.hasFound(id),
			);
			return observations;
		}
		if (watches !== 'endpoints') return new Map();
		const isKnown = (id: string): boolean =>
			observer.knows(id, kindOf(selection)) && isSelected(selection, id);
		// What is chosen may be gone, although no record of the others could be read.
		const gone = selection.watch === 'chosen' && trouble === 'unreadable' ? observations : [];
		const deleted = [...gone].filter(([, state]) => state === 'deleted');
		return new Map([...world.endpointStates, ...deleted].filter(([id]) => isKnown(id)));
	}

	/** Whether known objects are gone with what is selected. */
	private isAnythingToSay(observations: ReadonlyMap<string, string>): boolean {
		const { observer, world } = this;
		return [...observations.keys()].some((id) => observer.knows(id, kindOf(world.selection)));
	}

	/** One that no longer exists is called as when it was last seen; what was saved may be older and shortened. */
	private namesOf(id: string, isDeleted: boolean): string[] {
		const names = this.names.get(id) ?? [];
		if (!isDeleted) return names.slice(-1);
		return names.flatMap((name) => [name, ...(name.length > 40 ? [`${name.slice(0, 39)}…`] : [])]);
	}

	protected override begin(at: number, start: PollStart): void {
		this.observer.begin(at, start);
		if (this.quietHours !== undefined) this.observer.noteQuiet(this.quietHours.isQuiet(at), at);
		this.ledger?.begin(at, start);
	}

	protected override notifyObserver(what: 'forget' | 'restart' | 'save'): void {
		this.observer[what]();
		this.ledger?.[what]();
	}

	protected override checkHeartbeats(
		items: readonly IDataObject[],
		at: number,
		trouble: Trouble | undefined,
	): string[] {
		const { observer, ledger, seen, due } = this;
		if (ledger === undefined) return items.length === 0 ? [] : ['a heartbeat that nobody wants'];
		const { isAnyUnread, wasRead } = this.world.received();
		// That a known object is gone is seen also where nothing else could be read.
		const isPartly = isAnyUnread && wasRead && trouble !== 'rejected';
		const canCheck = isPartly ? 'partly' : trouble === undefined;
		const states = new Map(observer.watched.map((id) => [id, seen.get(id)]));
		const isQuiet = (state = ''): boolean => observer.isQuiet(state);
		return ledger.poll({ at, canCheck, states, unseen: this.unseen(states), due, isQuiet }, items);
	}

	/** @returns the objects that are selected, and neither known nor observed */
	private unseen(known: ReadonlyMap<string, unknown>): ReadonlySet<string> {
		const { selection, nodes } = this.world;
		const selected = nodes.map(({ id }) => id).filter((id) => isSelected(selection, id));
		const ids = selection.watch === 'chosen' ? selection.ids : selected;
		return new Set(ids.filter((id) => !known.has(id) && !this.seen.has(id)));
	}

	protected override trouble(): Trouble | undefined {
		const { world, observer } = this;
		if (world.isRevoked) return 'rejected';
		const { observations, wasRead, isNothing, isAnyUnread } = world.received();
		const isKnown = (id: string): boolean => observer.knows(id, kindOf(world.selection));
		const isOfProject = world.selection.watch === 'project';
		if (isNothing && (isOfProject || !world.selection.ids.some(isKnown))) return 'misconfigured';
		if (!wasRead) return 'unreadable';
		// Nothing was seen, although something may be there.
		const isSeen = [...observations].some(([id, state]) => state !== 'deleted' || isKnown(id));
		return !isSeen && isAnyUnread ? 'unreadable' : undefined;
	}

	protected override get isWrong(): boolean {
		const { selection, nodes } = this.world;
		if (selection.watch === 'project') return this.world.isNoProject(selection.project);
		return selection.watch === 'chosen' && !nodes.some(({ id }) => selection.ids.includes(id));
	}

	protected override changeFields(what: 'confirmations' | 'selection'): void {
		if (what === 'selection') {
			const watch = this.random.pick(['all', 'chosen', 'project'] as const);
			const chosen = this.world.nodes.filter(() => this.random.chance(0.6));
			const isMistaken = !this.isWrong && this.random.chance(0.2);
			this.select(watch, chosen.length > 0 ? chosen : this.world.nodes, isMistaken);
			return;
		}
		const confirmations = this.random.integer(1, 3);
		this.parameters.confirmations = confirmations;
		this.observer.rules = { ...this.observer.rules, confirmations };
	}

	protected override reportOf(item: IDataObject): Report {
		return {
			id: String(item.id),
			words: wordsOf(item as unknown as Item),
			downtimeMs:
				item.kind === 'ended' && item.unhealthySeconds !== undefined
					? Number(item.unhealthySeconds) * 1000
					: undefined,
			isAfterQuiet: item.quietSince !== undefined,
			startedAt: item.startedAt as string | undefined,
			summary: String(item.summary),
			incident: String(item.incidentId),
			healthy: item.healthy === true,
			names: [String(item.name)],
		};
	}
}

/** The key that distinguishes an item of the trigger from others. */
type Item = Pick<Due, 'id' | 'from' | 'to' | 'kind'>;

function wordsOf({ id, from, to, kind }: Item): string {
	return `${id} ${from} → ${to} (${kind})`;
}
