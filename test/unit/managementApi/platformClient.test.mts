import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import {
	checkPlatformCredential,
	normalizeCredential,
} from '../../../nodes/shared/managementApi/credential';
import { buildHostOptions } from '../../../nodes/shared/run/requestOptions';
import type { InputFile } from '../../../nodes/shared/managementApi/requestBody';
import { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { Problem } from '../../../nodes/shared/text/problem';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { expectMembers, rejection } from '../fixtures/problems.mts';
import {
	CREDENTIAL_DATA,
	fault,
	scripted,
	type RecordedContext,
	type Reply,
	type Respond,
} from '../fixtures/requestContext.mts';

const BASE = 'https://api.chainstack.com';

useStoppedTime(0);

interface Parts {
	baseUrl?: string;
	cancel?: AbortSignal;
	timeoutMs?: number;
	maxRetries?: number;
}

function setUp(
	respond: Respond,
	{ baseUrl = BASE, cancel, ...retryOptions }: Parts = {},
): RecordedContext & { api: PlatformClient } {
	const credential = { ...CREDENTIAL_DATA, baseUrl };
	const recorded = scripted(respond, { credential, cancel });
	const random = (): number => Math.random();
	const connection = {
		context: recorded.context,
		scheduler: new RequestScheduler({ clock: systemClock, random }),
		cancel,
		hostOptions: buildHostOptions({}).platform,
		retryOptions: { timeoutMs: 30_000, maxRetries: 4, maxRetryWaitMs: 300_000, ...retryOptions },
	};
	const platform = checkPlatformCredential(normalizeCredential(credential));
	const api = new PlatformClient({ ...connection, ...platform });
	return { ...recorded, api };
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

/** How a call that always gets this body fails. */
const failureOf = async (body: unknown, call: (api: PlatformClient) => Promise<unknown>) =>
	await rejection(finish(call(setUp(() => ({ body })).api)));

const RESET = fault('ECONNRESET', 'read');
/** Ends of an attempt after which the request certainly had no effect. */
const WITHOUT_EFFECT: Array<[string, Reply | Error]> = [
	['429', { status: 429 }],
	['503 with Retry-After', { status: 503, headers: { 'Retry-After': '1' } }],
	['a refused connection', fault('ECONNREFUSED', 'connect')],
];

describe('get', () => {
	const get = async (api: PlatformClient) => await api.get('/v1/x/', 'x');

	it('sends the documented request', async () => {
		const { api, sent } = setUp(() => ({ body: { id: 'ND-1' } }));
		const answer = await finish(api.get('/v1/nodes/ND-1/', 'node ND-1', { a: 'b' }));
		expect(answer).toEqual({ id: 'ND-1' });
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'GET',
			url: `${BASE}/v1/nodes/ND-1/`,
			query: { a: 'b' },
			headers: { Authorization: `Bearer ${CREDENTIAL_DATA.apiKey}`, Accept: 'application/json' },
		});
		expect(sent[0].body).toBeUndefined();
	});

	it.each([200, 201, 202, 203, 206])('accepts any successful status: %d', async (status) => {
		const { api } = setUp(() => ({ status, body: { id: 'x' } }));
		expect(await finish(get(api))).toEqual({ id: 'x' });
	});

	it.each(['', '<html></html>', '[]', '5', 'null', '{"id":', 'text'])(
		'refuses an answer that is not an object: %j',
		async (body) => {
			const problem = await failureOf(body, get);
			expect(problem.message).toContain('instead of a JSON object');
			expect(problem.effect).toBe('none');
		},
	);
});

describe('tells n8n that its node is set up wrongly', () => {
	it.each<[boolean, string, (api: PlatformClient) => Promise<unknown>]>([
		[true, 'a node', (api) => api.get('/v1/nodes/ND-1-2-3/', 'node')],
		[true, 'a rule', (api) => api.remove('/v1/nodes/ND-1/access-rules/NAR-4/', 'access rule')],
		[false, 'a list', (api) => api.get('/v2/reporting/node-usage/', 'usage report')],
		[false, 'a list of a project', (api) => all(api.list('/v1/projects/PR-1-2-3/members/'))],
		[false, 'what is created', (api) => api.create('/v1/networks/', 'network', {})],
	])('%s where the service does not find %s', async (isCause, _, call) => {
		const { api } = setUp(() => ({ status: 404, body: { error: { message: 'Not found.' } } }));
		const { failure } = await rejection(finish(call(api)));
		expect(failure?.cause).toBe(isCause ? 'configuration-invalid' : undefined);
	});
});

it('update sends a PATCH with JSON, and repeats it if necessary', async () => {
	const { api, sent } = setUp(inTurn({ status: 502 }, RESET, { body: { id: 'x' } }));
	const answer = await finish(api.update('/v1/nodes/ND-1/', 'node ND-1', { name: 'ü' }));
	expect(answer).toEqual({ id: 'x' });
	expect(sent).toHaveLength(3);
	expect(sent[2].method).toBe('PATCH');
	expect(sent[2].headers['Content-Type']).toBe('application/json');
	expect(JSON.parse(String(sent[2].body))).toEqual({ name: 'ü' });
});

describe('remove', () => {
	const remove = async (api: PlatformClient) => await api.remove('/v1/nodes/ND-1/', 'node ND-1');

	it.each<[number, unknown]>([
		[204, ''],
		[200, { id: 'pin' }],
	])('accepts %d', async (status, body) => {
		const { api, sent } = setUp(() => ({ status, body }));
		await finish(remove(api));
		expect(sent).toMatchObject([{ method: 'DELETE' }]);
	});

	it.each<[string, Array<Reply | Error>]>([
		['502', [{ status: 502 }]],
		['503', [{ status: 503 }]],
		['504', [{ status: 504 }]],
		['a reset connection', [RESET]],
		['a closed connection and a rejection', [fault('ECONNRESET'), { status: 429 }]],
	])('counts a repeated request that finds nothing as deleted after %s', async (_, before) => {
		const { api, sent } = setUp(inTurn(...before, { status: 404 }));
		expect(await finish(remove(api))).toBeUndefined();
		expect(sent).toHaveLength(before.length + 1);
	});

	it('counts a repeated request that finds nothing as deleted after a timeout', async () => {
		vi.useRealTimers();
		const silent = new Promise<Reply>(() => undefined);
		const respond: Respond = (_, count) => (count === 1 ? silent : { status: 404 });
		const { api, sent } = setUp(respond, { timeoutMs: 50 });
		expect(await remove(api)).toBeUndefined();
		expect(sent).toHaveLength(2);
	});

	it.each<[string, Reply | Error, Reply, object | undefined]>([
		['that it is gone', RESET, { status: 404 }, undefined],
		['that it is still there', RESET, { body: { id: 'ND-1' } }, { hint: /still there/ }],
		['nothing', RESET, { status: 403 }, { hint: /may have been deleted.*not allowed/ }],
		['that it is gone', { status: 500 }, { status: 404 }, undefined],
	])('asks for it after an unclear outcome, and finds %s', async (_, end, found, expected) => {
		const { api, sent } = setUp((_sent, count) => inTurn(end, found)(_sent, count), {
			maxRetries: 0,
		});
		const removed = finish(remove(api));
		if (expected === undefined) expect(await removed).toBeUndefined();
		else expectMembers(await rejection(removed), expected);
		expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
	});

	it.each([[400], [403], [500]])(
		'asks for it when a repeated request is answered with %d instead of 404',
		async (status) => {
			const { api, sent } = setUp(inTurn(RESET, { status }, { status: 404 }), { maxRetries: 1 });
			expect(await finish(remove(api))).toBeUndefined();
			expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'GET']);
		},
	);

	it.each(WITHOUT_EFFECT)(
		'does not count finding nothing as deleted after %s, which had no effect',
		async (_, first) => {
			const { api, sent } = setUp(inTurn(first, { status: 404 }));
			const problem = await rejection(finish(remove(api)));
			expect(problem).toMatchObject({ httpStatus: 404 });
			expect(problem.message).toContain('node ND-1');
			expect(sent).toHaveLength(2);
		},
	);

	it.each([
		[400, 'Delete its nodes first', 'Delete its nodes first'],
		[409, 'Delete its nodes first', 'Delete its nodes first'],
		[404, 'Delete its nodes first', undefined],
		[409, undefined, undefined],
	])('says what prevents it: status %d, %s', async (status, whenRefused, hint) => {
		const { api } = setUp(() => ({ status }));
		const refusal = async (advice?: string) =>
			await rejection(finish(api.remove('/v1/projects/PR-1/', 'project PR-1', advice)));
		expect((await refusal(whenRefused)).hint).toBe(hint ?? (await refusal()).hint);
	});
});

it('text and json return the answer, and json refuses what is not JSON', async () => {
	const { api } = setUp(inTurn({ body: 'a,b\n1,2\n' }, { body: '[1]' }));
	expect(await finish(api.text('/v2/x/', 'report'))).toBe('a,b\n1,2\n');
	expect(await finish(api.json('/v1/x', 'history'))).toEqual([1]);
	const json = async (client: PlatformClient) => await client.json('/v1/x', 'history');
	expect((await failureOf('<html></html>', json)).message).toContain('JSON');
});

describe('create', () => {
	const body = { json: { project: 'PR-1' } };
	const create = async (api: PlatformClient) => await api.create('/v1/networks/', 'network', body);

	it('sends a POST with JSON', async () => {
		const { api, sent } = setUp(() => ({ status: 201, body: { id: 'NW-1' } }));
		expect(await finish(create(api))).toEqual({ id: 'NW-1' });
		expect(sent).toMatchObject([
			{
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: '{"project":"PR-1"}',
			},
		]);
	});

	it('sends a POST with a form, whose type n8n sets with its boundary', async () => {
		const { api, sent } = setUp(() => ({ status: 201, body: { id: 'x' } }));
		await finish(api.create('/v1/pins/', 'pin', { form: [['bucket_id', 'B']] }));
		const [{ method, headers, body: form }] = sent;
		expect(method).toBe('POST');
		expect(Object.keys(headers).join().toLowerCase()).not.toContain('content-type');
		expect((form as FormData).get('bucket_id')).toBe('B');
	});

	it.each(WITHOUT_EFFECT)('is repeated after %s, which had no effect', async (_, first) => {
		const { api, sent } = setUp(inTurn(first, { status: 201, body: { id: 'NW-1' } }));
		expect(await finish(create(api))).toEqual({ id: 'NW-1' });
		expect(sent).toHaveLength(2);
	});

	it.each([
		['in a list', [{ id: 'NW-1' }]],
		['inside data', { data: { id: 'NW-1' } }],
		['in a list inside data, beside empty errors', { data: [{ id: 'NW-1' }], errors: [] }],
	])('understands an answer %s', async (_, answer) => {
		const { api } = setUp(() => ({ status: 201, body: answer }));
		expect(await finish(create(api))).toEqual({ id: 'NW-1' });
	});

	it.each<[string, Reply | Error]>([
		['500', { status: 500 }],
		['502', { status: 502 }],
		['503', { status: 503 }],
		['504', { status: 504 }],
		['a reset connection', RESET],
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

	it.each([400, 401, 403, 404, 409, 413, 422, 429, 302])(
		'certainly had no effect after %d',
		async (status) => {
			const { api, sent } = setUp(() => ({ status }));
			const problem = await rejection(finish(create(api)));
			expect(sent).toHaveLength(status === 429 ? 5 : 1);
			expect(problem).toMatchObject({ effect: 'none', httpStatus: status });
			expect(problem.message).not.toMatch(/may exist/);
		},
	);

	it('is unclear when it was interrupted by a cancellation, but not when it was not sent', async () => {
		const cancel = new AbortController();
		const respond = async (): Promise<Reply> => {
			cancel.abort();
			return await new Promise(() => undefined);
		};
		const { api } = setUp(respond, { cancel: cancel.signal });
		const problem = await rejection(finish(create(api)));
		expect(problem.effect).toBe('unclear');
		expect(problem.message).toMatch(/canceled/);
		const late = await rejection(finish(create(api)));
		expect(late).toMatchObject({ name: 'Cancelled', effect: 'none' });
	});

	const read = (answer: unknown): number | undefined => (answer as { amount?: number }).amount;

	it('relies on what shows that something without an ID was made', async () => {
		const { api } = setUp(() => ({ body: { amount: 1 } }));
		expect(await finish(api.create('/v1/x/', 'transfer', { json: {} }, read))).toBe(1);
	});

	it.each([
		...['[]', '"x"', '5', '{}', '{"id":""}'].map((body) => [body, undefined] as const),
		['{}', read] as const,
	])('is unclear when the answer is %s', async (body, reader) => {
		const made = async (api: PlatformClient): Promise<unknown> =>
			await api.create<unknown>('/v1/x/', 'x', { json: {} }, reader);
		const problem = await failureOf(body, made);
		expect(problem.effect).toBe('unclear');
		expect(problem.message).toMatch(/instead of what was created$/);
	});
});

describe('a successful status with an error in the body', () => {
	it.each([
		{ error: { code: 'x', message: 'Not today' } },
		{ error: 'Not today' },
		{ errors: [{ message: 'Not today' }] },
	])('is not a success: %j', async (body) => {
		const problem = await failureOf(body, async (api) => await api.get('/v1/x/', 'x'));
		expect(problem.message).toContain('Not today');
		expect(problem.effect).toBe('none');
		const unclear = await failureOf(
			body,
			async (api) => await api.create('/v1/x/', 'x', { json: {} }),
		);
		expect(unclear.message).toContain('Not today');
		expect(unclear.effect).toBe('unclear');
	});

	it.each([
		{ id: 'x', error: null, errors: null },
		{ name: 'x', errors: [] },
		{ name: 'x', error: {} },
		{ name: 'x', error: '', errors: false },
	])('is a success when the error holds nothing: %j', async (body) => {
		const { api } = setUp(() => ({ body }));
		expect(await finish(api.get('/v1/x/', 'x'))).toEqual(body);
	});
});

describe('list', () => {
	const page = (ids: unknown[], next?: string | null): Reply => ({
		body: { count: 6, next, previous: null, results: ids.map((id) => ({ id })) },
	});
	const read = async (respond: Respond, baseUrl?: string) => {
		const { api, sent } = setUp(respond, { baseUrl });
		return { ids: await finish(all(api.list('/v1/x/'))), urls: sent.map(({ url }) => url) };
	};
	const fails = async (respond: Respond) => {
		const { api, sent } = setUp(respond);
		return { problem: await rejection(finish(all(api.list('/v1/x/')))), sent };
	};

	it.each([
		[6, [6]],
		['6', []],
		[undefined, []],
	])('reports how many records there are, where the service says so: %j', async (count, said) => {
		const { api } = setUp(() => ({ body: { count, results: [] } }));
		const counts: number[] = [];
		await finish(all(api.list('/v1/x/', {}, (each) => counts.push(each))));
		expect(counts).toEqual(said);
	});

	it('follows the pages', async () => {
		const next = (number: number) => `${BASE}/v1/nodes/?page=${number}&project=PR-1`;
		const { api, sent } = setUp(
			inTurn(page([1, 2], next(2)), page([3, 4], next(3)), page([5], null)),
		);
		expect(await finish(all(api.list('/v1/nodes/', { project: 'PR-1' })))).toEqual([1, 2, 3, 4, 5]);
		expect(sent.map(({ url, query }) => [url, query])).toEqual([
			[`${BASE}/v1/nodes/`, { project: 'PR-1' }],
			[next(2), {}],
			[next(3), {}],
		]);
	});

	it('requests no page before it is needed', async () => {
		const { api, sent } = setUp(inTurn(page([1, 2], '?page=2'), page([3], '?page=3'), page([4])));
		const list = api.list('/v1/x/');
		for (const requests of [0, 1, 1, 2, 3]) {
			expect(sent).toHaveLength(requests);
			await finish(list.next());
		}
		expect(sent).toHaveLength(3);
	});

	it.each([
		'https://evil.example.com/v1/x/?page=2',
		'http://api.chainstack.com/v1/x/?page=2',
		'https://api.chainstack.com:8443/other/?page=2',
		'//evil.example.com/x?page=2',
		'https://api.chainstack.com@evil.example.com/x?page=2',
	])('asks for the next page at its own address, whatever next says: %s', async (next) => {
		const { ids, urls } = await read(inTurn(page([1], next), page([2])));
		expect(ids).toEqual([1, 2]);
		expect(urls).toEqual([`${BASE}/v1/x/`, `${BASE}/v1/x/?page=2`]);
	});

	const empty = [2, 3, 4, 5].map((number) => page([], `?page=${number}`));
	const ALIKE = { results: [{ n: 1 }, { n: 1 }] };
	it.each<[string, Reply[], unknown[]]>([
		[
			'shows a record once that has moved',
			[page(['a', 'b'], '?2'), page(['b', 'c'])],
			['a', 'b', 'c'],
		],
		[
			'keeps records that are alike and have no ID',
			[{ body: { ...ALIKE, next: '?2' } }, { body: ALIKE }],
			Array(4).fill(undefined),
		],
		['continues after a few empty pages', [...empty, page([7])], [7]],
		['ends where next is empty', [page([1], '')], [1]],
		['ends where next leads to the first page', [page([1], `${BASE}/v1/x/`)], [1]],
		['ends where next has no query', [page([1], 'javascript:alert(1)')], [1]],
		[
			'ends where the next page is not there any more',
			[page([1], '?page=2'), { status: 404, body: { detail: 'Invalid page.' } }],
			[1],
		],
		['ends where there is no next', [page([1])], [1]],
	])('%s', async (_, replies, ids) => {
		expect((await read(inTurn(...replies))).ids).toEqual(ids);
	});

	it.each<[string, Reply[], object]>([
		[
			'keeps what is said of a further page',
			[page([1], '?page=2'), { status: 400, body: { detail: 'Invalid page.' } }],
			{ message: /Invalid page/, httpStatus: 400 },
		],
		['keeps what is said of a first page', [{ status: 404 }], { message: /could not find/ }],
		['keeps other faults', [page([1], '?page=2'), { status: 401 }], { message: /API key/ }],
		...[null, 1, 'x', [{ id: 1 }]].map((record): [string, Reply[], object] => [
			`is none where a record is ${JSON.stringify(record)}`,
			[{ body: { results: [{ id: 1 }, record], next: '?page=2' } }],
			{ message: "Chainstack returned a list whose 'results' are not objects" },
		]),
		...[{}, { results: null }, { results: {} }, { results: 'x' }].map(
			(body): [string, Reply[], object] => [
				`needs results: ${JSON.stringify(body)}`,
				[{ body }],
				{ message: /'results'/ },
			],
		),
	])('%s', async (_, replies, expected) => {
		const { problem, sent } = await fails(inTurn(...replies));
		expect(sent).toHaveLength(replies.length);
		expectMembers(problem, expected);
	});

	it.each<[string, string[]]>([
		['itself', [`${BASE}/v1/x/?page=2`, `${BASE}/v1/x/?page=2`]],
		['the previous page', [`${BASE}/v1/x/?page=2`, `${BASE}/v1/x/?page=3`, `${BASE}/v1/x/?page=2`]],
	])('ends when next links back to %s', async (_, links) => {
		const { urls } = await read((_sent, count) =>
			page([count], count > 20 ? null : links[Math.min(count, links.length) - 1]),
		);
		expect(urls.length).toBeLessThanOrEqual(links.length + 1);
	});

	it.each([
		['/v1/x/?page=2', BASE],
		['?page=2', BASE],
		['../x/?page=2', BASE],
		['?page=2', 'https://proxy.example.com/chainstack'],
	])('resolves next relative to the page: %s at %s', async (next, baseUrl) => {
		const { ids, urls } = await read(inTurn(page([1], next), page([2], null)), baseUrl);
		expect(ids).toEqual([1, 2]);
		expect(urls[1]).toBe(`${baseUrl}/v1/x/?page=2`);
	});

	it('refuses a next that is no address', async () => {
		const { problem } = await fails(() => page([1], 'http://['));
		expect(problem.message).toContain("whose 'next' is not an address");
	});

	it.each<[string, number[]]>([
		['empty pages', []],
		['the same page', [1, 2]],
	])('ends when endless new addresses lead to %s', async (_, ids) => {
		const { problem, sent } = await fails((_sent, count) => page(ids, `?page=${count + 1}`));
		expect(problem.message).toContain('does not end');
		expect(sent.length).toBeLessThan(15);
	});
});

it('reads the clock of the service from every answer', async () => {
	vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
	const dates = ['Fri, 20 Nov 2026 12:00:45 GMT', 'Fri, 20 Nov 2026 11:59:50 GMT', 'nonsense'];
	const { api } = setUp((_, count) => ({ headers: { Date: dates[count - 1] }, body: {} }));
	expect(api.clockOffsetMs).toBe(0);
	for (const offsetMs of [45_000, -10_000, -10_000]) {
		await api.get('/v1/x/', 'x');
		expect(api.clockOffsetMs).toBe(offsetMs);
	}
});

it('reports a file that cannot be opened, and sends nothing', async () => {
	const { api, sent } = setUp(() => ({}));
	const file: InputFile = {
		name: 'a.txt',
		mimeType: 'text/plain',
		size: 1,
		close: () => undefined,
		open: async () => await Promise.reject(new Problem('The file is gone')),
	};
	const problem = await rejection(api.create('/v1/pins/', 'pin', { form: [['file', file]] }));
	expect(sent).toEqual([]);
	expect(problem).toMatchObject({ message: 'The file is gone', effect: 'none' });
});

describe('an upload', () => {
	/** A file of four parts. */
	const file: InputFile = {
		name: 'a.txt',
		mimeType: 'text/plain',
		size: 4,
		close: () => undefined,
		open: async (noteTaken) => {
			const content = {
				stream: async function* () {
					for (const part of 'abcd') {
						noteTaken();
						yield await Promise.resolve(part);
					}
				},
			};
			return await Promise.resolve(Object.assign(new File([], 'a.txt'), content));
		},
	};
	const pin = async (api: PlatformClient) =>
		await api.create('/v1/pins/', 'pin', { form: [['file', file]] });
	/** Takes the parts of the file, each after this many milliseconds, and answers. */
	const takeSlowly =
		(pauseMs: number, parts: number): Respond =>
		async ({ body }) => {
			const taken = (body as FormData).get('file') as unknown as {
				stream(): AsyncIterator<string>;
			};
			const stream = taken.stream();
			for (let part = 0; part < parts; part += 1) {
				await systemClock.sleep(pauseMs, new AbortController().signal);
				await stream.next();
			}
			return parts < 4 ? await new Promise<never>(() => undefined) : { body: { id: 'P-1' } };
		};

	it('may take any time while data flows', async () => {
		const { api } = setUp(takeSlowly(59_000, 4), { timeoutMs: 10 });
		expect(await finish(pin(api))).toEqual({ id: 'P-1' });
	});

	it('ends when nothing of the file was taken for a minute', async () => {
		const { api, sent } = setUp(takeSlowly(1000, 2));
		const problem = await rejection(finish(pin(api)));
		expect(sent).toHaveLength(1);
		expect(problem).toMatchObject({ effect: 'unclear' });
		expect(problem.message).toContain(
			'api.chainstack.com took nothing more of the upload for 60 s, and did not respond',
		);
		expect(performance.now()).toBeCloseTo(62_000, -3);
	});
});
