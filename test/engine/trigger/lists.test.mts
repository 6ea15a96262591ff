import { afterEach, describe, expect, it, vi } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import {
	lists,
	nodeStatus,
	reported,
	shortenTimeLimits,
	watchingOn,
} from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));

afterEach(() => {
	vi.restoreAllMocks();
});

describe('a list that cannot be read', () => {
	const failures = {
		'status 429': { kind: 'rateLimit', retryAfter: 3600 },
	} as const;

	it.each(Object.entries(failures))(
		'(%s) is skipped twice with a log line, then thrown once',
		async (_, fault) => {
			const trigger = await watching(nodeStatus);
			platform.sandbox.fault({ path: '/v1/nodes/', ...fault });
			for (const poll of [1, 2]) {
				expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
				const lines = trigger.log.filter(({ level }) => level === 'warn');
				expect(lines).toHaveLength(poll);
				expect(lines[0].message).toContain('skipped a poll');
			}
			const third = await trigger.poll();
			expect(third.error?.name).toMatch(/^Node(Api|Operation)Error$/);
			// The outage fails one execution, not one in each poll.
			for (let poll = 0; poll < 6; poll += 1)
				expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
			expect(trigger.logText()).toMatch(/skipped 8 polls in \d.*:/);
			platform.sandbox.clearFaults();
			expect(await reported(trigger.poll())).toEqual([]);
			// Each poll asks again, also within a wait of an hour, which may have been asked for by mistake.
			expect(trigger.logText()).toMatch(/can check again: .* could not be read for .* 9 polls/);
		},
	);

	it('beyond its first page does not make objects count as deleted', async () => {
		const ids = platform.sandbox.addNodes(30);
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: 'page=2', kind: 'status', status: 500, times: 1 });
		expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
		platform.sandbox.setStatus(ids[29], 'failed');
		expect(await reported(trigger.poll())).toMatchObject([{ id: ids[29] }]);
	});

	it.each([['an object without results', '{"status": "ok"}']])(
		'because it is %s is skipped',
		async (_, body) => {
			const trigger = await watching(nodeStatus);
			server.answer = () => ({ body });
			const elsewhere = platform.credential({ baseUrl: server.url });
			const { memory } = trigger.state;
			const poll = await trigger.activate({ credentials: elsewhere });
			expect(poll).toMatchObject({ items: null, error: undefined });
			expect(trigger.logText()).toContain('skipped a poll');
			expect(trigger.state.memory).toEqual(memory);
		},
	);

	it('completely, because records moved between its pages, does not make objects count as deleted', async () => {
		const record = (id: string) => ({ id, name: id, status: 'running', network: 'NW-1-1' });
		const page = (results: object[], next: string | null) => ({
			body: { count: 3, next, results },
		});
		server.answer = lists(['ND-1-1', 'ND-1-2', 'ND-1-3'].map(record));
		const trigger = await watching(nodeStatus, platform.credential({ baseUrl: server.url }));
		const second = `${server.url}/v1/nodes/?page=2`;
		server.answer = ({ url }) =>
			url.includes('page=2') ? page([record('ND-1-3')], null) : page([record('ND-1-1')], second);
		expect(await reported(trigger.poll())).toEqual([]);
		expect(Object.keys(trigger.state.memory as object)).toContain('ND-1-2');
		server.answer = lists([{ ...record('ND-1-2'), status: 'failed' }]);
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-2', to: 'failed' }]);
	});

	it.each([401])('because of status %i is thrown at once', async (status) => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status });
		const { error } = await trigger.poll();
		expect(error?.name).toBe('NodeApiError');
		expect(error).toMatchObject({ httpCode: String(status) });
	});

	it('within the time of a poll is skipped like one that fails', async () => {
		const trigger = await watching(nodeStatus);
		shortenTimeLimits(50);
		let page = 0;
		server.answer = () => ({
			delayMs: 100,
			body: { results: [], next: `${server.url}/v1/nodes/?page=${(page += 1)}` },
		});
		const credentials = platform.credential({ baseUrl: server.url });
		const poll = await trigger.activate({ credentials });
		expect(poll).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain('skipped a poll');
		expect(poll.durationMs).toBeLessThan(2000);
	});
});
