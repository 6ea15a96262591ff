import { describe, expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { nodeStatus, reported, watchingOn } from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));

describe('a list that cannot be read', () => {
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

	it('within the time of a poll is skipped like one that fails', async () => {
		const trigger = await watching(nodeStatus);
		let page = 0;
		server.answer = () => {
			page += 1;
			return { delayMs: 5000, body: { results: [], next: `${server.url}/v1/nodes/?page=${page}` } };
		};
		const credentials = platform.credential({ baseUrl: server.url });
		const poll = await trigger.activate({ credentials });
		expect(poll).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain('skipped a poll');
		expect(poll.durationMs).toBe(25_000);
	});
});
