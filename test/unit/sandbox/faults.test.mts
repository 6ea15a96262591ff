import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FaultRules, type FaultRule, type FaultTarget } from '../../../sandbox/faults.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { at, send } from './client.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal' });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

const create = (signal?: AbortSignal): Promise<Response> =>
	fetch(`${sandbox.url}/v1/projects/`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
		body: '{"name":"made"}',
		redirect: 'manual',
		signal,
	});
const created = (): number => sandbox.state().projects.length - 2;

describe.each(['before', 'after'] as const)('%s the server acts', (when) => {
	const acts = when === 'after' ? 1 : 0;

	test.each<[FaultRule, number, string]>([
		[{ kind: 'status' }, 500, '"code":"internal_error"'],
		[{ kind: 'status', status: 503, body: { own: 'body' } }, 503, '{"own":"body"}'],
		[{ kind: 'status', status: 418, body: 'plain' }, 418, 'plain'],
		[{ kind: 'html' }, 502, '<h1>502 Bad Gateway</h1>'],
		[{ kind: 'empty' }, 200, ''],
		[{ kind: 'rateLimit' }, 429, '"code":"throttled"'],
		[{ kind: 'redirect', location: 'http://elsewhere.example/' }, 302, ''],
		[{ kind: 'wrongShape' }, 200, '["unexpected"]'],
		[{ kind: 'wrongShape', body: { id: 7 } }, 200, '{"id":7}'],
	])('%o', async (rule, status, text) => {
		sandbox.fault({ ...rule, when });
		const response = await create();
		expect(response.status).toBe(status);
		expect(await response.text()).toContain(text);
		expect(response.headers.get('location')).toBe(rule.location ?? null);
		expect(created()).toBe(acts);
	});

	test('hang', async () => {
		sandbox.fault({ kind: 'hang', when });
		const stop = new AbortController();
		const ended = expect(create(stop.signal)).rejects.toThrow('aborted');
		await expect.poll(() => sandbox.requests()).toHaveLength(1);
		await expect.poll(created).toBe(acts);
		stop.abort();
		await ended;
		expect(created()).toBe(acts);
		await expect
			.poll(() => sandbox.requests()[0])
			.toMatchObject({ status: null, closedEarly: true });
	});

	test('delay', async () => {
		sandbox.fault({ kind: 'delay', delayMs: 100, when });
		const startedAt = performance.now();
		expect((await create()).status).toBe(201);
		expect(performance.now() - startedAt).toBeGreaterThan(90);
	});
});

describe('which requests a rule applies to', () => {
	const target = {
		server: 'platform',
		method: 'GET',
		url: '/v1/nodes/?page=2',
		rpcMethods: [],
	} as const satisfies FaultTarget;
	const applied = (rule: Partial<FaultRule>, count = 1): boolean[] => {
		const rules = new FaultRules();
		rules.add({ kind: 'status', ...rule });
		return Array.from({ length: count }, () => rules.take(target).length > 0);
	};

	test.each<[Partial<FaultRule>, boolean]>([
		[{}, true],
		[{ method: 'get' }, true],
		[{ method: 'POST' }, false],
		[{ path: '/v1/nodes/' }, true],
		[{ path: 'page=2' }, true],
		[{ path: '/v1/networks/' }, false],
		[{ path: '/^\\/v1\\/(nodes|networks)\\//' }, true],
		[{ path: '/NODES.*2$/i' }, true],
		[{ path: '/^nodes/' }, false],
		[{ rpcMethod: 'eth_syncing' }, false],
		[{ server: 'platform' }, true],
		[{ server: 'rpc' }, false],
	])('%o: %s', (rule, expected) => {
		expect(applied(rule)).toEqual([expected]);
	});

	test('skip and times', () => {
		expect(applied({ skip: 1, times: 2 }, 5)).toEqual([false, true, true, false, false]);
	});

	test('an unknown kind or a broken pattern is refused', () => {
		const rules = new FaultRules();
		expect(() => rules.add({ kind: 'nonsense' as 'status' })).toThrow('known: status, delay');
		expect(() => rules.add({ kind: 'status', path: '/(/' })).toThrow();
	});
});

test('rules over HTTP: add and remove', async () => {
	const added = await send(sandbox, 'POST', '/_sandbox/faults', { kind: 'status', status: 504 });
	const id = String(at(added.body, 'id'));
	expect((await send(sandbox, 'GET', '/v1/organization/')).status).toBe(504);
	expect(sandbox.requests()[0].faults).toEqual([id]);
	expect((await send(sandbox, 'DELETE', `/_sandbox/faults/${id}`)).status).toBe(204);
	expect((await send(sandbox, 'GET', '/v1/organization/')).status).toBe(200);
	const wrong = await send(sandbox, 'POST', '/_sandbox/faults', { kind: 'x' });
	expect(wrong.status).toBe(400);
});
