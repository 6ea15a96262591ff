import { describe, expect, it } from 'vitest';

import { EndpointCalls } from '../../../nodes/ChainstackTrigger/events/endpointCalls';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/answer';
import type { RpcClient, RpcEndpoint, RpcReply } from '../../../nodes/shared/jsonRpc/rpcClient';

const ENDPOINT = {} as RpcEndpoint;

/** A client that records its calls, and answers when a test lets it. */
function sending(isFirstAlone: boolean) {
	const sent: string[] = [];
	const turns: number[] = [];
	const open: Array<(reply: RpcReply) => void> = [];
	const ask = async (what: string): Promise<RpcReply> => {
		sent.push(what);
		return await new Promise((resolve) => open.push(resolve));
	};
	const rpc = {
		call: async (_: RpcEndpoint, { method }: { method: string }) => await ask(method),
		request: async (_: RpcEndpoint, { path }: { path: string }) => await ask(path),
	} as unknown as RpcClient;
	const calls = new EndpointCalls({
		isFirstAlone,
		turn: async (count) => {
			turns.push(count);
			await Promise.resolve();
		},
	});
	const client = calls.through(rpc);
	const replies: string[] = [];
	const call = (method: string): void => {
		void client
			.call(ENDPOINT, { method } as never)
			.then(({ answer }) => replies.push(`${method} ${answer.kind}`));
	};
	const get = (path: string): void => {
		void client
			.request(ENDPOINT, { path } as never)
			.then(({ answer }) => replies.push(`${path} ${answer.kind}`));
	};
	const answer = async (answered: Partial<RpcAnswer>, attempts = 1): Promise<void> => {
		open.shift()?.({ answer: answered, attempts } as RpcReply);
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { calls, call, get, answer, sent, turns, replies };
}

describe('the calls that check one endpoint', () => {
	it('are all sent at once where none has to be first', () => {
		const { calls, call, get, sent } = sending(false);
		call('a');
		call('b');
		get('c');
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(calls).toMatchObject({ sent: 3, wereTogether: true });
	});

	it('are not sent together where there is only one, or one is sent first', async () => {
		const one = sending(false);
		one.call('a');
		expect(one.calls.wereTogether).toBe(false);
		const first = sending(true);
		first.call('a');
		first.call('b');
		await first.answer({ kind: 'result' });
		expect(first.calls).toMatchObject({ sent: 2, wereTogether: false });
	});

	it('follow the first one together, when their turn has come', async () => {
		const { calls, call, get, answer, sent, turns, replies } = sending(true);
		call('a');
		call('b');
		get('c');
		expect(sent).toEqual(['a']);
		await answer({ kind: 'result', result: 1 });
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(turns).toEqual([2]);
		await answer({ kind: 'rpcError' });
		call('d');
		await answer({ kind: 'result' }, 3);
		expect(turns).toEqual([2, 1]);
		expect(replies).toEqual(['a result', 'b rpcError', 'c result']);
		expect(calls).toMatchObject({ sent: 4, attempts: 3 });
	});

	it.each(['unreachable', 'rateLimited', 'unauthorized', 'cancelled'] as const)(
		'are not sent when the first one is answered %s',
		async (kind) => {
			const { call, answer, sent, turns, replies } = sending(true);
			call('a');
			call('b');
			await answer({ kind });
			call('c');
			await answer({ kind });
			expect(sent).toEqual(['a']);
			expect(turns).toEqual([]);
			expect(replies).toEqual([`a ${kind}`, `b ${kind}`, `c ${kind}`]);
		},
	);

	it.each(['rpcError', 'invalidResponse'] as const)(
		'are sent when the first one is answered %s, which concerns only itself',
		async (kind) => {
			const { call, answer, sent } = sending(true);
			call('a');
			call('b');
			await answer({ kind });
			expect(sent).toEqual(['a', 'b']);
		},
	);
});
