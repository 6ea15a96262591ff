import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/shared/http/exchange';
import { hashTransaction } from '../../../nodes/shared/across/transactionHash';
import { aborting, fault } from '../support/network.mts';
import type { Random } from '../support/random.mts';
import { START_MS, type VirtualClock } from '../support/virtualClock.mts';

/** The faults of an endpoint. */
export const TROUBLES = [
	'none',
	'dead',
	'hangs',
	'5xx for a while',
	'limited',
	'lags',
	'halts',
	'lies',
	'differs in trifles',
	'loses answers',
	'other chain',
] as const;

/** One of {@link TROUBLES}. */
export type Trouble = (typeof TROUBLES)[number];

const FIRST_BLOCK = 20_000_000;

/** How far an endpoint that lags is behind, in blocks. */
const LAG = 50;

/** After this time a transaction that one endpoint took is known to all, in milliseconds. */
const SPREADING_MS = 300;

/** How a chain behaves. */
export interface ChainRules {
	/** Milliseconds between blocks. */
	blockMs: number;
	/** For how many blocks endpoints keep the state. */
	keeps: number;
}

/** Ethereum, as far as these simulations know it. */
export const SLOW_CHAIN: ChainRules = { blockMs: 12_000, keeps: 128 };

/** @returns the number of the newest block at a virtual time in milliseconds */
export function headAt(now: number, { blockMs }: ChainRules): number {
	return FIRST_BLOCK + Math.floor(Math.max(0, now) / blockMs);
}

/** @returns the balance that an account has at a block */
export function balanceAt(account: number, block: number): string {
	return `0x${(BigInt(account + 1) * 1_000_000n + BigInt(block)).toString(16)}`;
}

/** @returns the hash of a block */
export function blockHashOf(block: number): string {
	return `0x${block.toString(16).padStart(64, '0')}`;
}

interface RawCall {
	id: number;
	method: string;
	params: unknown[];
}

/** An endpoint of the simulated world. */
export interface Endpoint {
	url: string;
	trouble: Trouble;
	/** One-way latency, and the most that is added to it by chance, in milliseconds. */
	oneWayMs: number;
	jitterMs: number;
	/** Until when it answers with a 5xx. */
	badUntilMs: number;
	/** When it begins to hang, or to follow its chain no longer. */
	hangsFromMs: number;
	/** How far each of its backends is behind, in milliseconds; one of them answers each request. */
	backendsBehindMs: readonly number[];
	/** Calls a second that it lets through. */
	rate: number;
	/** Calls that were sent to it, with the time at which they left. */
	sent: Array<{ method: string; at: number }>;
	/** Requests that were sent to it. */
	requests: number[];
}

/** A small chain with several endpoints, of which some have a trouble. */
export class World {
	/** How often each transaction arrived at an endpoint that answers, over all of them. */
	readonly taken = new Map<string, number>();

	/** When each transaction was taken, by its hash, and by which endpoint. */
	readonly known = new Map<string, { by: Endpoint; at: number }>();

	private readonly lately = new Map<Endpoint, number[]>();

	constructor(
		readonly endpoints: readonly Endpoint[],
		private readonly clock: VirtualClock,
		private readonly random: Random,
		private readonly chain: ChainRules = SLOW_CHAIN,
	) {}

	/** @returns a context as n8n passes it to a node, as far as sending needs it */
	context(): RequestContext {
		const httpRequest = async (options: IHttpRequestOptions) =>
			await aborting(options.abortSignal as AbortSignal, this.carried(options));
		return { helpers: { httpRequest } as unknown as IExecuteFunctions['helpers'] };
	}

	private async carried(options: IHttpRequestOptions): Promise<unknown> {
		const endpoint = this.endpoints.find(({ url }) => options.url.startsWith(url));
		if (endpoint === undefined) throw fault('ENOTFOUND', 'getaddrinfo');
		const body = JSON.parse(String(options.body)) as RawCall | RawCall[];
		const calls = [body].flat();
		endpoint.requests.push(this.clock.now());
		for (const { method } of calls) endpoint.sent.push({ method, at: this.clock.now() });
		const { trouble, oneWayMs, jitterMs } = endpoint;
		await this.clock.pass(oneWayMs + this.random.next() * jitterMs);
		if (trouble === 'dead') throw fault('ECONNREFUSED', 'connect');
		const now = this.clock.now();
		if (trouble === 'hangs' && now >= endpoint.hangsFromMs)
			return await new Promise(() => undefined);
		if (trouble === '5xx for a while' && now < endpoint.badUntilMs)
			return { statusCode: 503, headers: {}, body: '<html>Service Unavailable</html>' };
		const behindMs = this.random.pick(endpoint.backendsBehindMs);
		const answers = calls.map((call) => this.answer(endpoint, call, now - behindMs));
		if (trouble === 'loses answers' && now < endpoint.badUntilMs) throw fault('ECONNRESET', 'read');
		await this.clock.pass(oneWayMs + this.random.next() * jitterMs);
		return {
			statusCode: 200,
			headers: { date: new Date(START_MS + this.clock.now()).toUTCString() },
			body: JSON.stringify(Array.isArray(body) ? answers : answers[0]),
		};
	}

	private answer(endpoint: Endpoint, { id, method, params }: RawCall, now: number): object {
		if (endpoint.trouble === 'limited' && !this.admits(endpoint, now)) {
			const error = { code: -32005, message: 'You have reached the RPS limit', data: {} };
			return { jsonrpc: '2.0', id, error };
		}
		const said = this.said(endpoint, method, params, now);
		return { jsonrpc: '2.0', id, ...said };
	}

	/** @param now less by how far its backend is behind */
	private said(
		endpoint: Endpoint,
		method: string,
		params: unknown[],
		now: number,
	): { result: unknown } | { error: object } {
		const { trouble } = endpoint;
		const head = this.headOf(endpoint, now);
		const numberOf = (block: unknown): number =>
			block === 'latest' ? head : Number(BigInt(String(block)));
		switch (method) {
			case 'eth_syncing':
				return { result: false };
			case 'eth_chainId':
				return { result: trouble === 'other chain' ? '0x89' : '0x1' };
			case 'eth_blockNumber':
				return { result: `0x${head.toString(16)}` };
			case 'eth_getBlockByNumber': {
				const number = numberOf(params[0]);
				return { result: number > head ? null : this.block(endpoint, number) };
			}
			case 'eth_getBalance': {
				const block = numberOf(params[1]);
				if (block > head) return { error: { code: -32000, message: 'header not found' } };
				if (block <= head - this.chain.keeps)
					return { error: { code: -32000, message: 'missing trie node 0xabc (path )' } };
				const account = Number(params[0]);
				const isWrong = trouble === 'lies' || trouble === 'other chain';
				return { result: balanceAt(isWrong ? account + 1000 : account, block) };
			}
			case 'eth_sendRawTransaction':
				return this.take(endpoint, String(params[0]));
			case 'eth_getTransactionByHash': {
				const hash = String(params[0]);
				return { result: this.knows(endpoint, hash) ? { hash, blockNumber: null } : null };
			}
			default:
				return { error: { code: -32601, message: `the method ${method} does not exist` } };
		}
	}

	private headOf({ trouble, hangsFromMs }: Endpoint, now: number): number {
		const at = trouble === 'halts' ? Math.min(now, hangsFromMs) : now;
		return headAt(at, this.chain) - (trouble === 'lags' ? LAG : 0);
	}

	private block({ trouble }: Endpoint, number: number): object {
		const timeMs = START_MS + (number - FIRST_BLOCK) * this.chain.blockMs;
		const block = {
			number: `0x${number.toString(16)}`,
			hash: trouble === 'lies' ? blockHashOf(number + 1) : blockHashOf(number),
			timestamp: `0x${Math.floor(timeMs / 1000).toString(16)}`,
		};
		const trifles = { totalDifficulty: '0x0', author: '0xab', baseFeePerGas: null };
		return trouble === 'differs in trifles' ? { ...block, ...trifles } : block;
	}

	private take(endpoint: Endpoint, transaction: string): { result: unknown } | { error: object } {
		this.taken.set(transaction, (this.taken.get(transaction) ?? 0) + 1);
		const hash = hashTransaction(transaction) ?? '';
		if (this.knows(endpoint, hash)) return { error: { code: -32000, message: 'already known' } };
		if (!this.known.has(hash)) this.known.set(hash, { by: endpoint, at: this.clock.now() });
		return { result: hash };
	}

	/** @returns whether an endpoint has a transaction */
	knows(endpoint: Endpoint, hash: string): boolean {
		const known = this.known.get(hash);
		if (known === undefined) return false;
		return known.by === endpoint || this.clock.now() >= known.at + SPREADING_MS;
	}

	private admits(endpoint: Endpoint, now: number): boolean {
		const lately = (this.lately.get(endpoint) ?? []).filter((at) => at > now - 1000);
		const isAdmitted = lately.length < endpoint.rate;
		if (isAdmitted) lately.push(now);
		this.lately.set(endpoint, lately);
		return isAdmitted;
	}
}
