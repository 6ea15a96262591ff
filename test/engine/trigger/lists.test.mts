import { afterEach, describe, expect, it, vi } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { nodeStatus, reported, shortenTimeLimits, watchingOn } from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));

afterEach(() => {
	vi.restoreAllMocks();
});

describe('a list that cannot be read', () => {
	it('is skipped twice with a log line, then thrown once', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'rateLimit', retryAfter: 3600 });
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
	});

	it('beyond its first page does not make objects count as deleted', async () => {
		const ids = platform.sandbox.addNodes(30);
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: 'page=2', kind: 'status', status: 500, times: 1 });
		expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
		platform.sandbox.setStatus(ids[29], 'failed');
		expect(await reported(trigger.poll())).toMatchObject([{ id: ids[29] }]);
	});

	it('because it is an object without results is skipped', async () => {
		const trigger = await watching(nodeStatus);
		server.answer = () => ({ body: '{"status": "ok"}' });
		const elsewhere = platform.credential({ baseUrl: server.url });
		const { memory } = trigger.state;
		const poll = await trigger.activate({ credentials: elsewhere });
		expect(poll).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain('skipped a poll');
		expect(trigger.state.memory).toEqual(memory);
	});

	it('because of status 401 is thrown at once', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status: 401 });
		const { error } = await trigger.poll();
		expect(error?.name).toBe('NodeApiError');
		expect(error).toMatchObject({ httpCode: '401' });
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
