import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { EndpointFacts } from '../jsonRpc/rpcClient';
import type { NodeNetwork } from '../managementApi/nodeNetworks';
import type { Chance, Clock } from '../scheduler/clock';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { PollKind } from './pollKind';
import { PollLog } from './pollLog';
import type { LastProbe } from './snapshot';
import { TriggerMemory } from './triggerMemory';

/** A poll that has not ended by then has been abandoned. Milliseconds. */
const LONGEST_POLL_MS = 30_000;

/** n8n returns this budget when its durable scheduler is not in use. Milliseconds. */
const UNLIMITED_BUDGET_MS = 300_000;

/** What a network runs, and the project it belongs to. */
export type WatchedNetwork = NodeNetwork & { project?: string };

/** A node whose endpoint is asked, as the platform last described it: with its address and key. */
export interface KnownNode {
	node: IDataObject & { id: string };
	network: WatchedNetwork;
}

/** What polls of a trigger leave to those that follow, besides the memory; never saved. */
export interface PollTraces {
	/** The protocols of networks, by id. */
	readonly networks: Map<string, WatchedNetwork>;
	/** Networks of nodes that the platform does not list, and of which nothing is known. */
	readonly nameless: Set<string>;
	/** The nodes whose endpoints were last found, by id. */
	readonly nodes: Map<string, KnownNode>;
	/** The last probe of each endpoint, by id. */
	readonly lastProbes: Map<string, LastProbe>;
	/** Objects that gave no answer when they were last looked up: as which poll that counts, by id. */
	readonly failedLookUps: Map<string, number>;
}

/** @returns the time that n8n gives a poll, in milliseconds; `undefined` where its durable scheduler does not poll */
export function readBudget(n8n: IPollFunctions): number | undefined {
	// Absent before n8n 2.40.
	const { getPollBudgetMs } = n8n as Partial<IPollFunctions>;
	// The durable scheduler's budget is larger where its time limits were set high.
	const budgetMs = getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;
	return budgetMs === UNLIMITED_BUDGET_MS ? undefined : budgetMs;
}

/**
 * A registration of a trigger with n8n in this process: of one activation, or of all polls of the durable scheduler.
 * n8n can leave an old one polling beside a new one, so each has a memory of its own.
 */
export class LiveTrigger implements PollTraces {
	readonly networks = new Map<string, WatchedNetwork>();

	readonly nameless = new Set<string>();

	readonly nodes = new Map<string, KnownNode>();

	readonly lastProbes = new Map<string, LastProbe>();

	readonly failedLookUps = new Map<string, number>();

	readonly log = new PollLog();

	/** Whether it has polled. */
	private hasBegun = false;

	private running?: { startedAt: number; kind: PollKind; lease: AbortController };

	/**
	 * @param memory what it knows
	 * @param rpcScheduler sends the calls to endpoints: what it learned about a host holds for the next poll as well
	 * @param facts properties of endpoints that were found out
	 */
	private constructor(
		private readonly clock: Clock,
		readonly memory: TriggerMemory,
		readonly rpcScheduler: RequestScheduler,
		readonly facts: EndpointFacts,
	) {}

	/** @returns a trigger of which nothing is known */
	static create(process: string, clock: Clock, random: Chance): LiveTrigger {
		const memory = new TriggerMemory(process, clock);
		return new LiveTrigger(
			clock,
			memory,
			new RequestScheduler({ clock, random }),
			new EndpointFacts(),
		);
	}

	/**
	 * Ends the poll that is running, which watched something else.
	 * @returns a registration that goes on with what this one knows
	 */
	succeed(): LiveTrigger {
		this.running?.lease.abort();
		const { clock, memory, rpcScheduler, facts } = this;
		const next = new LiveTrigger(clock, memory.succeed(), rpcScheduler, facts);
		copyInto(next.networks, this.networks);
		copyInto(next.nodes, this.nodes);
		copyInto(next.lastProbes, this.lastProbes);
		copyInto(next.failedLookUps, this.failedLookUps);
		return next;
	}

	/**
	 * A slow poll must not be superseded by the next one.
	 * @returns `undefined` when another poll is already running
	 */
	begin(n8n: IPollFunctions): PollKind | undefined {
		const startedAt = this.clock.now();
		const { running } = this;
		if (running !== undefined && startedAt - running.startedAt < LONGEST_POLL_MS) return undefined;
		running?.lease.abort();
		const budgetMs = readBudget(n8n);
		const isScheduled = budgetMs !== undefined;
		const isFirst = isScheduled || !this.hasBegun;
		this.hasBegun = true;
		const lease = new AbortController();
		const kind = {
			isScheduled,
			isActivation: isFirst && !isScheduled,
			isStart: isFirst && ['init', 'leadershipChange'].includes(n8n.getActivationMode()),
			budgetMs: budgetMs ?? Infinity,
			cancel: lease.signal,
		};
		this.running = { startedAt, kind, lease };
		return kind;
	}

	end(kind: PollKind): void {
		if (this.running?.kind === kind) this.running = undefined;
	}
}

function copyInto<K, V>(copy: Map<K, V>, entries: ReadonlyMap<K, V>): void {
	for (const [key, value] of entries) copy.set(key, value);
}
