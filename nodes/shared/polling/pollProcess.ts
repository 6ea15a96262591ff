import type { IPollFunctions } from 'n8n-workflow';

import { EndpointFacts } from '../jsonRpc/rpcClient';
import type { NodeNetwork } from '../managementApi/nodeNetworks';
import { systemChance, systemClock, type Chance, type Clock } from '../scheduler/clock';
import { RequestScheduler } from '../scheduler/requestScheduler';
import { EvenTime } from './evenTime';
import { pollKindOf, type PollKind } from './pollKind';
import { PollLog } from './pollLog';
import { TriggerMemory } from './triggerMemory';
import type { LastProbe } from './watchEvent';

/** A poll that has not ended by then has been abandoned. Milliseconds. */
const LONGEST_POLL_MS = 30_000;

/** Most triggers that are remembered; the ones that polled longest ago are forgotten first. */
const MOST_TRIGGERS = 2000;

/** A poll that may run. */
export interface Turn {
	/** Fires when a newer one has taken its place. */
	readonly cancel: AbortSignal;
	readonly isOvertaken: boolean;
	end(): void;
}

/** A trigger in this process. */
export class LiveTrigger {
	readonly memory: TriggerMemory;

	/** What was found out about endpoints. */
	readonly facts = new EndpointFacts();

	/** What networks run, by id. */
	readonly networks = new Map<string, NodeNetwork>();

	/** Sends the calls to endpoints: what it learned about a host holds for the next poll as well. */
	readonly rpcScheduler: RequestScheduler;

	/** What asking the endpoints last showed, by id. */
	readonly lastProbes = new Map<string, LastProbe>();

	/** Ids of objects that gave no answer when they were last looked up. */
	readonly failedLookUps = new Set<string>();

	readonly log = new PollLog();

	private running?: { context: object; startedAt: number; end: AbortController };

	constructor(
		process: string,
		private readonly clock: Clock,
		time: EvenTime,
		random: Chance,
	) {
		this.memory = new TriggerMemory(process, clock, time);
		this.rpcScheduler = new RequestScheduler({ clock, random });
	}

	/**
	 * A slow poll must not be overtaken by the next of the same activation; a new activation does not wait for the
	 * polls of the one before, which watched something else.
	 * @returns `undefined` when another poll is already running
	 */
	begin(context: object, { isScheduled }: PollKind): Turn | undefined {
		const now = this.clock.now();
		const { running } = this;
		if (running !== undefined && now - running.startedAt < LONGEST_POLL_MS) {
			if (isScheduled || running.context === context) return undefined;
		}
		running?.end.abort();
		const own = { context, startedAt: now, end: new AbortController() };
		this.running = own;
		const isOwn = (): boolean => this.running === own;
		return {
			cancel: own.end.signal,
			get isOvertaken() {
				return !isOwn();
			},
			end: () => {
				if (isOwn()) this.running = undefined;
			},
		};
	}
}

/** What polls share for the lifetime of the process. */
export class PollProcess {
	private readonly triggers = new Map<string, LiveTrigger>();

	/** Contexts that have polled; n8n makes one per activation, or per poll under its durable scheduler. */
	private readonly begun = new WeakSet<object>();

	readonly time: EvenTime;

	constructor(
		readonly clock: Clock = systemClock,
		readonly random: Chance = systemChance,
		private readonly id: string = random().toString(36).slice(2, 10),
	) {
		this.time = new EvenTime(clock);
	}

	/** @returns what is known of the trigger that polls */
	trigger(n8n: IPollFunctions): LiveTrigger {
		const key = `${n8n.getWorkflow().id} ${n8n.getNode().id}`;
		const trigger =
			this.triggers.get(key) ?? new LiveTrigger(this.id, this.clock, this.time, this.random);
		this.triggers.delete(key);
		this.triggers.set(key, trigger);
		const [oldest] = this.triggers.keys();
		if (this.triggers.size > MOST_TRIGGERS) this.triggers.delete(oldest);
		return trigger;
	}

	/** Returns what started the poll. Call once per poll. */
	kindOf(n8n: IPollFunctions): PollKind {
		const isFirst = !this.begun.has(n8n);
		this.begun.add(n8n);
		return pollKindOf(n8n, isFirst);
	}
}
