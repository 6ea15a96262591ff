import type { IPollFunctions } from 'n8n-workflow';

import { EndpointFacts } from '../jsonRpc/rpcClient';
import type { NodeNetwork } from '../managementApi/nodeNetworks';
import { systemChance, systemClock, type Chance, type Clock } from '../scheduler/clock';
import { RequestScheduler } from '../scheduler/requestScheduler';
import { PollLog } from './pollLog';
import { TriggerMemory } from './triggerMemory';
import type { LastProbe } from './watchEvent';

/** A poll that has not ended by then has been abandoned. Milliseconds. */
const LONGEST_POLL_MS = 30_000;

/** Most triggers that are remembered; the ones that polled longest ago are forgotten first. */
const MOST_TRIGGERS = 2000;

/** n8n returns this budget when its durable scheduler is not in use. Milliseconds. */
const UNLIMITED_BUDGET_MS = 300_000;

/** The cause of a poll, and what ends it. */
export interface PollKind {
	/** n8n's durable scheduler started it: its context is new each time, and nothing belongs to an activation. */
	isScheduled: boolean;
	/** The first poll of an activation. */
	isActivation: boolean;
	/** n8n has just started, or taken over, and activates what was active. */
	isStart: boolean;
	/** Milliseconds that n8n waits for it; `Infinity` where n8n gives no limit. */
	budgetMs: number;
	/** Fires when a newer poll has superseded it. */
	cancel: AbortSignal;
}

/** A trigger in this process. */
export class LiveTrigger {
	readonly memory: TriggerMemory;

	/** Properties of endpoints that were found out. */
	readonly facts = new EndpointFacts();

	/** The protocols of networks, by id. */
	readonly networks = new Map<string, NodeNetwork>();

	/** Sends the calls to endpoints: what it learned about a host holds for the next poll as well. */
	readonly rpcScheduler: RequestScheduler;

	/** The last probe of each endpoint, by id. */
	readonly lastProbes = new Map<string, LastProbe>();

	/** Objects that gave no answer when they were last looked up: as which poll that counts, by id. */
	readonly failedLookUps = new Map<string, number>();

	readonly log = new PollLog();

	/** The one that polled last; n8n makes one per activation, or per poll under its durable scheduler. */
	private context?: object;

	private running?: { startedAt: number; kind: PollKind; lease: AbortController };

	constructor(
		process: string,
		private readonly clock: Clock,
		random: Chance,
	) {
		this.memory = new TriggerMemory(process, clock);
		this.rpcScheduler = new RequestScheduler({ clock, random });
	}

	/**
	 * A slow poll must not be superseded by the next of the same activation; a new activation does not wait for the
	 * polls of the one before, which watched something else.
	 * @returns `undefined` when another poll is already running
	 */
	begin(n8n: IPollFunctions): PollKind | undefined {
		const isFirst = this.context !== n8n;
		// Absent before n8n 2.40.
		const { getPollBudgetMs } = n8n as Partial<IPollFunctions>;
		const budgetMs = getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;
		// The durable scheduler's budget is larger where its time limits were set high.
		const isScheduled = budgetMs !== UNLIMITED_BUDGET_MS;
		const startedAt = this.clock.now();
		const { running } = this;
		const isRunning = running !== undefined && startedAt - running.startedAt < LONGEST_POLL_MS;
		if (isRunning && (isScheduled || !isFirst)) return undefined;
		this.context = n8n;
		running?.lease.abort();
		const lease = new AbortController();
		const kind = {
			isScheduled,
			isActivation: isFirst && !isScheduled,
			isStart: isFirst && ['init', 'leadershipChange'].includes(n8n.getActivationMode()),
			budgetMs: isScheduled ? budgetMs : Infinity,
			cancel: lease.signal,
		};
		this.running = { startedAt, kind, lease };
		return kind;
	}

	end(kind: PollKind): void {
		if (this.running?.kind === kind) this.running = undefined;
	}
}

/** Shared by polls for the lifetime of the process. */
export class PollProcess {
	private readonly triggers = new Map<string, LiveTrigger>();

	constructor(
		readonly clock: Clock = systemClock,
		readonly random: Chance = systemChance,
		private readonly id: string = random().toString(36).slice(2, 10),
	) {}

	/** @returns what is known of the trigger that polls */
	trigger(n8n: IPollFunctions): LiveTrigger {
		const key = `${n8n.getWorkflow().id} ${n8n.getNode().id}`;
		const trigger = this.triggers.get(key) ?? this.newTrigger();
		this.triggers.delete(key);
		this.triggers.set(key, trigger);
		const [oldest] = this.triggers.keys();
		if (this.triggers.size > MOST_TRIGGERS) this.triggers.delete(oldest);
		return trigger;
	}

	/** @returns a trigger of which nothing is known */
	newTrigger(): LiveTrigger {
		return new LiveTrigger(this.id, this.clock, this.random);
	}
}
