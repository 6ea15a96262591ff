import type { IHttpRequestOptions } from 'n8n-workflow';

import type { VirtualClock } from '../support/virtualClock.mts';
import { answersAfter, broken, damage, never, reply, type Fault, type Reply } from './replies.mts';
import { NO_PROJECT, projectOf, type Selection } from './selection.mts';

/** The condition of a node in a poll, and what the trigger calls it. */
export const CONDITIONS = {
	ready: 'ready',
	syncing: 'syncing',
	notFound: 'invalidResponse',
	unauthorized: 'unauthorized',
	down: 'unreachable',
	reset: 'unreachable',
	hang: 'unreachable',
	odd: 'invalidResponse',
	rpcError: 'rpcError',
	/** Reports that it is synchronized, but its newest block is old: only a health check shows that. */
	stale: 'lagging',
	/** Answers single calls, but not batches. */
	noBatches: 'ready',
	/** Slow for each call, one after the other: a batch takes longer than allowed. */
	slow: 'ready',
} as const;

export type Condition = keyof typeof CONDITIONS;

/** The watched objects: endpoints, or nodes or networks as the platform reports them. */
export type Watched = 'endpoints' | 'nodes' | 'networks';

/** A node of the simulated organization; a network, where those are watched. */
export interface SimulatedNode {
	id: string;
	name?: string;
	/** The platform's record of it. */
	status: string | null;
	condition: Condition;
	/** Host of its endpoint; all share one host by default. */
	host?: string;
}

/** How an endpoint rejects calls because of a limit of its own. */
export interface OwnLimit {
	/** The wait that it asks for; none by default. */
	waitSeconds?: number;
	/** How long a rejection takes, in milliseconds. */
	tookMs?: number;
}

/** A call of JSON-RPC. */
interface Call {
	id: number;
	method: string;
}

/** The states that the polls received, object by object, as far as the answers were complete. */
export interface Received {
	observations: Map<string, string>;
	/** Whether every list was read from its first to its last page. */
	isWhole: boolean;
	/** Whether anything was read: all lists, or at least one of the objects that are requested one by one. */
	wasRead: boolean;
	/** Whether nothing of what is selected exists. */
	isNothing: boolean;
	/** Whether something could not be read that is requested by its id, or has no status. */
	isAnyUnread: boolean;
}

const ORIGIN = 'https://api.chainstack.com';
const ANSWER_MS = 10;
const FULL_TIME_MS = 7900;
const STALE_MS = 3_600_000;
const SLOW_MS = 2500;
const NETWORK = { id: 'NW-1-1', name: 'Ours', protocol: 'ethereum', status: 'ok' };
const NOT_FOUND = { error: { code: 'not_found', message: 'Not found.' } };

/** The platform and its endpoints, in virtual time. */
export class World {
	nodes: SimulatedNode[] = [];

	pageSize = 3;

	/** Faults that affect the next requests to the platform, one each. */
	faults: Fault[] = [];

	/** Calls that each endpoint host accepts per second; those of a batch count individually. */
	callsPerSecond = Infinity;

	/** Calls of others that use the limit of each host in a second. */
	usedByOthers: (second: number) => number = () => 0;

	/** Whether the gateway of the endpoints answers everything with status 502 at present. */
	isOut = (): boolean => false;

	/** Nodes whose keys have a limit of their own that lets nothing through at present. */
	readonly limited = new Map<string, OwnLimit>();

	/** How often each of them rejected a call. */
	readonly rejections = new Map<string, number>();

	/** Nodes that rejected a call in this poll, those that accepted one, and those of them that did not hang. */
	readonly inPoll = {
		rejecting: new Set<string>(),
		accepting: new Set<string>(),
		answering: new Set<string>(),
	};

	/** Projects that were deleted with all they contained. */
	readonly deletedProjects = new Set<string>([NO_PROJECT]);

	/** How often each node was queried and answered. */
	readonly asked = new Map<string, number>();

	/** The platform's answer to each request, while that is set: it is out of service, or rejects the key. */
	outage?: Fault;

	isRevoked = false;

	/** Does something between two pages. */
	betweenPages?: () => void;

	requests = 0;

	/** Calls that each host has accepted in the current second. */
	private readonly taken = new Map<string, { second: number; calls: number }>();

	private readonly read = new Map<string, { ids: string[]; isDone: boolean }>();

	private observations = new Map<string, string>();

	/** The states that endpoints showed in the poll. */
	endpointStates = new Map<string, string>();

	private gone = new Set<string>();

	private isOrganizationKnown = false;

	private isAnyRead = false;

	/** Whether a record was given for an id. */
	private isAnyRecord = false;

	private isProjectGone = false;

	/** Ids or paths of objects that could not be read. */
	private readonly unread = new Set<string>();

	/** Path of the list that contains the objects, and the prefix of their ids. */
	private readonly path: string;

	readonly prefix: string;

	constructor(
		private readonly clock: VirtualClock,
		private readonly watches: Watched,
		public selection: Selection = { watch: 'all', project: '', ids: [] },
	) {
		this.path = watches === 'networks' ? '/v1/networks/' : '/v1/nodes/';
		this.prefix = watches === 'networks' ? 'NW-1-' : 'ND-1-';
	}

	/** Whether objects are requested one by one, by their ids. */
	private get isById(): boolean {
		return this.selection.watch === 'chosen';
	}

	/** Whether a project does not exist: one that was deleted, unless something was created in it since. */
	isNoProject(project: string): boolean {
		const isEmpty = this.nodes.every(({ id }) => projectOf(id) !== project);
		return this.deletedProjects.has(project) && isEmpty;
	}

	beginPoll(): void {
		for (const ids of Object.values(this.inPoll)) ids.clear();
		this.read.clear();
		this.observations = new Map();
		this.endpointStates = new Map();
		this.gone = new Set();
		this.isOrganizationKnown = false;
		this.isAnyRead = false;
		this.isAnyRecord = false;
		this.isProjectGone = false;
		this.unread.clear();
	}

	/** Whether the poll found an object that is selected. */
	hasFound(id: string): boolean {
		if (this.isById) return this.observations.get(id) !== 'deleted';
		return this.read.get(this.path)?.ids.includes(id) === true;
	}

	/** Whether anything was read by its id; of endpoints that are known, nothing was where only their records are missing. */
	private get wasAnyRead(): boolean {
		const isAnyFailed = [...this.unread].some((path) => path.startsWith(this.path));
		return this.isAnyRecord || (this.isAnyRead && !(this.watches === 'endpoints' && isAnyFailed));
	}

	/** The answers that the poll received. */
	received(): Received {
		const lists = this.watches === 'endpoints' ? [this.path, '/v1/networks/'] : [this.path];
		const isWhole = this.isById || lists.every((path) => this.read.get(path)?.isDone === true);
		if (this.isOrganizationKnown) for (const id of this.gone) this.observations.set(id, 'deleted');
		const areGone = this.isOrganizationKnown && this.selection.ids.every((id) => this.gone.has(id));
		return {
			observations: this.observations,
			isWhole,
			wasRead: this.isById ? this.wasAnyRead : isWhole,
			isNothing: this.isById ? areGone : this.isProjectGone,
			isAnyUnread: this.unread.size > 0,
		};
	}

	/** Answers a request as n8n's helper does, and dates the answer by a clock that is never moved. */
	async answer(options: IHttpRequestOptions): Promise<unknown> {
		const { headers, ...rest } = await this.undated(options);
		const date = new Date(this.clock.wallMs()).toUTCString();
		return { ...rest, headers: { date, ...headers } };
	}

	private async undated(options: IHttpRequestOptions): Promise<Reply> {
		this.requests += 1;
		const query = Object.entries(options.qs ?? {}).map(([name, value]) => [name, String(value)]);
		const url = new URL(options.url);
		for (const [name, value] of query) url.searchParams.set(name, value);
		const signal = options.abortSignal as AbortSignal;
		await answersAfter(this.clock, ANSWER_MS, signal);
		return url.origin === ORIGIN
			? await this.platform(url, signal)
			: await this.endpoint(url, options, signal);
	}

	private async platform(url: URL, signal: AbortSignal): Promise<Reply> {
		if (this.isRevoked) return reply(401, { error: { code: 'unauthorized', message: 'No.' } });
		const fault = this.outage ?? this.faults.shift();
		const isOfOne = /^\/v1\/(?:networks|nodes)\/./.test(url.pathname);
		if (isOfOne) this.unread[fault === undefined ? 'delete' : 'add'](url.pathname);
		if (fault !== undefined) {
			if (url.searchParams.get('page') === null) this.read.delete(url.pathname);
			return await damage(fault, signal);
		}
		if (url.pathname === '/v1/organization/') {
			this.isOrganizationKnown = true;
			return reply(200, { id: 'RG-1-1', name: 'Us' });
		}
		const id = new RegExp(`^${this.path}([^/]+)/$`).exec(url.pathname)?.[1];
		if (id !== undefined) return this.byId(id);
		const project = /^\/v2\/projects\/([^/]+)\/$/.exec(url.pathname)?.[1];
		if (project !== undefined && this.isNoProject(project)) {
			this.isProjectGone = true;
			return reply(404, NOT_FOUND);
		}
		if (url.pathname === this.path) return this.page(url);
		if (url.pathname === `/v1/networks/${NETWORK.id}/`) return reply(200, NETWORK);
		this.read.set(url.pathname, { ids: [], isDone: true });
		return reply(200, { count: 1, next: null, results: [NETWORK] });
	}

	private page(url: URL): Reply {
		const page = Number(url.searchParams.get('page') ?? 1);
		if (page > 1) {
			this.betweenPages?.();
			this.betweenPages = undefined;
		}
		const start = (page - 1) * this.pageSize;
		const project = url.searchParams.get('project');
		const nodes = this.nodes.filter(({ id }) => project === null || projectOf(id) === project);
		const records = nodes.slice(start, start + this.pageSize);
		if (page > 1 && records.length === 0) {
			// The list has become shorter while it was read: that is its end.
			const { ids = [] } = this.read.get(url.pathname) ?? {};
			this.read.set(url.pathname, { ids, isDone: true });
			return reply(404, { error: { code: 'not_found', message: 'Invalid page.' } });
		}
		const hasMore = nodes.length > start + this.pageSize;
		const before = page === 1 ? [] : (this.read.get(url.pathname)?.ids ?? []);
		const ids = [...before, ...records.map((node) => node.id)];
		this.read.set(url.pathname, { ids, isDone: !hasMore });
		for (const node of records) this.noteStatus(node);
		const of = project === null ? '' : `&project=${project}`;
		const next = hasMore ? `${ORIGIN}${this.path}?page=${page + 1}${of}` : null;
		return reply(200, { count: nodes.length, next, results: records.map(recordOf) });
	}

	private byId(id: string): Reply {
		this.isAnyRead = true;
		const node = this.nodes.find((each) => each.id === id);
		if (node === undefined) {
			this.gone.add(id);
			return reply(404, NOT_FOUND);
		}
		this.isAnyRecord = true;
		this.noteStatus(node);
		return reply(200, recordOf(node));
	}

	private noteStatus({ id, status }: SimulatedNode): void {
		if (status === null) this.unread.add(id);
		if (status === null) return;
		if (this.watches !== 'endpoints') this.observations.set(id, status);
		// Chosen nodes are asked whatever the platform says about them.
		else if (!this.isById && status !== 'running') this.observations.set(id, 'notRunning');
	}

	private async endpoint(
		url: URL,
		{ body }: IHttpRequestOptions,
		signal: AbortSignal,
	): Promise<Reply> {
		const id = `ND-1-${/^\/key0of0(\d+)(?:\/|$)/.exec(url.pathname)?.[1]}`;
		const condition = this.nodes.find((node) => node.id === id)?.condition ?? 'notFound';
		const note = (): void => {
			this.observations.set(id, CONDITIONS[condition]);
			this.endpointStates.set(id, CONDITIONS[condition]);
		};
		const call = JSON.parse(String(body)) as Call | Call[];
		if (this.isOut()) return reply(502, '');
		const limit = this.limited.get(id);
		if (limit !== undefined) return await this.reject(id, limit, signal);
		if (!this.takes(url.host, Array.isArray(call) ? call.length : 1)) return reply(429, '');
		this.asked.set(id, (this.asked.get(id) ?? 0) + 1);
		this.inPoll.accepting.add(id);
		if (condition !== 'hang') this.inPoll.answering.add(id);
		const each = (answer: (call: Call) => object): Reply => {
			const answered = (one: Call): object => ({ jsonrpc: '2.0', id: one.id, ...answer(one) });
			return reply(200, Array.isArray(call) ? call.map(answered) : answered(call));
		};
		switch (condition) {
			case 'hang': {
				const sentAt = this.clock.now();
				try {
					return await never(signal);
				} finally {
					if (this.clock.now() - sentAt >= FULL_TIME_MS) note();
				}
			}
			case 'reset':
				note();
				throw broken('ECONNRESET');
			case 'notFound':
				note();
				return reply(404, '');
			case 'unauthorized':
				note();
				return reply(401, '');
			case 'down':
				note();
				return reply(503, '');
			case 'rpcError': {
				note();
				return each(() => ({ error: { code: -32000, message: 'out of order' } }));
			}
			case 'odd':
				note();
				return each(() => ({ result: null }));
			case 'slow':
				await answersAfter(this.clock, SLOW_MS * (Array.isArray(call) ? call.length : 1), signal);
				return each(({ method }) => ({ result: this.resultOf(method, condition) }));
			case 'noBatches':
			case 'syncing':
			case 'stale':
			case 'ready':
				if (condition === 'noBatches' && Array.isArray(call)) return await never(signal);
				note();
				return each(({ method }) => ({ result: this.resultOf(method, condition) }));
		}
	}

	private async reject(
		id: string,
		{ waitSeconds, tookMs = 0 }: OwnLimit,
		signal: AbortSignal,
	): Promise<Reply> {
		this.rejections.set(id, (this.rejections.get(id) ?? 0) + 1);
		this.inPoll.rejecting.add(id);
		if (tookMs > 0) await answersAfter(this.clock, tookMs, signal);
		return reply(429, '', waitSeconds === undefined ? {} : { 'retry-after': String(waitSeconds) });
	}

	/** A node at the head of its chain, whose newest block was just made. */
	private resultOf(method: string, condition: Condition): unknown {
		const height = `0x${Math.floor(this.clock.now() / 12_000 + 1000).toString(16)}`;
		const madeAt = this.clock.wallMs() - (condition === 'stale' ? STALE_MS : 0);
		switch (method) {
			case 'eth_syncing':
				return condition === 'syncing';
			case 'eth_chainId':
				return '0x1';
			case 'eth_blockNumber':
				return height;
			default:
				return { number: height, timestamp: `0x${Math.floor(madeAt / 1000).toString(16)}` };
		}
	}

	private takes(host: string, calls: number): boolean {
		const second = Math.floor(this.clock.now() / 1000);
		const taken = this.taken.get(host);
		const before = taken?.second === second ? taken.calls : 0;
		if (before + calls + this.usedByOthers(second) > this.callsPerSecond) return false;
		this.taken.set(host, { second, calls: before + calls });
		return true;
	}
}

function recordOf({
	id,
	name = `node ${id}`,
	status,
	host = 'nodes.example',
}: SimulatedNode): object {
	return {
		id,
		name,
		// Only the endpoints of running nodes are queried.
		status,
		network: 'NW-1-1',
		details: {
			https_endpoint: `https://${host}`,
			auth_key: `key0of0${id.slice('ND-1-'.length)}`,
		},
	};
}
