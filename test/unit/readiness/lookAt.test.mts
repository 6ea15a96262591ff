import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/jsonRpc/chains';
import { Cancelled } from '../../../nodes/shared/pure/problem';
import { ONLY_SYNC } from '../../../nodes/shared/readiness/families/family';
import { lookAtEndpoint, type LookResult } from '../../../nodes/shared/readiness/lookAt';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { callsOf } from '../fixtures/answerCalls.mts';
import { familyEndpoint, serving } from '../fixtures/familyEndpoint.mts';
import { rejection } from '../fixtures/problems.mts';
import { fault, type Respond, type Sent } from '../fixtures/requestContext.mts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const WANTED = { ...ONLY_SYNC, head: true };

useStoppedTime(0);
beforeEach(() => void vi.setSystemTime(NOW));

/** Looks at an endpoint, for its newest block as well. */
async function look(
	respond: Respond,
	{
		family = 'evm',
		firstId,
		...parts
	}: { family?: FamilyName; firstId?: number; batchSize?: number; cancel?: AbortSignal } = {},
): Promise<{ seen: LookResult; sent: Sent[] }> {
	const { endpoint, sent, ...context } = familyEndpoint(family, respond, parts);
	const seen = await finish(lookAtEndpoint(endpoint, WANTED, context, firstId));
	return { seen, sent };
}

/** What a node on Ethereum says whose newest block is from this time. */
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

describe('lookAtEndpoint', () => {
	it('makes calls in the form of JSON-RPC, numbered from the given id', async () => {
		const { sent } = await look(serving(evmNode()), { batchSize: 1, firstId: 7 });
		expect(sent.flatMap(callsOf)).toEqual([
			{ jsonrpc: '2.0', id: 7, method: 'eth_syncing', params: [] },
			{ jsonrpc: '2.0', id: 8, method: 'eth_blockNumber', params: [] },
			{ jsonrpc: '2.0', id: 9, method: 'eth_getBlockByNumber', params: ['latest', false] },
			{ jsonrpc: '2.0', id: 10, method: 'eth_chainId', params: [] },
		]);
	});

	it('says how long its slowest question took, and when it ended', async () => {
		const times: Record<string, number> = { getHealth: 30, getEpochInfo: 50, getBlockTime: 20 };
		const results = { getHealth: 'ok', getEpochInfo: { absoluteSlot: 9 }, getBlockTime: 1 };
		const node: Respond = async (sent) => {
			const takesMs = times[callsOf(sent)[0].method];
			return await serving(results, { takesMs })(sent);
		};
		const { seen } = await look(node, { family: 'solana', batchSize: 1 });
		expect(seen).toMatchObject({ latencyMs: 50, attempts: 1, endedAtMs: NOW + 70 });
	});

	it('reports the HTTP status of the answer that decided the result', async () => {
		const accepting = serving(evmNode());
		const rejecting = serving({}, { status: 403, body: '', takesMs: 10 });
		const respond: Respond = async (sent) =>
			await (callsOf(sent)[0].method === 'eth_blockNumber' ? rejecting : accepting)(sent);
		const { seen } = await look(respond, { batchSize: 1 });
		expect(seen).toMatchObject({ httpStatus: 403, fault: { answer: { kind: 'unauthorized' } } });
	});

	it('reports no HTTP status where no answer came', async () => {
		const { seen } = await look(() => {
			throw fault('ECONNREFUSED');
		});
		expect(seen).toMatchObject({ fault: { answer: { kind: 'unreachable' } }, attempts: 1 });
		expect(seen).not.toHaveProperty('httpStatus');
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
		const problem = await rejection(look(respond, { cancel: end.signal }));
		expect(problem).toBeInstanceOf(Cancelled);
		expect(problem.effect).toBe(effect);
	});
});

describe('how far the clocks differ', () => {
	it.each([
		[0, 0],
		[4000, 0],
		[-4000, 0],
		[5000, 5000],
		[-5000, -5000],
		[HOUR, HOUR],
	])('where the server is %d ms behind: %d', async (behindMs, clockAheadMs) => {
		const { seen } = await look(serving(evmNode(), { headers: dated(behindMs) }));
		expect(seen.clockAheadMs).toBe(clockAheadMs);
	});

	it('is read from the first answer that gives a time', async () => {
		const respond: Respond = async (sent) => {
			const [{ id }] = callsOf(sent);
			const headers = id === 1 ? undefined : dated(id * HOUR);
			return await serving(evmNode(), { headers })(sent);
		};
		expect((await look(respond, { batchSize: 1 })).seen.clockAheadMs).toBe(2 * HOUR);
	});

	it('is nothing where no answer gives a time', async () => {
		expect((await look(serving(evmNode()))).seen.clockAheadMs).toBe(0);
	});
});

describe('a newest block from the future', () => {
	it('is no answer: it would look new for ever', async () => {
		const blockTimeMs = NOW + 48 * HOUR;
		const { seen } = await look(serving(evmNode(blockTimeMs)));
		expect(seen).toMatchObject({
			fault: {
				answer: {
					kind: 'invalidResponse',
					reason: 'the newest block is dated 2026-11-23T12:00:00.000Z, which is in the future',
				},
				result: false,
			},
			httpStatus: 200,
		});
		expect(seen).not.toHaveProperty('look');
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
			const { seen } = await look(serving(evmNode(NOW + hoursAhead * HOUR), { headers }));
			const found = 'fault' in seen ? seen.fault.message : 'accepted';
			expect(found).toMatch(isAccepted ? /^accepted$/ : /is in the future$/);
		},
	);
});
