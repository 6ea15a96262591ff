import { afterEach, describe, expect, it, vi } from 'vitest';

import { endpointAddress } from '../../../nodes/shared/addresses/endpointAddress';
import { RpcClient, type RpcReply } from '../../../nodes/shared/jsonRpc/rpcClient';
import { runSettings } from '../../../nodes/shared/run/requestOptions';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { finish, stopTime } from '../fixtures/clock.mts';
import { scripted, type Reply, type Sent } from '../fixtures/requestContext.mts';

afterEach(() => {
	vi.useRealTimers();
});

const ENDPOINT = endpointAddress({
	address: 'https://hyperliquid-mainnet.core.chainstack.com',
	key: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
	path: { mode: 'automatic' },
	field: 'Node Endpoint',
});

interface Call {
	id: number;
	params: unknown[];
}

const result = ({ id, params }: Call): object => ({ jsonrpc: '2.0', id, result: params[0] });

const callsOf = (sent: Sent): Call[] => [JSON.parse(String(sent.body)) as Call | Call[]].flat();

const answered = (sent: Sent): Reply => {
	const answers = callsOf(sent).map(result);
	return { body: String(sent.body).startsWith('[') ? answers : answers[0] };
};

function rpcWith(respond: (sent: Sent, count: number) => Reply) {
	const { context, sent } = scripted(respond);
	const scheduler = new RequestScheduler({ clock: systemClock, random: () => Math.random() });
	const rpc = new RpcClient(context, scheduler, runSettings({}, 'rpc').rpc);
	const call = async (n: number, more: object = {}): Promise<RpcReply> =>
		await rpc.call(
			{ ...ENDPOINT, allowUnauthorizedCerts: false },
			{
				method: 'eth_syncing',
				params: [n],
				id: 1,
				retryOptions: { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 },
				...more,
			},
		);
	return { call, sent };
}

describe('a JSON-RPC call', () => {
	it.each([502, 503, 504])('waits as long as the status %d asks for', async (status) => {
		stopTime();
		const { call, sent } = rpcWith((request, count) =>
			count === 1 ? { status, headers: { 'Retry-After': '7' } } : answered(request),
		);
		expect(await finish(call(0))).toMatchObject({ answer: { kind: 'result' } });
		expect(sent[1].at - sent[0].at).toBeGreaterThanOrEqual(7000);
	});

	it('fails with the requested time when that is longer than accepted', async () => {
		stopTime();
		const { call } = rpcWith(() => ({ status: 503, headers: { 'Retry-After': '3600' } }));
		const { answer, attempts } = await finish(call(0));
		expect(attempts).toBe(1);
		expect(JSON.stringify(answer)).toContain('60 min');
	});

	it('is sent in parts when a whole batch was rejected, but not when single calls were', async () => {
		stopTime();
		const { call, sent } = rpcWith((request, count) =>
			count === 1 ? { status: 503 } : answered(request),
		);
		await finish(Promise.all(Array.from({ length: 100 }, async (_, n) => await call(n))));
		expect(sent.map((request) => callsOf(request).length)).toEqual([100, ...Array(10).fill(10)]);
	});

	it.each<[string, Reply]>([
		['429', { status: 429 }],
		['-32005', { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'slow' } } }],
	])('is never repeated when it writes and a connection existed: %s', async (_, reply) => {
		stopTime();
		const { call, sent } = rpcWith(() => reply);
		await finish(call(0, { isWrite: true }));
		expect(sent).toHaveLength(1);
	});

	it('is settled even with a timeout that makes sending it impossible', async () => {
		const { call } = rpcWith(answered);
		const retryOptions = { timeoutMs: 1.5, maxRetries: 0, maxRetryWaitMs: 0 };
		const settled = await Promise.race([
			call(0, { retryOptions }).then(() => true),
			new Promise((resolve) => setTimeout(() => resolve(false), 200)),
		]);
		expect(settled).toBe(true);
	});
});
