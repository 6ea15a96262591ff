import { describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { nodeStatus, reported } from '../fixtures/polling.mts';
import type { PollScheduler } from '../support/index.mts';

const fleet = useFleet('ND-1-1', 'ND-1-2');
const { server } = fleet;

const schedulers: PollScheduler[] = ['built-in', 'durable', 'durable with cursors'];
const confirmed = { ...nodeStatus, confirmations: 2 };

describe.each(schedulers)('the %s scheduler of n8n', (scheduler) => {
	it('reports an outage and its end once each, with the downtime', async () => {
		const trigger = await fleet.watching(confirmed, scheduler);
		for (let poll = 0; poll < 3; poll += 1) expect(await reported(trigger.poll())).toEqual([]);
		fleet.nodes[0].status = 'failed';
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-1', to: 'failed' }]);
		for (let poll = 0; poll < 3; poll += 1) expect(await reported(trigger.poll())).toEqual([]);
		fleet.nodes[0].status = 'running';
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-1', to: 'running', unhealthySeconds: expect.any(Number) as number },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('reports nothing twice and loses nothing after a kill that follows a report', async () => {
		const trigger = await fleet.watching(confirmed, scheduler);
		await trigger.poll();
		fleet.nodes[0].status = 'failed';
		await trigger.poll();
		expect(await reported(trigger.poll())).toHaveLength(1);
		await trigger.kill();
		for (let poll = 0; poll < 3; poll += 1) expect(await reported(trigger.poll())).toEqual([]);
		fleet.nodes[0].status = 'running';
		await trigger.poll();
		expect(await reported(trigger.poll())).toMatchObject([{ to: 'running' }]);
	});
});

describe("the durable scheduler's memory", () => {
	it('is reported once as lasting only as long as the process', async () => {
		const trigger = await fleet.watching(confirmed, 'durable');
		for (let poll = 0; poll < 4; poll += 1) await trigger.poll();
		const lines = trigger.log.filter(({ message }) => message.includes('DURABLE_CURSORS'));
		expect(lines).toHaveLength(1);
	});

	it('continues across processes where cursors save it', async () => {
		const trigger = await fleet.watching(confirmed, 'durable with cursors');
		await trigger.poll();
		fleet.nodes[0].status = 'failed';
		expect(await reported(trigger.poll())).toEqual([]);
		await trigger.kill();
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-1', to: 'failed' }]);
	});
});

describe('an activation', () => {
	it('does not wait for a poll of the previous one, and remembers what it sees', async () => {
		const trigger = await fleet.watching(nodeStatus);
		const { answer } = server;
		server.answer = (request) => ({ ...answer(request), delayMs: 300 });
		const slow = trigger.poll();
		await new Promise((resolve) => setTimeout(resolve, 50));
		server.answer = answer;
		const parameters = { ...nodeStatus, watch: 'chosen', ids: 'ND-1-2' };
		expect(await reported(trigger.activate({ parameters }))).toEqual([]);
		expect((await slow).items).toBeNull();
		expect(Object.keys(trigger.state.memory as object)).toEqual(['ND-1-2']);
		fleet.nodes[1].status = 'failed';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-2' }]);
	});

	it('reports again what was found by a poll that n8n dropped because of it', async () => {
		const trigger = await fleet.watching(nodeStatus);
		fleet.nodes[0].status = 'failed';
		const { answer } = server;
		server.answer = (request) => ({ ...answer(request), delayMs: 200 });
		const dropped = trigger.poll();
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await reported(trigger.activate())).toMatchObject([{ id: 'ND-1-1', to: 'failed' }]);
		expect((await dropped).items).toBeNull();
		expect(await reported(trigger.poll())).toEqual([]);
	});
});

describe('a test by hand', () => {
	it('does not wait for a poll that is running', async () => {
		const trigger = await fleet.watching(nodeStatus);
		const { answer } = server;
		server.answer = (request) => ({ ...answer(request), delayMs: 300 });
		const slow = trigger.poll();
		server.answer = answer;
		expect(await reported(trigger.test())).toContainEqual(
			expect.objectContaining({ id: 'ND-1-1', from: null, test: true }),
		);
		await slow;
	});
});
