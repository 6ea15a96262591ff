import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { Cancelled } from '../../../nodes/shared/text/problem';
import { probeSync } from '../../../nodes/shared/readiness/health';
import { probeEndpoint, type ProbeResult } from '../../../nodes/shared/readiness/probe';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { callsOf } from '../fixtures/answerCalls.mts';
import { familyEndpoint, serving } from '../fixtures/familyEndpoint.mts';
import { sharing } from '../fixtures/sharing.mts';
import { rejection } from '../fixtures/problems.mts';
import type { Respond, Sent } from '../fixtures/requestContext.mts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const WANTED = { head: true };

useStoppedTime(0);
beforeEach(() => void vi.setSystemTime(NOW));

/** Probes an endpoint, for its newest block as well. */
async function probe(
	respond: Respond,
	{
		family = 'evm',
		firstId,
		...parts
	}: { family?: FamilyName; firstId?: number; batchSize?: number; cancel?: AbortSignal } = {},
): Promise<{ seen: ProbeResult; sent: Sent[] }> {
	const { endpoint, sent, ...context } = familyEndpoint(family, respond, parts);
	const seen = await finish(probeEndpoint({ endpoint }, WANTED, context, firstId));
	return { seen, sent };
}

/** The answers of a node on Ethereum whose newest block is from this time. */
const evmNode = (blockTimeMs = NOW): Record<string, unknown> => ({
	eth_syncing: false,
	eth_blockNumber: '0x10',
	eth_getBlockByNumber: {
		number: '0x10',
		timestamp: `0x${Math.round(blockTimeMs / 1000).toString(16)}`,
	},
	eth_chainId: '0x1',
});

/** The header of a server whose clock is this far behind the one of this machine. */
const dated = (behindMs: number) => ({ date: new Date(NOW - behindMs).toUTCString() });

describe('probeEndpoint', () => {
	it('makes calls in the form of JSON-RPC, numbered from the given id', async () => {
		const { sent } = await probe(serving(evmNode()), { batchSize: 1, firstId: 7 });
		expect(sent.flatMap(callsOf)).toEqual(
			[
				{ method: 'eth_syncing', params: [] },
				{ method: 'eth_blockNumber', params: [] },
				{ method: 'eth_getBlockByNumber', params: ['latest', false] },
				{ method: 'eth_chainId', params: [] },
			].map((call, n) => ({ jsonrpc: '2.0', id: 7 + n, ...call })),
		);
	});

	it('lets what follows an answer precede the first calls to other endpoints', async () => {
		const results = { getHealth: 'ok', getEpochInfo: { absoluteSlot: 9 }, getBlockTime: 1 };
		const { endpoint, ...context } = familyEndpoint('solana', serving(results));
		const call = vi.spyOn(context.rpc, 'call');
		await finish(probeEndpoint({ endpoint }, WANTED, context));
		expect(call.mock.calls.map(([, { method, isUrgent }]) => [method, isUrgent])).toEqual([
			['getHealth', false],
			['getEpochInfo', false],
			['getBlockTime', true],
		]);
	});

	it('says how long its slowest question took, and when the newest block was reported', async () => {
		const times: Record<string, number> = { getHealth: 30, getEpochInfo: 50, getBlockTime: 20 };
		const results = { getHealth: 'ok', getEpochInfo: { absoluteSlot: 9 }, getBlockTime: 1 };
		const node: Respond = async (sent) => {
			const takesMs = times[callsOf(sent)[0].method];
			return await serving(results, { takesMs })(sent);
		};
		const { seen } = await probe(node, { family: 'solana', batchSize: 1 });
		expect(seen).toMatchObject({
			latencyMs: 50,
			attempts: 1,
			report: { askedAtMs: NOW, headAtMs: NOW + 50 },
		});
	});

	it('reports the HTTP status of the answer that decided the result', async () => {
		const accepting = serving(evmNode());
		const rejecting = serving({}, { status: 403, body: '', takesMs: 10 });
		const respond: Respond = async (sent) =>
			await (callsOf(sent)[0].method === 'eth_blockNumber' ? rejecting : accepting)(sent);
		const { seen } = await probe(respond, { batchSize: 1 });
		expect(seen).toMatchObject({ httpStatus: 403, state: 'unauthorized' });
	});

	it.each<[string, boolean, string]>([
		['before anything was sent', false, 'none'],
		['while a question is under way', true, 'unclear'],
	])('throws when it is cancelled %s', async (_, isUnderWay, effect) => {
		const end = new AbortController();
		if (!isUnderWay) end.abort();
		const respond: Respond = async (sent) => {
			end.abort();
			return await serving(evmNode(), { takesMs: 10 })(sent);
		};
		const problem = await rejection(probe(respond, { cancel: end.signal }));
		expect(problem).toBeInstanceOf(Cancelled);
		expect(problem.effect).toBe(effect);
	});
});

describe('the moment at which the newest block was reported', () => {
	it.each([
		[4000, 0],
		[-4000, 0],
		[5000, 5000],
		[-5000, -5000],
		[HOUR, HOUR],
	])('is told by the server where its clock is %d ms behind: %d', async (behindMs, ahead) => {
		const node = evmNode(NOW - behindMs);
		const { seen } = await probe(serving(node, { headers: dated(behindMs) }));
		expect(seen.report?.headAtMs).toBe(NOW - ahead);
	});

	it('is not the one of other answers, for which questions had to wait', async () => {
		const times: Record<string, number> = { eth_getBlockByNumber: 30, eth_chainId: 900 };
		const respond: Respond = async (sent) =>
			await serving(evmNode(NOW), { takesMs: times[callsOf(sent)[0].method] ?? 10 })(sent);
		const { seen } = await probe(respond, { batchSize: 1 });
		const report = { askedAtMs: NOW, headAtMs: NOW + 30, ageMs: 0 };
		expect(seen).toMatchObject({ report, latencyMs: 900 });
	});

	it.each([
		[15, 0],
		[16, 3_584_000],
	])(
		'is told by this machine where a block is %d s ahead of a late server',
		async (ahead, ageMs) => {
			const node = evmNode(NOW - HOUR + ahead * 1000);
			const { seen } = await probe(serving(node, { headers: dated(HOUR) }));
			expect(seen.report?.ageMs).toBe(ageMs);
		},
	);
});

describe('a newest block from the future', () => {
	it('is no answer: it would seem new for ever', async () => {
		const blockTimeMs = NOW + 48 * HOUR;
		const { seen } = await probe(serving(evmNode(blockTimeMs)));
		expect(seen).toMatchObject({
			state: 'invalidResponse',
			reason: 'the newest block is dated 2026-11-23T12:00:00.000Z, which is in the future',
			result: false,
			httpStatus: 200,
		});
		expect(seen).not.toHaveProperty('report');
	});

	it.each([
		['a day ahead', 24, 0, true],
		['more than a day ahead', 24.01, 0, false],
		['a day ahead of this machine, less of the server', 26, -3, true],
		['a day ahead of the server, less of this machine', 23, 3, true],
		['more than a day ahead of both, this machine being late', 28, -3, false],
		['more than a day ahead of both, the server being late', 25, 3, false],
	])(
		'may be %s: %d h, where the server is %d h behind: %s',
		async (_, hoursAhead, serverHoursBehind, isAccepted) => {
			const headers = dated(serverHoursBehind * HOUR);
			const { seen } = await probe(serving(evmNode(NOW + hoursAhead * HOUR), { headers }));
			const found = seen.reason ?? 'accepted';
			expect(found).toMatch(isAccepted ? /^accepted$/ : /is in the future$/);
		},
	);
});

describe('probeSync', () => {
	const syncOf = async (family: FamilyName, respond: Respond, id = 1) => {
		const { endpoint, sent, ...context } = familyEndpoint(family, respond);
		const probe = await finish(probeSync({ endpoint }, id, sharing(context)));
		return { probe, sent };
	};

	it('asks an EVM node for nothing but eth_syncing', async () => {
		const { probe, sent } = await syncOf('evm', serving({ eth_syncing: false }), 7);
		expect(sent.map(({ body }) => body)).toEqual([
			'{"jsonrpc":"2.0","method":"eth_syncing","params":[],"id":7}',
		]);
		expect(probe).toMatchObject({ state: 'ready', result: false });
		expect(probe.reason).toBeUndefined();
	});

	it('answers for a node that has no endpoint yet without a request', async () => {
		const { endpoint, sent, ...context } = familyEndpoint('evm', () => ({}));
		expect(endpoint.family).toBe('evm');
		const absent = 'the node has no endpoint yet (status pending)';
		const resolved = { absent, nodeId: 'ND-1-2-3' };
		expect(await probeSync(resolved, 1, sharing(context))).toMatchObject({
			state: 'unreachable',
			result: null,
			reason: absent,
			endpoint: '',
			attempts: 0,
		});
		expect(sent).toEqual([]);
	});

	it.each<[FamilyName, number, string]>([
		[
			'solana',
			-32601,
			'no such method here, check the path, and whether it is a node of Solana: Sorry (code -32601)',
		],
		['evm', -32601, 'no EVM method here, check the path: Sorry (code -32601)'],
		['solana', -32603, 'Sorry (code -32603)'],
	])(
		'says where to look where a node of %s answers with error %d',
		async (family, code, reason) => {
			const respond: Respond = (sent) => {
				const [{ id }] = callsOf(sent);
				return { body: { jsonrpc: '2.0', id, error: { code, message: 'Sorry' } } };
			};
			expect((await syncOf(family, respond)).probe).toMatchObject({ state: 'rpcError', reason });
		},
	);
});
