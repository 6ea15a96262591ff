import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	platformCredential,
	normalizeCredential,
} from '../../../nodes/shared/managementApi/credential';
import { runSettings } from '../../../nodes/shared/run/requestOptions';
import type { InputFile } from '../../../nodes/shared/managementApi/requestParts';
import { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { Problem } from '../../../nodes/shared/text/problem';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { finish, stopTime } from '../fixtures/clock.mts';
import { problemOf, rejection } from '../fixtures/problems.mts';
import {
	CREDENTIAL_DATA,
	fault,
	networked,
	scripted,
	type RecordedContext,
	type Reply,
	type Respond,
} from '../fixtures/requestContext.mts';
import { serve } from '../fixtures/server.mts';

const BASE = 'https://api.chainstack.com';

beforeEach(() => {
	stopTime();
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

interface Parts {
	credential?: object;
	cancel?: AbortSignal;
	timeoutMs?: number;
	maxRetries?: number;
	maxRetryWaitMs?: number;
}

function clientOf(
	recorded: RecordedContext,
	{ credential, cancel, ...retryOptions }: Parts = {},
): PlatformClient {
	const random = (): number => Math.random();
	const connection = {
		context: recorded.context,
		scheduler: new RequestScheduler({ clock: systemClock, random, cancel }),
		hostOptions: runSettings({}, 'platform').platform,
		retryOptions: { timeoutMs: 30_000, maxRetries: 4, maxRetryWaitMs: 300_000, ...retryOptions },
	};
	return new PlatformClient(
		connection,
		platformCredential(normalizeCredential({ ...CREDENTIAL_DATA, ...credential })),
	);
}

function setUp(respond: Respond, parts: Parts = {}): RecordedContext & { api: PlatformClient } {
	const credential = { ...CREDENTIAL_DATA, ...parts.credential };
	const recorded = scripted(respond, { credential, cancel: parts.cancel });
	return { ...recorded, api: clientOf(recorded, parts) };
}

/** Answers in turn; the last one is repeated. */
const inTurn =
	(...replies: Array<Reply | Error>): Respond =>
	(_, count) => {
		const reply = replies[Math.min(count, replies.length) - 1];
		if (reply instanceof Error) throw reply;
		return reply;
	};

async function all(list: AsyncIterable<IDataObject>): Promise<unknown[]> {
	const ids: unknown[] = [];
	for await (const record of list) ids.push(record.id);
	return ids;
}

describe('a new client', () => {
	it.each(['', '  '])('needs the API key (%j)', (apiKey) => {
		expect(problemOf(() => setUp(() => ({}), { credential: { apiKey } })).message).toContain(
			"'API Key'",
		);
	});

	it('needs a base URL over https', () => {
		const credential = { baseUrl: 'http://api.chainstack.com' };
		expect(problemOf(() => setUp(() => ({}), { credential })).message).toContain("'Base URL'");
	});
});

describe('get', () => {
	it('sends the documented request', async () => {
		const { api, sent } = setUp(() => ({ body: { id: 'ND-1' } }));
		expect(await finish(api.get('/v1/nodes/ND-1/', 'node ND-1', { a: 'b' }))).toEqual({
			id: 'ND-1',
		});
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'GET',
			url: `${BASE}/v1/nodes/ND-1/`,
			query: { a: 'b' },
		});
		expect(sent[0].headers.Authorization).toBe(`Bearer ${CREDENTIAL_DATA.apiKey}`);
		expect(sent[0].headers.Accept).toBe('application/json');
		expect(sent[0].body).toBeUndefined();
	});

	it.each([
		[`${BASE}/`, `${BASE}/v1/x/`],
		[`${BASE}/v1/`, `${BASE}/v1/x/`],
		['https://proxy.example.com/chainstack/v1', 'https://proxy.example.com/chainstack/v1/x/'],
		['http://localhost:3000', 'http://localhost:3000/v1/x/'],
	])('uses the base URL %s', async (baseUrl, url) => {
		const { api, sent } = setUp(() => ({ body: {} }), { credential: { baseUrl } });
		await finish(api.get('/v1/x/', 'x'));
		expect(sent[0].url).toBe(url);
	});

	it.each([200, 201, 202, 203, 206])('accepts any successful status: %d', async (status) => {
		const { api } = setUp(() => ({ status, body: { id: 'x' } }));
		expect(await finish(api.get('/v1/x/', 'x'))).toEqual({ id: 'x' });
	});

	it.each(['', '<html></html>', '[]', '5', 'null', '{"id":', 'text'])(
		'refuses an answer that is not an object: %j',
		async (body) => {
			const { api } = setUp(() => ({ body }));
			const problem = await rejection(finish(api.get('/v1/x/', 'x')));
			expect(problem.message).toContain('instead of a JSON object');
			expect(problem.effect).toBe('none');
		},
	);
});

describe('update', () => {
	it('sends a PATCH with JSON, and repeats it if necessary', async () => {
		const { api, sent } = setUp(
			inTurn({ status: 502 }, fault('ECONNRESET', 'read'), { body: { id: 'x' } }),
		);
		expect(await finish(api.update('/v1/nodes/ND-1/', 'node ND-1', { name: 'ü' }))).toEqual({
			id: 'x',
		});
		expect(sent).toHaveLength(3);
		expect(sent[2].method).toBe('PATCH');
		expect(sent[2].headers['Content-Type']).toBe('application/json');
		expect(JSON.parse(String(sent[2].body))).toEqual({ name: 'ü' });
	});
});

describe('remove', () => {
	it.each<[number, unknown, unknown]>([
		[204, '', undefined],
		[200, { id: 'pin' }, { id: 'pin' }],
	])('accepts %d', async (status, body, expected) => {
		const { api, sent } = setUp(() => ({ status, body }));
		expect(await finish(api.remove('/v1/nodes/ND-1/', 'node ND-1'))).toEqual(expected);
		expect(sent[0].method).toBe('DELETE');
	});

	it.each<[string, Array<Reply | Error>]>([
		['502', [{ status: 502 }]],
		['503', [{ status: 503 }]],
		['504', [{ status: 504 }]],
		['a reset connection', [fault('ECONNRESET', 'read')]],
		['a closed connection and a rejection', [fault('ECONNRESET'), { status: 429 }]],
	])('counts a repeated request that finds nothing as deleted after %s', async (_, before) => {
		const { api, sent } = setUp(inTurn(...before, { status: 404 }));
		expect(await finish(api.remove('/v1/nodes/ND-1/', 'node ND-1'))).toBeUndefined();
		expect(sent).toHaveLength(before.length + 1);
	});

	it('counts a repeated request that finds nothing as deleted after a timeout', async () => {
		vi.useRealTimers();
		const silent = new Promise<Reply>(() => undefined);
		const { api, sent } = setUp((_, count) => (count === 1 ? silent : { status: 404 }), {
			timeoutMs: 50,
		});
		expect(await api.remove('/v1/nodes/ND-1/', 'node ND-1')).toBeUndefined();
		expect(sent).toHaveLength(2);
	});

	it.each<[string, Reply | Error]>([
		['429', { status: 429 }],
		['503 with Retry-After', { status: 503, headers: { 'Retry-After': '1' } }],
		['a refused connection', fault('ECONNREFUSED', 'connect')],
	])(
		'does not count finding nothing as deleted after %s, which had no effect',
		async (_, first) => {
			const { api, sent } = setUp(inTurn(first, { status: 404 }));
			const problem = await rejection(finish(api.remove('/v1/nodes/ND-1/', 'node ND-1')));
			expect(problem).toMatchObject({ httpStatus: 404 });
			expect(problem.message).toContain('node ND-1');
			expect(sent).toHaveLength(2);
		},
	);

	it.each<[string, Array<Reply | Error>]>([
		['refused with 400', [fault('ECONNRESET', 'read'), { status: 400 }]],
		['refused with 409', [{ status: 504 }, { status: 409 }]],
		['lost, too', [{ status: 502 }, fault('ECONNRESET', 'read')]],
		['rejected', [fault('ECONNRESET', 'read'), { status: 429 }]],
	])('asks for it after a lost answer when the repeated request is %s', async (_, replies) => {
		for (const [found, outcome] of [
			[{ status: 404 }, { status: 'fulfilled' }],
			[{ body: { id: 'ND-1' } }, { status: 'rejected' }],
		] as const) {
			const { api, sent } = setUp(inTurn(...replies, found), { maxRetries: 1 });
			const [end] = await finish(Promise.allSettled([api.remove('/v1/nodes/ND-1/', 'node ND-1')]));
			expect(end).toMatchObject(outcome);
			expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'GET']);
			expect(sent[2].url).toBe(sent[0].url);
		}
	});

	it.each([
		[400, 'Delete its nodes first', 'Delete its nodes first'],
		[409, 'Delete its nodes first', 'Delete its nodes first'],
		[404, 'Delete its nodes first', undefined],
		[409, undefined, undefined],
	])('says what prevents it: status %d, %s', async (status, whenRefused, hint) => {
		const { api } = setUp(() => ({ status }));
		const plain = await rejection(finish(api.remove('/v1/projects/PR-1/', 'project PR-1')));
		const problem = await rejection(
			finish(api.remove('/v1/projects/PR-1/', 'project PR-1', whenRefused)),
		);
		expect(problem.hint).toBe(hint ?? plain.hint);
	});
});

describe('text and json', () => {
	it('return the answer', async () => {
		const { api } = setUp(() => ({ body: 'a,b\n1,2\n' }));
		expect(await finish(api.text('/v2/x/', 'report'))).toBe('a,b\n1,2\n');
		const other = setUp(() => ({ body: '[1]' }));
		expect(await finish(other.api.json('/v1/x', 'history'))).toEqual([1]);
	});

	it('json refuses what is not JSON', async () => {
		const { api } = setUp(() => ({ body: '<html></html>' }));
		expect((await rejection(finish(api.json('/v1/x', 'history')))).message).toContain('JSON');
	});
});

describe.each([
	[
		'create',
		async (api: PlatformClient) =>
			await api.create('/v1/networks/', 'network', { project: 'PR-1' }),
	],
	[
		'createAny',
		async (api: PlatformClient) =>
			await api.createAny('/v1/ipfs/pins/pinfolder', 'network', { form: [['bucket_id', 'B']] }),
	],
] as const)('%s', (name, create) => {
	it('sends a POST', async () => {
		const { api, sent } = setUp(() => ({ status: 201, body: { id: 'NW-1' } }));
		expect(await finish(create(api))).toEqual({ id: 'NW-1' });
		expect(sent).toHaveLength(1);
		expect(sent[0].method).toBe('POST');
		if (name === 'create') {
			expect(sent[0].headers['Content-Type']).toBe('application/json');
			expect(JSON.parse(String(sent[0].body))).toEqual({ project: 'PR-1' });
		} else {
			expect(Object.keys(sent[0].headers).map((each) => each.toLowerCase())).not.toContain(
				'content-type',
			);
			expect((sent[0].body as FormData).get('bucket_id')).toBe('B');
		}
	});

	it.each<[string, Reply | Error]>([
		['429', { status: 429 }],
		['503 with Retry-After', { status: 503, headers: { 'Retry-After': '1' } }],
		['a refused connection', fault('ECONNREFUSED', 'connect')],
	])('is repeated after %s, which had no effect', async (_, first) => {
		const { api, sent } = setUp(inTurn(first, { status: 201, body: { id: 'NW-1' } }));
		expect(await finish(create(api))).toEqual({ id: 'NW-1' });
		expect(sent).toHaveLength(2);
	});

	it.each<[string, Reply | Error]>([
		['500', { status: 500 }],
		['502', { status: 502 }],
		['503', { status: 503 }],
		['504', { status: 504 }],
		['a reset connection', fault('ECONNRESET', 'read')],
		['a closed connection', fault('ECONNRESET')],
		['an empty success', { status: 201, body: '' }],
		['a web page as success', { status: 200, body: '<html></html>' }],
		['a success cut off', { status: 201, body: '{"id":"NW-' }],
	])('is not repeated after %s, and says that it may exist', async (_, reply) => {
		const { api, sent } = setUp(inTurn(reply));
		const problem = await rejection(finish(create(api)));
		expect(sent).toHaveLength(1);
		expect(problem.effect).toBe('unclear');
		expect(problem.message).toMatch(/network may exist/);
		expect(problem.hint).toMatch(/Before you send/);
	});

	it.each([400, 401, 403, 404, 409, 413, 422, 302])(
		'certainly had no effect after %d',
		async (status) => {
			const { api, sent } = setUp(() => ({ status }));
			const problem = await rejection(finish(create(api)));
			expect(sent).toHaveLength(1);
			expect(problem.effect).toBe('none');
			expect(problem.message).not.toMatch(/may exist/);
		},
	);

	it('certainly had no effect when it was rejected repeatedly', async () => {
		const { api, sent } = setUp(() => ({ status: 429 }));
		const problem = await rejection(finish(create(api)));
		expect(sent).toHaveLength(5);
		expect(problem).toMatchObject({ effect: 'none', httpStatus: 429 });
	});

	it('is unclear when it was interrupted by a cancellation, but not when it was not sent', async () => {
		const cancel = new AbortController();
		const { api } = setUp(
			async () => {
				cancel.abort();
				return await new Promise<Reply>(() => undefined);
			},
			{ cancel: cancel.signal },
		);
		const problem = await rejection(finish(create(api)));
		expect(problem.effect).toBe('unclear');
		expect(problem.message).toMatch(/canceled/);
		const late = await rejection(finish(create(api)));
		expect(late).toMatchObject({ name: 'Cancelled', effect: 'none' });
	});
});

describe('a successful status with an error in the body', () => {
	it.each([
		{ error: { code: 'x', message: 'Not today' } },
		{ error: 'Not today' },
		{ errors: [{ message: 'Not today' }] },
	])('is not a success: %j', async (body) => {
		const { api } = setUp(() => ({ body }));
		const problem = await rejection(finish(api.get('/v1/x/', 'x')));
		expect(problem.message).toContain('Not today');
		expect(problem.effect).toBe('none');
		const unclear = await rejection(finish(api.create('/v1/x/', 'network', {})));
		expect(unclear.message).toContain('Not today');
		expect(unclear.effect).toBe('unclear');
	});

	it('is a success when the error is null', async () => {
		const { api } = setUp(() => ({ body: { id: 'x', error: null, errors: null } }));
		expect(await finish(api.get('/v1/x/', 'x'))).toMatchObject({ id: 'x' });
	});
});

describe('create', () => {
	it.each(['[]', '"x"', '5', '{}', '{"id":""}'])(
		'is unclear when the answer is not an object: %s',
		async (body) => {
			const { api } = setUp(() => ({ status: 201, body }));
			expect((await rejection(finish(api.create('/v1/x/', 'network', {})))).effect).toBe('unclear');
		},
	);
});

describe('create for what has no ID', () => {
	const isMade = ({ amount }: Record<string, unknown>): boolean => amount !== undefined;

	it('relies on what shows that it was made', async () => {
		const { api } = setUp(() => ({ body: { amount: 1 } }));
		expect(await finish(api.create('/v1/x/', 'transfer', {}, isMade))).toEqual({ amount: 1 });
	});

	it.each([
		[isMade, 'instead of a JSON object'],
		[undefined, 'instead of a JSON object with an ID'],
	])('says what was expected', async (check, expected) => {
		const { api } = setUp(() => ({ body: {} }));
		const problem = await rejection(finish(api.create('/v1/x/', 'transfer', {}, check)));
		expect(problem.message.endsWith(expected), problem.message).toBe(true);
	});
});

describe('list', () => {
	it('reports how many records there are, where the service says so', async () => {
		for (const [count, expected] of [
			[6, [6]],
			['6', []],
			[undefined, []],
		]) {
			const { api } = setUp(() => ({ body: { count, results: [] } }));
			const counts: number[] = [];
			await finish(all(api.list('/v1/x/', {}, (each) => counts.push(each))));
			expect(counts).toEqual(expected);
		}
	});

	const page = (ids: number[], next: string | null): Reply => ({
		body: { count: 6, next, previous: null, results: ids.map((id) => ({ id })) },
	});

	it('follows the pages', async () => {
		const { api, sent } = setUp(
			inTurn(
				page([1, 2], `${BASE}/v1/nodes/?page=2&project=PR-1`),
				page([3, 4], `${BASE}/v1/nodes/?page=3&project=PR-1`),
				page([5], null),
			),
		);
		expect(await finish(all(api.list('/v1/nodes/', { project: 'PR-1' })))).toEqual([1, 2, 3, 4, 5]);
		expect(sent.map(({ url, query }) => [url, query])).toEqual([
			[`${BASE}/v1/nodes/`, { project: 'PR-1' }],
			[`${BASE}/v1/nodes/?page=2&project=PR-1`, {}],
			[`${BASE}/v1/nodes/?page=3&project=PR-1`, {}],
		]);
	});

	it('requests no page before it is needed', async () => {
		const { api, sent } = setUp(inTurn(page([1, 2], `${BASE}/v1/x/?page=2`), page([3], null)));
		const list = api.list('/v1/x/');
		expect(sent).toHaveLength(0);
		await finish(list.next());
		await finish(list.next());
		expect(sent).toHaveLength(1);
		await finish(list.next());
		expect(sent).toHaveLength(2);
	});

	it('shows a record once that has moved to the next page meanwhile', async () => {
		const named = (ids: string[], next: string | null): Reply => ({
			body: { results: ids.map((id) => ({ id })), next },
		});
		const { api } = setUp(
			inTurn(named(['NW-1', 'NW-2'], '?page=2'), named(['NW-2', 'NW-3'], null)),
		);
		expect(await finish(all(api.list('/v1/x/')))).toEqual(['NW-1', 'NW-2', 'NW-3']);
	});

	it('keeps records that are alike and have no ID', async () => {
		const rows = { results: [{ n: 1 }, { n: 1 }] };
		const { api } = setUp(inTurn({ body: { ...rows, next: '?page=2' } }, { body: rows }));
		expect(await finish(all(api.list('/v1/x/')))).toHaveLength(4);
	});

	it('says that it became shorter where a further page is not found', async () => {
		const { api } = setUp(
			inTurn(page([1], '?page=2'), { status: 404, body: { detail: 'Invalid page.' } }),
		);
		const problem = await finish(rejection(all(api.list('/v1/x/'))));
		expect(problem.message).toBe(
			'A page of the list was not found, probably because entries were deleted meanwhile',
		);
		expect(problem).toMatchObject({ hint: 'Run the node again', httpStatus: 404 });
	});

	it('keeps what is said of a first page that is not found, and of other faults', async () => {
		const missing = setUp(() => ({ status: 404 }));
		expect((await finish(rejection(all(missing.api.list('/v1/x/'))))).message).toContain(
			'could not find',
		);
		const denied = setUp(inTurn(page([1], '?page=2'), { status: 401 }));
		expect((await finish(rejection(all(denied.api.list('/v1/x/'))))).message).toContain('API key');
	});

	it.each([[null], [1], ['x'], [[{ id: 1 }]]])('is none where a record is %j', async (record) => {
		const { api } = setUp(() => ({ body: { results: [{ id: 1 }, record], next: '?page=2' } }));
		const { message } = await finish(rejection(all(api.list('/v1/x/'))));
		expect(message).toBe("Chainstack returned a list whose 'results' are not objects");
	});

	it('does not follow an address without a host', async () => {
		const { api, sent } = setUp(() => page([1], 'javascript:alert(1)'));
		const { message } = await finish(rejection(all(api.list('/v1/x/'))));
		expect(message).toBe('The list links to a next page whose address is not a valid URL');
		expect(sent).toHaveLength(1);
	});

	it.each(['', undefined])('ends where next is %j', async (next) => {
		const { api } = setUp(() => ({ body: { results: [{ id: 1 }], next } }));
		expect(await finish(all(api.list('/v1/x/')))).toEqual([1]);
	});

	it.each<[string, string[]]>([
		['itself', [`${BASE}/v1/x/?page=2`, `${BASE}/v1/x/?page=2`]],
		['the previous page', [`${BASE}/v1/x/?page=2`, `${BASE}/v1/x/?page=3`, `${BASE}/v1/x/?page=2`]],
	])('ends when next links back to %s', async (_, links) => {
		const { api, sent } = setUp((_sent, count) =>
			page([count], count > 20 ? null : links[Math.min(count, links.length) - 1]),
		);
		await finish(all(api.list('/v1/x/')));
		expect(sent.length).toBeLessThanOrEqual(links.length + 1);
	});

	it.each([
		'/v1/x/?page=2',
		'?page=2',
		'../x/?page=2',
		'https://a:b@api.chainstack.com/v1/x/?page=2',
	])('resolves next relative to the page: %s', async (next) => {
		const { api, sent } = setUp(inTurn(page([1], next), page([2], null)));
		expect(await finish(all(api.list('/v1/x/')))).toEqual([1, 2]);
		expect(sent[1].url).toBe(`${BASE}/v1/x/?page=2`);
	});

	it('resolves a relative next below the path of a proxy', async () => {
		const credential = { baseUrl: 'https://proxy.example.com/chainstack' };
		const { api, sent } = setUp(inTurn(page([1], '?page=2'), page([2], null)), { credential });
		await finish(all(api.list('/v1/x/')));
		expect(sent[1].url).toBe('https://proxy.example.com/chainstack/v1/x/?page=2');
	});

	it.each(['https://evil.example.com/x', 'http://['])(
		'does not check next before it is needed: %s',
		async (next) => {
			const { api } = setUp(() => page([1, 2], next));
			const list = api.list('/v1/x/');
			await finish(list.next());
			expect((await finish(list.next())).value).toEqual({ id: 2 });
			expect((await rejection(finish(list.next()))).hint).toContain("'Base URL'");
		},
	);

	it.each<[string, (count: number) => number[]]>([
		['empty pages', () => []],
		['the same page', () => [1, 2]],
	])('ends when endless new addresses lead to %s', async (_, ids) => {
		const { api, sent } = setUp((_sent, count) =>
			page(ids(count), `${BASE}/v1/x/?page=${count + 1}`),
		);
		const problem = await rejection(finish(all(api.list('/v1/x/'))));
		expect(problem.message).toContain('does not end');
		expect(sent.length).toBeLessThan(15);
	});

	it('continues after a few empty pages', async () => {
		const { api } = setUp((_sent, count) =>
			page(count === 5 ? [7] : [], count === 5 ? null : `${BASE}/v1/x/?page=${count + 1}`),
		);
		expect(await finish(all(api.list('/v1/x/')))).toEqual([7]);
	});

	it.each([
		'https://evil.example.com/v1/x/?page=2',
		'http://api.chainstack.com/v1/x/?page=2',
		'https://api.chainstack.com:8443/v1/x/?page=2',
		'//evil.example.com/x',
		'https://api.chainstack.com@evil.example.com/x',
	])('does not follow next to another origin: %s', async (next) => {
		const { api, sent } = setUp(() => page([1], next));
		const problem = await rejection(finish(all(api.list('/v1/x/'))));
		expect(problem.message).toContain(new URL(next, BASE).host);
		expect(problem.hint).toContain("'Base URL'");
		expect(sent).toHaveLength(1);
	});

	it('does not send the key to an address from outside either', async () => {
		const { api, sent } = setUp(() => page([1], null));
		const problem = await rejection(finish(api.page('https://evil.example.com/x')));
		expect(problem.message).toMatch(/only sent to/);
		expect(sent).toEqual([]);
	});

	it.each([{}, { results: null }, { results: {} }, { results: 'x' }])(
		'needs results: %j',
		async (body) => {
			const { api } = setUp(() => ({ body }));
			expect((await rejection(finish(api.page('/v1/x/')))).message).toContain("'results'");
		},
	);
});

describe('the clock of the service', () => {
	it('is read from every answer', async () => {
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
		const { api } = setUp(
			inTurn(
				{ headers: { Date: 'Fri, 20 Nov 2026 12:00:45 GMT' }, body: {} },
				{ status: 404, headers: { date: 'Fri, 20 Nov 2026 11:59:50 GMT' } },
				{ headers: { Date: 'nonsense' }, body: {} },
			),
		);
		expect(api.clockOffsetMs).toBe(0);
		await api.get('/v1/x/', 'x');
		expect(api.clockOffsetMs).toBe(45_000);
		await rejection(api.get('/v1/x/', 'x'));
		expect(api.clockOffsetMs).toBe(-10_000);
		await api.get('/v1/x/', 'x');
		expect(api.clockOffsetMs).toBe(-10_000);
	});
});

describe('over a real connection', () => {
	it('sends a form as multipart with a boundary', async () => {
		vi.useRealTimers();
		let seen = '';
		const origin = await serve((request, response) => {
			seen = `${request.headers.authorization} ${request.headers['content-type']}\n`;
			request.on('data', (chunk) => (seen += String(chunk)));
			request.on('end', () => response.end('[]'));
		});
		const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
		const api = clientOf(networked({ credential }), { credential });
		const form = [
			['bucket_id', 'BUCK-1'],
			['folder_id', 'FOLD-ü'],
		] as const;
		expect(await api.createAny('/v1/ipfs/pins/pinfolder', 'pins', { form })).toEqual([]);
		expect(seen).toContain(`Bearer ${CREDENTIAL_DATA.apiKey} multipart/form-data; boundary=`);
		expect(seen).toMatch(/name="bucket_id"\r\n\r\nBUCK-1\r\n/);
		expect(seen).toMatch(/name="folder_id"\r\n\r\nFOLD-ü\r\n/);
	});

	it('sends an empty object as such', async () => {
		vi.useRealTimers();
		let seen = '';
		const origin = await serve((request, response) => {
			request.on('data', (chunk) => (seen += String(chunk)));
			request.on('end', () => response.end('{"id":"NW-1"}'));
		});
		const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
		await clientOf(networked({ credential }), { credential }).create('/v1/x/', 'x', {});
		expect(seen).toBe('{}');
	});
});

describe('a file', () => {
	it('that cannot be opened is reported, and nothing is sent', async () => {
		const { api, sent } = setUp(() => ({}));
		const file: InputFile = {
			name: 'a.txt',
			mimeType: 'text/plain',
			size: 1,
			open: async () => await Promise.reject(new Problem('The file is gone')),
			close: () => undefined,
		};
		const problem = await rejection(
			api.createAny('/v1/ipfs/pins/pinfile', 'pin', { form: [['file', file]] }),
		);
		expect(sent).toEqual([]);
		expect(problem).toMatchObject({ message: 'The file is gone', effect: 'none' });
	});
});
