import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/shared/http/exchange';
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
	'lies',
	'other chain',
] as const;

/** One of {@link TROUBLES}. */
export type Trouble = (typeof TROUBLES)[number];

const BLOCK_MS = 12_000;

const FIRST_BLOCK = 20_000_000;

/** How far an endpoint that lags is behind, in blocks. */
const LAG = 50;

/** @returns the number of the newest block at a virtual time in milliseconds */
export function headAt(now: number): number {
	return FIRST_BLOCK + Math.floor(now / BLOCK_MS);
}

/** @returns the balance that an account has at a block */
export function balanceAt(account: number, block: number): string {
	return `0x${(BigInt(account + 1) * 1_000_000n + BigInt(block)).toString(16)}`;
}

/** @returns the hash of a transaction */
export function hashOf(transaction: string): string {
	return `0x${transaction.slice(2).padStart(64, 'a')}`;
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
	/** When it begins to hang. */
	hangsFromMs: number;
	/** Calls a second that it lets through. */
	rate: number;
	/** Calls that were sent to it, with the time at which they left. */
	sent: Array<{ method: string; at: number }>;
	/** Requests that were sent to it. */
	requests: number[];
}

/** A small chain with several endpoints, of which some have a trouble. */
export class World {
	/** How often each transaction was taken, over all endpoints. */
	readonly taken = new Map<string, number>();

	private readonly lately = new Map<Endpoint, number[]>();

	constructor(
		readonly endpoints: readonly Endpoint[],
		private readonly clock: VirtualClock,
		private readonly random: Random,
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
		const answers = calls.map((call) => this.answer(endpoint, call, now));
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

	private said(
		{ trouble }: Endpoint,
		method: string,
		params: unknown[],
		now: number,
	): { result: unknown } | { error: object } {
		const head = headAt(now) - (trouble === 'lags' ? LAG : 0);
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
				const number = Math.min(numberOf(params[0]), head);
				const timeMs = START_MS + (number - FIRST_BLOCK) * BLOCK_MS;
				const timestamp = `0x${Math.floor(timeMs / 1000).toString(16)}`;
				return { result: { number: `0x${number.toString(16)}`, hash: '0xab', timestamp } };
			}
			case 'eth_getBalance': {
				const block = numberOf(params[1]);
				if (block > head) return { error: { code: -32000, message: 'header not found' } };
				const account = Number(params[0]);
				const isWrong = trouble === 'lies' || trouble === 'other chain';
				return { result: balanceAt(isWrong ? account + 1000 : account, block) };
			}
			case 'eth_sendRawTransaction': {
				const transaction = String(params[0]);
				this.taken.set(transaction, (this.taken.get(transaction) ?? 0) + 1);
				return { result: hashOf(transaction) };
			}
			default:
				return { error: { code: -32601, message: `the method ${method} does not exist` } };
		}
	}

	private admits(endpoint: Endpoint, now: number): boolean {
		const lately = (this.lately.get(endpoint) ?? []).filter((at) => at > now - 1000);
		const isAdmitted = lately.length < endpoint.rate;
		if (isAdmitted) lately.push(now);
		this.lately.set(endpoint, lately);
		return isAdmitted;
	}
}
