import type { IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { players, RpcFailure, tipAt } from '../../sandbox/jsonRpc/familyAnswers.mts';
import { Random } from './support/random.mts';
import { START_MS, VirtualClock } from './support/virtualClock.mts';
import { watchAll } from './trigger/fleet.mts';
import { answersAfter, reply, type Reply } from './trigger/replies.mts';

/** Chains that share an ID, whose speed is not known, or that need several questions. */
const CHAINS = [
	{ network: 'bitcoin-mainnet', family: 'bitcoin', blockMs: 600_000 },
	{ network: 'litecoin', family: 'bitcoin', blockMs: 150_000 },
	{ network: 'dydx', family: 'cosmos', blockMs: 1000 },
	{ network: 'solana-mainnet', family: 'solana', blockMs: 400 },
] as const;

type Chain = (typeof CHAINS)[number];

const ORIGIN = 'https://api.chainstack.com';
const NODES = 100;

interface ChainNode {
	id: string;
	chain: Chain;
	/** Since when its head stands still, in milliseconds since 1970. */
	standsSince?: number;
}

interface Call {
	id: number;
	method: string;
	params?: unknown[];
}

/** Nodes of several chains at one host that accepts a number of calls per second. */
class MixedChains {
	readonly nodes: ChainNode[];

	private readonly random = new Random(1);

	private second = { number: 0, calls: 0 };

	constructor(
		private readonly clock: VirtualClock,
		private readonly callsPerSecond: number,
		private readonly slowestMs: number,
	) {
		this.nodes = Array.from({ length: NODES }, (_, index) => ({
			id: `ND-1-${index + 1}`,
			chain: CHAINS[index % CHAINS.length],
		}));
	}

	async answer({ url, body, abortSignal }: IHttpRequestOptions): Promise<unknown> {
		const afterMs = this.random.integer(5, this.slowestMs);
		await answersAfter(this.clock, afterMs, abortSignal as AbortSignal);
		const date = new Date(this.clock.wallMs()).toUTCString();
		const { origin, pathname } = new URL(url);
		const answered =
			origin === ORIGIN ? this.platform(pathname) : this.endpoint(pathname, String(body));
		return { ...answered, headers: { date, ...answered.headers } };
	}

	private platform(path: string): Reply {
		const listOf = (results: object[]): Reply =>
			reply(200, { count: results.length, next: null, results });
		if (path === '/v1/organization/') return reply(200, { id: 'RG-1-1' });
		if (path === '/v1/networks/') return listOf(CHAINS.map(networkOf));
		return listOf(this.nodes.map(recordOf));
	}

	private endpoint(path: string, body: string): Reply {
		const asked = JSON.parse(body) as Call | Call[];
		const calls = [asked].flat();
		if (!this.accepts(calls.length)) return reply(429, '');
		const node = this.nodes[Number(/key0of0(\d+)/.exec(path)?.[1]) - 1];
		const answers = calls.map((call) => ({
			jsonrpc: '2.0',
			id: call.id,
			...this.said(node, call),
		}));
		return reply(200, Array.isArray(asked) ? answers : answers[0]);
	}

	private accepts(calls: number): boolean {
		const number = Math.floor(this.clock.now() / 1000);
		if (this.second.number !== number) this.second = { number, calls: 0 };
		if (this.second.calls + calls > this.callsPerSecond) return false;
		this.second.calls += calls;
		return true;
	}

	private said({ chain, standsSince }: ChainNode, { method, params = [] }: Call): object {
		const { blockMs, family, network } = chain;
		const tip = tipAt(standsSince ?? this.clock.wallMs(), blockMs);
		if (method === 'getblockhash') return { result: `the first block of ${network}` };
		const result = players[family].calls?.[method]?.(tip, params);
		return result === undefined || result instanceof RpcFailure
			? { error: { code: -32601, message: 'Method not found' } }
			: { result };
	}
}

function networkOf({ network }: Chain): object {
	return {
		id: `NW-${network}`,
		protocol: network.replace('-mainnet', ''),
		status: 'ok',
		configuration: { network },
	};
}

function recordOf({ id, chain }: ChainNode, index: number): object {
	const details = { https_endpoint: 'https://nodes.example', auth_key: `key0of0${index + 1}` };
	return { id, name: id, status: 'running', network: `NW-${chain.network}`, details };
}

describe.each([
	[12, 300],
	[50, 3000],
])('nodes of several chains at a host that accepts %d calls per second', (limit, slowestMs) => {
	it('are compared with their own chain only, and one that stands still is reported once', async () => {
		const clock = new VirtualClock();
		const world = new MixedChains(clock, limit, slowestMs);
		const { reported } = await watchAll(clock, world, 'health');
		expect(await reported(6)).toEqual([]);
		const standing = world.nodes.filter(
			({ chain }, place) => place < 8 && chain.family !== 'bitcoin',
		);
		for (const node of standing) node.standsSince = START_MS - 3_600_000;
		expect(await reported(8)).toEqual(standing.map(({ id }) => `${id} ready lagging`).sort());
	});
});
