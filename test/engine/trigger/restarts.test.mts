import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { usePlatform } from '../fixtures/platform.mts';
import { lists, nodeStatus, reported, watchingOn } from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));
const { ethereum } = seedIds.nodes;

describe('a kill', () => {
	it('during a poll loses nothing and reports nothing twice', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'delay', delayMs: 150, times: 1 });
		const lost = trigger.poll();
		await trigger.kill();
		expect(await reported(trigger.activate())).toMatchObject([{ id: ethereum, to: 'failed' }]);
		expect((await lost).items).toBeNull();
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
	});
});

describe('a start of n8n', () => {
	it.each([
		['a key that is not accepted', { status: 401, body: { error: { code: 'unauthorized' } } }],
		['a server that is out of service', { status: 500 }],
	])('with %s does not deactivate the trigger', async (_, reply) => {
		server.answer = lists([{ id: ethereum, name: 'e', status: 'running' }]);
		const trigger = await watching(nodeStatus, platform.credential({ baseUrl: server.url }));
		await trigger.kill();
		server.answer = () => reply;
		// An error here would make n8n deactivate the workflow.
		expect(await trigger.startUp()).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain("'Trigger' of workflow 'Engine test' skipped a poll");
		if (reply.status === 401) expect((await trigger.poll()).error).toBeDefined();
		server.answer = lists([{ id: ethereum, name: 'e', status: 'failed' }]);
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'running', to: 'failed' }]);
	});
});
