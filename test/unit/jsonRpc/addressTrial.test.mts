import { describe, expect, it } from 'vitest';

import { RpcClient } from '../../../nodes/shared/jsonRpc/rpcClient';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { answerCalls } from '../fixtures/answerCalls.mts';
import { scripted, type Reply, type Sent } from '../fixtures/requestContext.mts';
import { rpcEndpoint } from '../fixtures/rpcEndpoint.mts';

useStoppedTime(0);

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const PAGE = '<html>Not here</html>';

const answered = (sent: Sent): Reply => answerCalls(sent, () => ({ result: false }));

/** A client, and calls to an ordinary host with the path that is appended there. */
function run(at: (sent: Sent) => Reply, path?: string) {
	const { context, sent } = scripted(at, {});
	const scheduler = new RequestScheduler({ clock: systemClock, random: () => 0 });
	const options = { maxConcurrency: Infinity, isAdaptive: true, callsPerSecond: Infinity };
	const notes: string[] = [];
	const client = new RpcClient(
		context,
		scheduler,
		{ ...options, batchSize: 100 },
		undefined,
		(message) => notes.push(message),
	);
	const endpoint = rpcEndpoint({ address: 'https://nodes.example.com', key: KEY, path });
	const retryOptions = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
	const call = async (isWrite = false) =>
		await finish(
			client.call(endpoint, { method: 'eth_syncing', params: [], id: 1, isWrite, retryOptions }),
		);
	const paths = (): string[] => sent.map(({ url }) => new URL(url).pathname.replace(KEY, 'key'));
	return { call, paths, notes };
}

const elsewhere =
	(reply: Reply) =>
	(sent: Sent): Reply =>
		sent.url.endsWith('/evm') ? reply : answered(sent);

describe('an address to which /evm was appended', () => {
	it.each<[string, Reply]>([
		['404', { status: 404, body: PAGE }],
		['405', { status: 405, body: '' }],
		['a page', { body: PAGE }],
		['other JSON', { body: { message: 'welcome' } }],
	])(
		'is tried as it was pasted where it answers %s, and asked there from then on',
		async (_, reply) => {
			const { call, paths, notes } = run(elsewhere(reply));
			expect(await call()).toMatchObject({ answer: { kind: 'result', result: false } });
			expect(paths()).toEqual(['/key/evm', '/key']);
			await call();
			expect(paths()).toEqual(['/key/evm', '/key', '/key']);
			expect(notes[0]).toBe(
				"JSON-RPC is answered at https://nodes.example.com/***, not at https://nodes.example.com/***/evm. Set 'Path' to None to ask there at once",
			);
		},
	);

	it('takes calls made together along', async () => {
		const { call, paths } = run(elsewhere({ status: 404, body: PAGE }));
		const replies = await Promise.all([call(), call(), call()]);
		expect(replies.map(({ answer }) => answer.kind)).toEqual(Array(3).fill('result'));
		expect(paths()).toEqual(['/key/evm', '/key', '/key']);
	});

	it('is tried once where nothing answers as it was pasted either', async () => {
		const { call, paths, notes } = run(() => ({ status: 404, body: PAGE }));
		const nowhere = { answer: { kind: 'invalidResponse' }, httpStatus: 404 };
		for (const reply of [await call(), await call(), await call()])
			expect(reply).toMatchObject(nowhere);
		expect(paths()).toEqual(['/key/evm', '/key', '/key/evm', '/key/evm']);
		expect(notes).toEqual([]);
	});

	it.each<[string, Reply]>([
		['503', { status: 503, body: '' }],
		['401', { status: 401, body: '' }],
		[
			'a JSON-RPC error',
			{ body: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } } },
		],
		['JSON-RPC of another call', { body: { jsonrpc: '2.0', id: 9, result: false } }],
	])('is not tried otherwise where it answers %s', async (_, reply) => {
		const { call, paths } = run(elsewhere(reply));
		await call();
		expect(paths()).toEqual(['/key/evm']);
	});

	it.each<[string, boolean, string | undefined]>([
		['with a call that changes something', true, undefined],
		['where the user set the path', false, 'evm'],
	])('is never tried %s', async (_, isWrite, path) => {
		const { call, paths } = run(elsewhere({ status: 404, body: PAGE }), path);
		await call(isWrite);
		expect(paths()).toEqual(['/key/evm']);
	});
});
