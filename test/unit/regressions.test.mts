import type { NodeOperationError } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { INCLUDE_SECRETS, rpcOptions } from '../../nodes/Chainstack/resources/options';
import { exchange } from '../../nodes/shared/http/exchange';
import { readAnswer } from '../../nodes/shared/jsonRpc/answer';
import { endpointAddress, type EndpointPath } from '../../nodes/shared/jsonRpc/endpointAddress';
import { RpcClient, type RpcReply } from '../../nodes/shared/jsonRpc/rpcClient';
import type { Property } from '../../nodes/shared/parameters/propertyTypes';
import { retryOptionsOf, runSettings } from '../../nodes/shared/parameters/requestOptions';
import { typedValue } from '../../nodes/shared/parameters/typedValue';
import { answerProblem } from '../../nodes/shared/platform/answerProblem';
import { platformHalf, tidyCredential } from '../../nodes/shared/platform/credential';
import type { InputFile } from '../../nodes/shared/platform/inputFile';
import { PlatformClient } from '../../nodes/shared/platform/platformClient';
import { checkedId } from '../../nodes/shared/platform/resourceIds';
import { inWords, parseRetryAfter } from '../../nodes/shared/pure/duration';
import { readErrorBody } from '../../nodes/shared/pure/errorBody';
import { Problem } from '../../nodes/shared/pure/problem';
import { systemClock } from '../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../nodes/shared/scheduler/requestScheduler';
import { SecretMask } from '../../nodes/shared/secrets/secretMask';
import { withoutSecrets } from '../../nodes/shared/secrets/withoutSecrets';
import { defineOperation, type Operation } from '../../nodes/shared/session/operation';
import { runOperation } from '../../nodes/shared/session/runOperation';
import { finish, settle, stopTime } from './fixtures/clock.mts';
import { fakeExecution } from './fixtures/executeContext.mts';
import { NODE_CODE, problemOf, rejection } from './fixtures/problems.mts';
import { CREDENTIAL_DATA, scripted, type Reply, type Sent } from './fixtures/requestContext.mts';

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const HOST = 'https://hyperliquid-mainnet.core.chainstack.com';
const A = 'https://a.example.com';
const automatic: EndpointPath = { mode: 'automatic' };

const build = (address: string, key: string | undefined = KEY, path: EndpointPath = automatic) =>
	endpointAddress({ address, key, path, field: 'Node Endpoint' });

const requestTo = (url: string, timeoutMs = 10_000) => ({
	method: 'GET' as const,
	url,
	authenticated: false,
	allowUnauthorizedCerts: false,
	timeoutMs,
	maxAnswerBytes: 1_000_000,
});

const schedulerOf = (): RequestScheduler =>
	new RequestScheduler({ clock: systemClock, random: () => Math.random() });

const { platform, rpc: rpcHost } = runSettings({}, 'rpc');

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
	const rpc = new RpcClient(context, schedulerOf(), rpcHost);
	const call = async (n: number, more: object = {}): Promise<RpcReply> =>
		await rpc.call(
			{ ...build(HOST), allowUnauthorizedCerts: false },
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

function operation(
	effect: 'reads' | 'creates',
	execute: Operation['execute'],
	more: Partial<Operation> = {},
): Operation {
	const defined = defineOperation({
		name: 'Test',
		value: 'test',
		action: 'Test',
		description: 'Tests',
		effect,
		properties: [
			{ displayName: 'Name', name: 'name', type: 'string', default: '' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			rpcOptions(INCLUDE_SECRETS),
		],
		execute,
	});
	return { ...defined, ...more };
}

describe('timeouts', () => {
	it.each([16.1, 2.01, 1.005, 0.0015])(
		'of %d seconds end in an answer, not in an exception',
		async (seconds) => {
			const { timeoutMs } = retryOptionsOf({ timeout: seconds }, rpcOptions().options);
			const { context } = scripted(() => ({}));
			expect(await exchange(context, systemClock, requestTo(A, timeoutMs))).toMatchObject({
				kind: 'answer',
			});
		},
	);

	it('longer than a timer can count are refused', () => {
		expect(() => retryOptionsOf({ timeout: 5_000_000 }, rpcOptions().options)).toThrow();
	});

	it('that make the sending of a call impossible settle it all the same', async () => {
		const { call } = rpcWith(answered);
		const retryOptions = { timeoutMs: 1.5, maxRetries: 0, maxRetryWaitMs: 0 };
		const settled = await Promise.race([
			call(0, { retryOptions }).then(() => true),
			new Promise((resolve) => setTimeout(() => resolve(false), 200)),
		]);
		expect(settled).toBe(true);
	});
});

describe('secrets', () => {
	it('in a fixed address do not leave with the copy of the node when the item fails early', async () => {
		const parameters = { url: `${HOST}/${KEY}/evm`, options: { maxRetries: -1 } };
		const { context } = fakeExecution({ parameters });
		const tested = operation('reads', async () => await Promise.resolve({}));
		const error: unknown = await runOperation(context, tested, false).catch(
			(thrown: unknown) => thrown,
		);
		expect(String(error)).toContain('Max Retries');
		expect(JSON.stringify((error as NodeOperationError).node)).not.toContain(KEY);
	});

	it('are not cut in two where a long text is shortened: the front half would not be masked', () => {
		for (let length = 465; length < 500; length += 1) {
			const text = `${'x'.repeat(length)} ${KEY} and more text after it`;
			const { message } = answerProblem({ status: 400, text: JSON.stringify({ detail: text }) });
			expect(new SecretMask(KEY).text(message)).not.toContain(KEY.slice(0, 8));
		}
	});

	it('are masked in lists of credentials and addresses as well', () => {
		const record = { auth_key: [KEY], https_endpoint: [`https://x.example.com/${KEY}`] };
		expect(JSON.stringify(withoutSecrets(record))).not.toContain(KEY);
	});

	it('are masked when only some of their characters are encoded', () => {
		const secret = 'ab=c/d+e fü';
		const mask = new SecretMask(secret);
		expect(mask.text(encodeURI(secret))).toBe('***');
		expect(mask.text(new URLSearchParams({ k: secret }).toString())).toBe('k=***');
		expect(mask.text('ab%3Dc%2fd+e%20f%C3%bc')).toBe('***');
	});

	it('of a log-in do not riddle the names of fields with holes', () => {
		const record = { nodes: [], details: { auth_username: 'node', auth_password: 'x-secret-x' } };
		expect(Object.keys(withoutSecrets(record))).toEqual(['nodes', 'details']);
	});

	it('in the query do not make the host unreadable', () => {
		const { secrets, label } = build(`${HOST}?network=mainnet&archive=true`);
		expect(new SecretMask(...secrets).text(label)).toBe(label);
	});
});

describe('an operation that creates', () => {
	it('lists what exists also when only what follows the creation failed', async () => {
		const tested = operation('creates', async () => await Promise.resolve({ id: 'NW-1' }), {
			afterCreate: async () => await Promise.reject(new Problem('It did not get ready')),
		});
		const error: unknown = await runOperation(fakeExecution().context, tested, false).catch(
			(thrown: unknown) => thrown,
		);
		expect((error as { description?: string }).description).toContain('NW-1');
	});

	it('says that its file could not be opened, and that nothing was sent', async () => {
		const { context, sent } = scripted(() => ({}));
		const retryOptions = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
		const api = new PlatformClient(
			{ context, scheduler: schedulerOf(), hostOptions: platform, retryOptions },
			platformHalf(tidyCredential(CREDENTIAL_DATA)),
		);
		const file: InputFile = {
			name: 'a.txt',
			mimeType: 'text/plain',
			size: 1,
			open: async () => await Promise.reject(new Problem('The file is gone')),
			close: () => undefined,
		};
		const problem = await rejection(
			api.createFromForm('/v1/ipfs/pins/pinfile', 'pin', [['file', file]]),
		);
		expect(sent).toEqual([]);
		expect(problem).toMatchObject({ message: 'The file is gone', effect: 'none' });
	});
});

describe('a pause the server asks for', () => {
	it.each([502, 503, 504])('with %d is honoured by JSON-RPC calls', async (status) => {
		stopTime();
		const { call, sent } = rpcWith((request, count) =>
			count === 1 ? { status, headers: { 'Retry-After': '7' } } : answered(request),
		);
		expect(await finish(call(0))).toMatchObject({ answer: { kind: 'result' } });
		expect(sent[1].at - sent[0].at).toBeGreaterThanOrEqual(7000);
	});

	it('with 503, longer than accepted, ends a JSON-RPC call with the time asked for', async () => {
		stopTime();
		const { call } = rpcWith(() => ({ status: 503, headers: { 'Retry-After': '3600' } }));
		const { answer, attempts } = await finish(call(0));
		expect(attempts).toBe(1);
		expect(JSON.stringify(answer)).toContain('60 min');
	});

	const RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };

	function platformWith(respond: (sent: Sent, count: number) => Reply) {
		const { context, sent } = scripted(respond);
		const connection = { context, scheduler: schedulerOf(), hostOptions: platform };
		const get = async (more: Partial<typeof RETRY_OPTIONS> = {}): Promise<unknown> =>
			await new PlatformClient(
				{ ...connection, retryOptions: { ...RETRY_OPTIONS, ...more } },
				platformHalf(tidyCredential(CREDENTIAL_DATA)),
			)
				.get('/v1/x/', 'x')
				.catch((error: unknown) => error);
		return { get, sent };
	}

	it.each([502, 504])('with %d holds the other requests to that origin, too', async (status) => {
		stopTime();
		const startedAt = performance.now();
		const { get, sent } = platformWith((request) =>
			request.at - startedAt < 5000
				? { status, headers: { 'Retry-After': '5' } }
				: { body: { id: 'x' } },
		);
		const first = get();
		await settle();
		expect(await finish(Promise.all([first, get()]))).toEqual([{ id: 'x' }, { id: 'x' }]);
		expect(sent.slice(1).every(({ at }) => at - startedAt >= 5000)).toBe(true);
	});

	it.each([
		['without a repetition left', { maxRetries: 0 }],
		['longer than accepted', { maxRetryWaitMs: 1000 }],
	])('holds the other requests to that origin even %s', async (_, own) => {
		stopTime();
		const startedAt = performance.now();
		const { get, sent } = platformWith((request) =>
			request.at - startedAt < 5000
				? { status: 429, headers: { 'Retry-After': '5' } }
				: { body: { id: 'x' } },
		);
		expect(await finish(get(own))).toBeInstanceOf(Problem);
		expect(await finish(get())).toEqual({ id: 'x' });
		expect(sent[1].at - startedAt).toBeGreaterThanOrEqual(5000);
	});

	it.each(['0', 'Fri, 20 Nov 2020 12:00:00 GMT'])(
		'of nothing (%s) does not take away the growing waits between repetitions',
		async (value) => {
			stopTime();
			const { get, sent } = platformWith(() => ({
				status: 429,
				headers: { 'Retry-After': value },
			}));
			expect(await finish(get())).toBeInstanceOf(Problem);
			expect(sent).toHaveLength(5);
			expect((sent.at(-1)?.at ?? 0) - sent[0].at).toBeGreaterThan(2000);
		},
	);

	it('until a date is measured by the clock of the server that named it', async () => {
		stopTime();
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 2, 0)); // this machine is two minutes ahead
		const headers = {
			Date: 'Fri, 20 Nov 2026 12:00:00 GMT',
			'Retry-After': 'Fri, 20 Nov 2026 12:00:30 GMT',
		};
		const { get, sent } = platformWith((_, count) =>
			count === 1 ? { status: 429, headers } : { body: { id: 'x' } },
		);
		expect(await finish(get())).toEqual({ id: 'x' });
		expect(sent[1].at - sent[0].at).toBeGreaterThanOrEqual(30_000);
		expect(sent[1].at - sent[0].at).toBeLessThan(31_000);
	});

	it('may be written in the oldest form of HTTP dates, which is always UTC', () => {
		const zone = process.env.TZ;
		process.env.TZ = 'America/New_York';
		try {
			const now = Date.UTC(2026, 10, 20, 12, 0, 0);
			expect(parseRetryAfter('Fri Nov 20 12:00:30 2026', now)).toBe(30_000);
		} finally {
			if (zone === undefined) delete process.env.TZ;
			else process.env.TZ = zone;
		}
	});

	it('is no date when it only looks a little like one', () => {
		expect(parseRetryAfter('after 5', 0)).toBeUndefined();
		expect(parseRetryAfter('soon 12', Date.now())).toBeUndefined();
	});
});

describe('a JSON-RPC answer', () => {
	const answer = (status: number, body: unknown) =>
		({ kind: 'answer', status, headers: {}, text: JSON.stringify(body), receivedAtMs: 0 }) as const;

	it.each([
		{ message: 'boom' },
		{ code: '-32000', message: 'boom' },
		{ code: null, message: 'boom' },
	])('with the error member %j is rpcError, with its words', (error) => {
		const read = readAnswer(answer(200, { jsonrpc: '2.0', id: 1, error }), 1);
		expect(read).toMatchObject({ kind: 'rpcError', message: 'boom' });
	});

	it.each([
		[401, 'unauthorized'],
		[403, 'unauthorized'],
		[502, 'unreachable'],
		[503, 'unreachable'],
	])('that is none (no jsonrpc, no id) does not win over status %d', (status, kind) => {
		const read = readAnswer(answer(status, { error: { code: status, message: 'x' } }), 1);
		expect(read.kind).toBe(kind);
	});

	it('never ends the process, however deep it is', () => {
		const deep = `${'{"errors":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
		expect(() => readErrorBody(deep)).not.toThrow();
	});

	it.each(['ENETUNREACH', 'EPROTO', 'CERT_HAS_EXPIRED', 'ETIMEDOUT'])(
		'that did not come keeps the code %s out of the reason, which becomes a message',
		(code) => {
			const read = readAnswer({ kind: 'notSent', code }, 1);
			expect((read as { reason: string }).reason).not.toMatch(NODE_CODE);
		},
	);
});

describe('a batch', () => {
	it('that comes back is sent in parts, not call by call', async () => {
		stopTime();
		const { call, sent } = rpcWith((request, count) =>
			count === 1 ? { status: 503 } : answered(request),
		);
		await finish(Promise.all(Array.from({ length: 100 }, async (_, n) => await call(n))));
		expect(sent.map((request) => callsOf(request).length)).toEqual([100, ...Array(10).fill(10)]);
	});
});

describe('a write', () => {
	it.each<[string, Reply]>([
		['429', { status: 429 }],
		['-32005', { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'slow' } } }],
	])('is never repeated once the connection stood: %s', async (_, reply) => {
		stopTime();
		const { call, sent } = rpcWith(() => reply);
		await finish(call(0, { isWrite: true }));
		expect(sent).toHaveLength(1);
	});
});

describe('values', () => {
	const property = (type: string, more: object): Property =>
		({
			displayName: 'Some Field',
			name: 'some',
			type,
			default: '',
			...more,
		}) as unknown as Property;

	it('from an expression that are none of those offered are refused', () => {
		const options = property('options', {
			options: [
				{ name: 'Node', value: 'node' },
				{ name: 'URL', value: 'url' },
			],
		});
		const { message, hint } = problemOf(() => typedValue(options, 'URL'));
		expect(message).toContain("'URL'");
		expect(`${message} ${hint}`).toContain('node');
	});

	it('of a group that may be there several times are a list even when an expression gives one', () => {
		const nodes = property('fixedCollection', {
			typeOptions: { multipleValues: true },
			options: [{ name: 'node', displayName: 'Node', values: [property('string', { name: 'a' })] }],
		});
		expect(typedValue(nodes, { node: { a: 'x' } })).toEqual({ node: [{ a: 'x' }] });
	});

	it('an address of the console is understood without https:// as well', () => {
		expect(checkedId('console.chainstack.com/nodes/ND-1-2', 'node')).toBe('ND-1-2');
	});
});

describe('an address', () => {
	it.each([`${KEY}/evm`, `/${KEY}/evm`, `/${KEY}`])(
		'that is a key with a path is refused: %s',
		(address) => {
			const { message } = problemOf(() => build(address, undefined));
			expect(message).toMatch(/no host/);
		},
	);

	it('with one slash too few does not lead to another host', () => {
		const { message } = problemOf(() => build(`https:/rpc.example.com/${KEY}`));
		expect(message).toContain("'Node Endpoint'");
	});

	it('that already ends in the custom path does not get it twice', () => {
		const path: EndpointPath = { mode: 'custom', path: 'my/rpc-path' };
		const url = `https://rpc.example.com/${KEY}/my/rpc-path`;
		expect(build(url, KEY, path).url).toBe(url);
		expect(build(`https://rpc.example.com/${KEY}`, KEY, path).url).toBe(url);
	});

	it('that carries the key in its query does not get it into the path as well', () => {
		expect(build(`https://rpc.example.com/evm?apikey=${KEY}`).url).toBe(
			`https://rpc.example.com/evm?apikey=${KEY}`,
		);
	});

	it('keeps the key when the custom path has a query or dots', () => {
		const path: EndpointPath = { mode: 'custom', path: 'rpc?x=1' };
		expect(build(HOST, KEY, path).url).toBe(`${HOST}/${KEY}/rpc?x=1`);
		const up: EndpointPath = { mode: 'custom', path: '../rpc' };
		expect(build(HOST, KEY, up).url).toContain(KEY);
	});
});

describe('durations in words', () => {
	it.each([
		[999.7, '1 s'],
		[300_400, '5 min 1 s'],
	])('never say less than was asked for: %d ms', (milliseconds, words) => {
		expect(inWords(milliseconds)).toBe(words);
	});
});
