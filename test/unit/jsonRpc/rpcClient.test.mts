import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import type { RpcVersion } from '../../../nodes/shared/jsonRpc/answer';
import { RpcClient, type RpcReply } from '../../../nodes/shared/jsonRpc/rpcClient';
import { systemClock, type Clock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import type { RetryOptions } from '../../../nodes/shared/scheduler/retryPolicy';
import { answerCalls, callsOf, type SentCall } from '../fixtures/answerCalls.mts';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { fault, scripted, type Reply, type Sent } from '../fixtures/requestContext.mts';
import { rpcEndpoint } from '../fixtures/rpcEndpoint.mts';

useStoppedTime(0);

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const HOST = 'https://hyperliquid-mainnet.core.chainstack.com';
const OTHER = 'https://hyperliquid-testnet.core.chainstack.com';
const RETRY_OPTIONS: RetryOptions = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };

const isBatch = (sent: Sent): boolean => String(sent.body).startsWith('[');

/** The result of each call is its first parameter; a correct server gives one to all. */
const resultOf = ({ params = [] }: SentCall): object => ({ result: params[0] ?? false });
const answered = (sent: Sent, said = resultOf): Reply => answerCalls(sent, said);

interface CallDetails {
	id?: number;
	address?: string;
	path?: string;
	isWrite?: boolean;
	retryOptions?: Partial<RetryOptions>;
}

/** The default settings for a host. */
const HOST_OPTIONS = { maxConcurrency: Infinity, isAdaptive: true, callsPerSecond: Infinity };

/** A client of a server, and what it sends. */
class Client {
	readonly sent: Sent[];

	readonly rpc: RpcClient;

	readonly notes: string[] = [];

	constructor(
		respond: (sent: Sent, count: number) => Reply = (sent) => answered(sent),
		{ clock = systemClock, batchSize = 100 }: { clock?: Clock; batchSize?: number } = {},
	) {
		const { context, sent } = scripted(respond);
		const scheduler = new RequestScheduler({ clock, random: () => Math.random() });
		const note = (message: string): void => void this.notes.push(message);
		const options = { ...HOST_OPTIONS, batchSize };
		this.rpc = new RpcClient(context, scheduler, options, { note });
		this.sent = sent;
	}

	async call(param: unknown, more: CallDetails = {}): Promise<RpcReply> {
		return await this.rpc.call(endpointOf(more.address ?? HOST, { path: more.path }), {
			method: 'eth_getBlockByNumber',
			params: [param],
			id: more.id ?? 1,
			isWrite: more.isWrite,
			retryOptions: { ...RETRY_OPTIONS, ...more.retryOptions },
		});
	}

	/** Makes this many calls at once; each has to receive its own number. */
	async calls(count: number, more: CallDetails = {}): Promise<RpcReply[]> {
		return await Promise.all(
			Array.from({ length: count }, async (_, n) => await this.call(n, more)),
		);
	}

	/** Numbers of calls per request. */
	sizes(): number[] {
		return this.sent.map((sent) => callsOf(sent).length);
	}
}

const endpointOf = (address: string, more: object = {}) =>
	rpcEndpoint({ address, key: KEY, ...more });

function expectOwnResults(replies: RpcReply[]): void {
	expect(replies.map(({ answer }) => answer)).toEqual(
		replies.map((_, n) => ({ kind: 'result', result: n })),
	);
}

describe('a single call', () => {
	it("is sent as one object with the user's id, and without a key in any header", async () => {
		const client = new Client();
		const reply = await finish(client.call(0, { id: 4711 }));
		expect(reply).toMatchObject({
			answer: { kind: 'result', result: 0 },
			httpStatus: 200,
			attempts: 1,
		});
		expect(client.sent).toHaveLength(1);
		const [sent] = client.sent;
		expect(JSON.parse(String(sent.body))).toEqual({
			jsonrpc: '2.0',
			method: 'eth_getBlockByNumber',
			params: [0],
			id: 4711,
		});
		expect(sent).toMatchObject({ method: 'POST', url: `${HOST}/${KEY}/evm`, authenticated: false });
		expect(sent.headers['Content-Type']).toBe('application/json');
		expect(Object.keys(sent.headers).map((name) => name.toLowerCase())).not.toContain(
			'authorization',
		);
	});
});

describe('several calls to one address', () => {
	it('are sent as one batch, numbered by the client', async () => {
		const client = new Client();
		const replies = await finish(client.calls(5, { id: 42 }));
		expectOwnResults(replies);
		expect(client.sizes()).toEqual([5]);
		expect(callsOf(client.sent[0]).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
		expect(callsOf(client.sent[0]).map(({ params }) => params?.[0])).toEqual([0, 1, 2, 3, 4]);
	});

	it('are never sent as a list of one', async () => {
		const client = new Client(undefined, { batchSize: 2 });
		await finish(client.calls(3, { id: 9 }));
		expect(client.sent.map(isBatch)).toEqual([true, false]);
		expect(callsOf(client.sent[1])[0].id).toBe(9);
	});

	const SITE = 'x.example.com';
	it.each<[string, CallDetails[], number[]]>([
		['another address', [{}, { address: OTHER }, { address: `${HOST}/${KEY}/evm` }], [1, 2]],
		[
			'another login',
			[SITE, `https://jolly:hopper@${SITE}`, `https://jolly:other-word@${SITE}`].map((address) => ({
				address,
			})),
			[1, 1, 1],
		],
		[
			'another timeout',
			[10_000, 5000, 10_000].map((timeoutMs) => ({ retryOptions: { timeoutMs } })),
			[1, 2],
		],
		['an effect', [{ isWrite: true }, { isWrite: true }], [1, 1]],
	])('are not mixed with those with %s', async (_, calls, sizes) => {
		const client = new Client();
		expectOwnResults(
			await finish(Promise.all(calls.map(async (more, n) => await client.call(n, more)))),
		);
		expect(client.sizes().sort()).toEqual(sizes);
	});

	it('carry user and password as a Basic header', async () => {
		const client = new Client();
		await finish(client.call(0, { address: 'https://jolly:pass-word@rpc.example.com' }));
		const login = Buffer.from('jolly:pass-word').toString('base64');
		const headers = { Authorization: `Basic ${login}` };
		expect(client.sent[0]).toMatchObject({ url: 'https://rpc.example.com/evm', headers });
	});

	it('are split so that no body exceeds 1 MB and none is lost', async () => {
		const text = 'x'.repeat(300_000);
		const client = new Client((sent) => answered(sent, () => ({ result: true })));
		const replies = await finish(
			Promise.all(Array.from({ length: 10 }, async () => await client.call(text))),
		);
		expect(replies.every(({ answer }) => answer.kind === 'result')).toBe(true);
		expect(client.sizes().reduce((sum, size) => sum + size, 0)).toBe(10);
		for (const { body } of client.sent)
			expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(1_000_000);
		expect(Math.max(...client.sizes())).toBe(3);
	});
});

it('an incomplete batch is completed by single calls', async () => {
	const client = new Client((sent) =>
		answerCalls(sent, (call) =>
			isBatch(sent) && call.params?.[0] === 1 ? undefined : resultOf(call),
		),
	);
	const replies = await finish(client.calls(3, { id: 5 }));
	expectOwnResults(replies);
	expect(client.sizes()).toEqual([3, 1]);
	expect(callsOf(client.sent[1])[0].id).toBe(5);
	expect(replies.map(({ attempts }) => attempts)).toEqual([1, 2, 1]);
});

it('a batch at a wrong address is not sent again call by call', async () => {
	const client = new Client(() => ({ status: 404 }));
	const replies = await finish(client.calls(10));
	expect(replies.every(({ answer }) => answer.kind === 'invalidResponse')).toBe(true);
	expect(client.sent).toHaveLength(1);
});

it.each([401, 403])('a batch refused as a whole with status %d is split', async (status) => {
	const client = new Client((sent) => (callsOf(sent).length > 1 ? { status } : answered(sent)));
	expectOwnResults(await finish(client.calls(10)));
	const refused = new Client(() => ({ status }));
	const replies = await finish(refused.calls(10));
	expect(replies.every(({ answer }) => answer.kind === 'unauthorized')).toBe(true);
});

it('a batch whose answer is too large is requested in parts', async () => {
	const chunk = Buffer.alloc(50_000_000);
	const flood = (): Reply => ({ body: Readable.from([chunk, chunk, chunk]) });
	const client = new Client((sent) => (callsOf(sent).length > 3 ? flood() : answered(sent)));
	expectOwnResults(await finish(client.calls(20)));
	expect(client.sizes()).toEqual([20, ...Array<number>(10).fill(2)]);
});

describe('a call that changes something', () => {
	const write = { isWrite: true } as const;

	it.each<[string, Reply | Error]>([
		['502', { status: 502 }],
		['a broken connection', fault('ECONNRESET', 'read')],
	])('is not repeated after %s, and its end is unclear', async (_, reply) => {
		const client = new Client(() => {
			if (reply instanceof Error) throw reply;
			return reply;
		});
		expect(await finish(client.call(0, write))).toMatchObject({
			answer: { kind: 'unreachable' },
			attempts: 1,
			mayHaveBeenProcessed: true,
		});
	});

	it.each<[string, Reply]>([
		['429', { status: 429 }],
		['-32005', { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'slow' } } }],
	])('is not repeated after a limit either, once a connection existed: %s', async (_, reply) => {
		const client = new Client(() => reply);
		expect((await finish(client.call(0, write))).attempts).toBe(1);
	});

	it('is repeated when no connection was made, and its effect is not unclear', async () => {
		const client = new Client((sent, count) => {
			if (count === 1) throw fault('ECONNREFUSED', 'connect');
			return answered(sent);
		});
		expect(await finish(client.call(0, write))).toMatchObject({
			answer: { kind: 'result' },
			attempts: 2,
			mayHaveBeenProcessed: false,
		});
	});
});

describe('request', () => {
	const plain = async (respond: (sent: Sent) => Reply, request: object = {}, query = '') => {
		const clock = { ...systemClock, wallMs: () => Date.UTC(2026, 10, 21, 22, 0, 7) };
		const { rpc, sent } = new Client(respond, { clock });
		const endpoint = endpointOf(`${HOST}/${KEY}/info${query}`, { family: 'hypercore' });
		const usual = { method: 'GET', path: '', retryOptions: RETRY_OPTIONS } as const;
		return { reply: await finish(rpc.request(endpoint, { ...usual, ...request })), sent };
	};

	it('reads without JSON-RPC, below the address of the endpoint', async () => {
		const { reply, sent } = await plain(
			() => ({ body: { time: 1 }, headers: { date: 'Sat, 21 Nov 2026 22:00:00 GMT' } }),
			{ path: 'v1/head?a=1' },
			'?b=2',
		);
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'GET',
			url: `${HOST}/${KEY}/info/v1/head?b=2&a=1`,
			body: undefined,
		});
		expect(sent[0].headers).toEqual({ Accept: 'application/json' });
		expect(reply).toMatchObject({
			answer: { kind: 'result', result: { time: 1 } },
			httpStatus: 200,
			attempts: 1,
			clockAheadMs: 7000,
		});
	});

	it('sends each request separately', async () => {
		const { rpc, sent } = new Client((each) => ({ body: { url: each.url } }));
		const usual = { method: 'GET', retryOptions: RETRY_OPTIONS } as const;
		const ask = (path: string) => rpc.request(endpointOf(HOST), { ...usual, path });
		await finish(Promise.all([ask('a'), ask('b')]));
		expect(sent.map(({ url }) => url)).toEqual([`${HOST}/${KEY}/evm/a`, `${HOST}/${KEY}/evm/b`]);
	});

	it('sends a body as JSON, and repeats what failed', async () => {
		let count = 0;
		const { reply, sent } = await plain(
			() => {
				count += 1;
				return count === 1 ? { status: 503 } : { body: {} };
			},
			{ method: 'POST', body: { type: 'x' } },
		);
		expect(sent.map(({ body }) => body)).toEqual(['{"type":"x"}', '{"type":"x"}']);
		expect(sent[0].url).toBe(`${HOST}/${KEY}/info`);
		expect(reply).toMatchObject({ answer: { kind: 'result' }, attempts: 2 });
		expect(reply.clockAheadMs).toBeUndefined();
	});
});

const single = (sent: Sent): Reply => ({ body: { result: callsOf(sent)[0].method } });
const batch = (sent: Sent): Reply => ({
	body: callsOf(sent).map(({ id, method }) => ({ result: method, error: null, id })),
});
it.each<[string, RpcVersion, (sent: Sent) => Reply, string[]]>([
	[
		'what only resembles JSON-RPC one at a time, as 2.0',
		'bare',
		single,
		['{"jsonrpc":"2.0","method":"a","id":1}', '{"jsonrpc":"2.0","method":"b","id":1}'],
	],
	[
		'JSON-RPC 1.0 together, as such',
		'1.0',
		batch,
		['[{"jsonrpc":"1.0","method":"a","id":1},{"jsonrpc":"1.0","method":"b","id":2}]'],
	],
])(
	'sends calls of %s, and without params where none are given',
	async (_, version, respond, bodies) => {
		const { rpc, sent } = new Client(respond);
		const request = { id: 1, version, retryOptions: RETRY_OPTIONS };
		const work = ['a', 'b'].map(
			async (method) => await rpc.call(endpointOf(HOST), { ...request, method }),
		);
		const answers = (await finish(Promise.all(work))).map(({ answer }) => answer);
		expect(answers).toEqual(['a', 'b'].map((result) => ({ kind: 'result', result })));
		expect(sent.map(({ body }) => body)).toEqual(bodies);
	},
);

const PAGE = '<html>Not here</html>';

/** Makes calls without retries to an ordinary host, with the path that is appended there or another. */
function pasted(respond: (sent: Sent) => Reply, path?: string, maxRetries = 0) {
	const client = new Client(respond);
	const usual = { address: 'https://nodes.example.com', path, retryOptions: { maxRetries } };
	const call = async (isWrite = false) => await finish(client.call(false, { ...usual, isWrite }));
	const paths = (): string[] =>
		client.sent.map(({ url }) => new URL(url).pathname.replace(KEY, 'key'));
	return { call, paths, notes: client.notes };
}

/** As eRPC refuses a path (http_server.go). */
const REFUSED_PATH = {
	jsonrpc: '2.0',
	id: null,
	error: { code: -32603, message: 'url path is not valid: must only provide /<project>/<chain>' },
};

/** A server that answers JSON-RPC anywhere but at the path that is appended to addresses. */
const elsewhere =
	(reply: Reply) =>
	(sent: Sent): Reply =>
		sent.url.endsWith('/evm') ? reply : answered(sent);

describe('an address to which /evm was appended', () => {
	it.each<[string, Reply]>([
		['404', { status: 404, body: PAGE }],
		['405', { status: 405, body: '' }],
		['410', { status: 410, body: '' }],
		['400', { status: 400, body: 'Bad Request' }],
		['400 in JSON-RPC', { status: 400, body: REFUSED_PATH }],
		['404 in JSON-RPC', { status: 404, body: REFUSED_PATH }],
		['nothing', { body: '' }],
		['a page', { body: PAGE }],
		['other JSON', { body: { message: 'welcome' } }],
	])(
		'is tried as it was pasted where it answers %s, and asked there from then on',
		async (_, reply) => {
			const { call, paths, notes } = pasted(elsewhere(reply));
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
		const { call, paths } = pasted(elsewhere({ status: 404, body: PAGE }));
		const replies = await Promise.all([call(), call(), call()]);
		expect(replies.map(({ answer }) => answer.kind)).toEqual(Array(3).fill('result'));
		expect(paths()).toEqual(['/key/evm', '/key']);
	});

	it.each<[string, Reply | Error]>([
		['502', { status: 502, body: '' }],
		['429', { status: 429, body: '' }],
		['a reset', fault('ECONNRESET', 'read')],
		['nothing in time', fault('ETIMEDOUT', 'read')],
	])('is repeated as any other call where it is answered by %s at first', async (_, first) => {
		let count = 0;
		const respond = (sent: Sent): Reply => {
			if (sent.url.endsWith('/evm')) return { status: 404, body: PAGE };
			count += 1;
			if (count > 1) return answered(sent);
			if (first instanceof Error) throw first;
			return first;
		};
		const { call } = pasted(respond, undefined, 2);
		const replies = await Promise.all(Array.from({ length: 300 }, () => call()));
		expect(replies.filter(({ answer }) => answer.kind === 'result')).toHaveLength(300);
	});

	it.each<[string, Reply, object]>([
		['502', { status: 502, body: '' }, { answer: { kind: 'unreachable' }, httpStatus: 502 }],
		['429', { status: 429, body: '' }, { answer: { kind: 'rateLimited' }, httpStatus: 429 }],
		['401', { status: 401, body: '' }, { answer: { kind: 'unauthorized' }, httpStatus: 401 }],
		['400', { status: 400, body: '' }, { httpStatus: 400 }],
	])('is what it answered as it was pasted, and tried again, after %s', async (_, reply, found) => {
		let isUp = false;
		const respond = (sent: Sent): Reply => {
			if (sent.url.endsWith('/evm')) return { status: 404, body: PAGE };
			return isUp ? answered(sent) : reply;
		};
		const { call, paths } = pasted(respond);
		expect(await call()).toMatchObject(found);
		isUp = true;
		expect((await call()).answer.kind).toBe('result');
		expect(paths()).toEqual(['/key/evm', '/key', '/key/evm', '/key']);
	});

	it('stays as it is where it says the same of both addresses in JSON-RPC', async () => {
		const error = { code: -32600, message: 'invalid request' };
		const { call, paths, notes } = pasted(() => ({
			status: 400,
			body: { jsonrpc: '2.0', id: 1, error },
		}));
		for (const reply of [await call(), await call()]) {
			expect(reply.answer.kind).toBe('rpcError');
			expect(reply.asPasted).toBeUndefined();
		}
		expect(paths()).toEqual(['/key/evm', '/key', '/key/evm']);
		expect(notes).toEqual([]);
	});

	it.each<[string, Reply]>([
		['404', { status: 404, body: PAGE }],
		['405', { status: 405, body: '' }],
		['400 that names the path', { status: 400, body: 'url path is not valid' }],
	])('is tried with a call that changes something after %s', async (_, reply) => {
		const { call, paths } = pasted(elsewhere(reply));
		expect(await call(true)).toMatchObject({ answer: { kind: 'result' } });
		expect(paths()).toEqual(['/key/evm', '/key']);
	});

	it.each<[string, Reply]>([
		['a page', { body: PAGE }],
		['other JSON', { body: { message: 'welcome' } }],
		['any other 400', { status: 400, body: 'Bad Request' }],
	])('is not tried with a call that changes something after %s', async (_, reply) => {
		const { call, paths } = pasted(elsewhere(reply));
		await call(true);
		expect(paths()).toEqual(['/key/evm']);
	});

	it('is tried once where nothing answers as it was pasted either', async () => {
		const { call, paths, notes } = pasted(() => ({ status: 404, body: PAGE }));
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
		const { call, paths } = pasted(elsewhere(reply));
		await call();
		expect(paths()).toEqual(['/key/evm']);
	});

	it('is never tried where the user set the path', async () => {
		const { call, paths } = pasted(elsewhere({ status: 404, body: PAGE }), 'evm');
		await call();
		expect(paths()).toEqual(['/key/evm']);
	});
});
