import { describe, expect, it } from 'vitest';

import type { Endpoint } from '../../../nodes/shared/watching/endpoints';
import type { ProbeContext } from '../../../nodes/shared/readiness/health';
import { probeAll } from '../../../nodes/shared/watching/probeAll';
import type { RpcReply } from '../../../nodes/shared/jsonRpc/rpcClient';
import type { LastProbe } from '../../../nodes/shared/polling/snapshot';
import type { Poll } from '../../../nodes/shared/polling/watchEvent';
import { Cancelled } from '../../../nodes/shared/text/problem';

/** The answers of a server to an endpoint's calls, by its id. */
type Replies = Record<string, Partial<RpcReply>>;

const READY: Partial<RpcReply> = { answer: { kind: 'result', result: false } };
const REJECTED: Partial<RpcReply> = {
	answer: { kind: 'rateLimited', reason: 'too many', quota: false },
};
const CANCELLED: Partial<RpcReply> = { answer: { kind: 'cancelled' } };
const DOWN: Partial<RpcReply> = { answer: { kind: 'unreachable', reason: 'status 502' } };

/** Polls of endpoints at one host, with one memory. */
function polling() {
	const lastProbes = new Map<string, LastProbe>();
	const calls: Array<{ id: string; isUrgent?: boolean; retryForMs?: number }> = [];
	return {
		calls,
		poll: async (replies: Replies) => {
			const endpoints = Object.keys(replies).map(
				(id) =>
					({
						id,
						name: id,
						target: { endpoint: { origin: 'https://nodes.example' } },
					}) as unknown as Endpoint,
			);
			let asking = '';
			const rpc = {
				dialects: new Map(),
				call: async (_: unknown, { isUrgent }: { isUrgent?: boolean }) => {
					calls.push({ id: asking, isUrgent, retryForMs: retryForMs() });
					const reply = { latencyMs: 5, attempts: 1, mayHaveBeenProcessed: false };
					return await Promise.resolve({ ...reply, ...replies[asking] } as RpcReply);
				},
			};
			let options: ProbeContext['retryOptions'];
			const retryForMs = (): number | undefined => options.retryForMs;
			const own = {
				context: { rpc, clock: { now: () => 0 } },
				probeOptions: { timeoutMs: 8000, maxRetries: 4, maxRetryWaitMs: 2500 },
				trigger: { lastProbes },
			} as unknown as Poll;
			const probe = async ({ id }: Endpoint, context: ProbeContext) => {
				options = context.retryOptions;
				asking = id;
				const first = context.rpc.call({} as never, { id: 1 } as never);
				const second = context.rpc.call({} as never, { id: 2 } as never);
				const { answer } = await first;
				await second;
				if (answer.kind === 'cancelled') throw new Cancelled();
				return { state: answer.kind === 'result' ? 'ready' : answer.kind };
			};
			const probed = await probeAll(endpoints, probe, own);
			const known = probed.map(({ endpoint, result }) => `${endpoint.id} ${result.state}`);
			const isKnown = (id: string): boolean => probed.some(({ endpoint }) => endpoint.id === id);
			return { known, unknown: Object.keys(replies).filter((id) => !isKnown(id)) };
		},
	};
}

describe('the calls of a probe', () => {
	it('begin with a single one, and the others are urgent', async () => {
		const { poll, calls } = polling();
		await poll({ a: READY });
		expect(calls.map(({ isUrgent }) => isUrgent)).toEqual([false, true]);
	});

	it.each([
		['rejected', REJECTED],
		['left without an answer', DOWN],
	])('end with the first one where that is %s', async (_, reply) => {
		const { poll, calls } = polling();
		await poll({ a: reply });
		expect(calls).toHaveLength(1);
	});

	it('are not repeated for an endpoint that was down in the poll before', async () => {
		const { poll, calls } = polling();
		for (const reply of [DOWN, DOWN, READY, DOWN]) await poll({ a: reply });
		expect(calls.map(({ retryForMs }) => retryForMs)).toEqual([undefined, 0, 0, 0, undefined]);
	});
});

describe('a rejection', () => {
	it('is a state where nobody at the host gets through', async () => {
		const { poll } = polling();
		expect((await poll({ a: REJECTED, b: REJECTED })).known).toHaveLength(2);
	});

	it('is unknown where others get through, until they no longer explain it', async () => {
		const { poll } = polling();
		const others = Object.fromEntries(Array.from({ length: 20 }, (_, each) => [`b${each}`, READY]));
		const states: string[] = [];
		for (let polls = 0; polls < 6; polls += 1) {
			const { known } = await poll({ a: REJECTED, ...others });
			states.push(known.includes('a rateLimited') ? 'rejects' : 'unknown');
		}
		const unknown = Array.from({ length: 3 }, () => 'unknown');
		expect(states).toEqual([...unknown, 'rejects', 'rejects', 'rejects']);
	});

	it('is not explained by another endpoint that does not answer', async () => {
		const { poll } = polling();
		const known: string[] = [];
		for (let polls = 0; polls < 8; polls += 1)
			known.push(...(await poll({ a: REJECTED, b: { ...DOWN, attempts: 4 } })).known);
		expect(known).toContain('a rateLimited');
	});

	it('counts for nothing once the endpoint is answered', async () => {
		const { poll } = polling();
		for (let polls = 0; polls < 9; polls += 1) {
			const a = polls % 2 === 1 ? READY : { ...REJECTED, attempts: 3 };
			const { known } = await poll({ a, b: READY });
			expect(known).not.toContain('a rateLimited');
		}
	});

	it('that was not sent is no state where others get through, and where nobody was asked', async () => {
		const { poll } = polling();
		const unsent = { ...REJECTED, attempts: 0 };
		for (let polls = 0; polls < 9; polls += 1) {
			expect((await poll({ a: unsent, b: READY })).unknown).toEqual(['a']);
			expect((await poll({ a: unsent, b: unsent })).unknown).toEqual(['a', 'b']);
		}
	});

	it('of one is the state of all where nobody gets through', async () => {
		const { poll } = polling();
		const waiting: Partial<RpcReply> = { ...CANCELLED, attempts: 0 };
		const { known } = await poll({ a: REJECTED, b: waiting });
		expect(known).toEqual(['a rateLimited', 'b rateLimited']);
	});

	it('of one that was rejected before says nothing about others that were not asked, which come first then', async () => {
		const { poll, calls } = polling();
		const waiting: Partial<RpcReply> = { ...CANCELLED, attempts: 0 };
		await poll({ a: REJECTED, b: READY });
		expect((await poll({ a: REJECTED, b: waiting })).unknown).toEqual(['a', 'b']);
		calls.length = 0;
		await poll({ a: REJECTED, b: READY });
		expect(calls[0].id).toBe('b');
		expect((await poll({ a: REJECTED, b: REJECTED })).known).toHaveLength(2);
	});

	it('that was cut off by the end of the poll says nothing where others got the limit', async () => {
		const { poll } = polling();
		const cut: Partial<RpcReply> = { ...CANCELLED, lastAnswer: REJECTED.answer };
		for (let polls = 0; polls < 5; polls += 1)
			expect((await poll({ a: cut, b: READY })).unknown).toEqual(['a']);
	});
});

describe('an endpoint that was not asked', () => {
	it('is unknown', async () => {
		const { poll } = polling();
		expect(await poll({ a: { ...CANCELLED, attempts: 0 } })).toEqual({ known: [], unknown: ['a'] });
	});

	it('is unreachable where requests to its host keep failing, and unknown where others are answered', async () => {
		const { poll } = polling();
		const waiting: Partial<RpcReply> = { ...CANCELLED, attempts: 0, isInOutage: true };
		expect((await poll({ a: waiting, b: DOWN })).known).toEqual(['a unreachable', 'b unreachable']);
		expect((await poll({ a: waiting, b: READY })).unknown).toEqual(['a']);
	});
});
