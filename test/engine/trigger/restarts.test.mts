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
	const states = ['running', 'running', 'running', 'failed', 'stopped'];

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

	it('between two confirmations only delays the report', async () => {
		const trigger = await watching({ ...nodeStatus, confirmations: 3 });
		platform.sandbox.setStatus(ethereum, 'failed');
		await trigger.poll();
		await trigger.poll();
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([{ to: 'failed', confirmedAfter: 3 }]);
	});

	it('keeps the time at which a downtime began', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		const [down] = (await reported(trigger.poll())) as Array<{ since: string }>;
		await trigger.kill();
		await trigger.activate();
		platform.sandbox.setStatus(ethereum, 'running');
		await trigger.kill();
		const [up] = (await reported(trigger.activate())) as Array<{ since: string }>;
		expect(up).toMatchObject({
			downtimeMs: Date.parse(up.since) - Date.parse(down.since),
		});
	});

	it.each([1, 2])(
		'at any moment of a long day loses no report, with %i confirmations',
		async (confirmations) => {
			const ids = ['ND-1-1', 'ND-1-2', 'ND-1-3'];
			const random = seeded(confirmations);
			const now = new Map(ids.map((id) => [id, 'running']));
			server.answer = (request) =>
				lists(ids.map((id) => ({ id, name: id, status: now.get(id) })))(request);
			const credentials = platform.credential({ baseUrl: server.url });
			const options = { flappingChanges: 0 };
			const trigger = await watching({ ...nodeStatus, confirmations, options }, credentials);
			const last = new Map(ids.map((id) => [id, 'running']));
			const note = (changes: object[]) => {
				for (const { id, from, to } of changes as Array<Record<'id' | 'from' | 'to', string>>) {
					expect(from).toBe(last.get(id));
					expect(to).not.toBe(from);
					last.set(id, to);
				}
			};
			for (let poll = 0; poll < 120; poll += 1) {
				const id = ids[Math.floor(random() * ids.length)];
				if (random() < 0.5) now.set(id, states[Math.floor(random() * states.length)]);
				if (random() < 0.15) {
					const lost = random() < 0.5 ? trigger.poll() : undefined;
					await trigger.kill();
					note(await reported(trigger.activate()));
					expect((await lost)?.items ?? null).toBeNull();
				} else note(await reported(trigger.poll()));
			}
			for (let poll = 0; poll < confirmations; poll += 1) note(await reported(trigger.poll()));
			expect(last).toEqual(now);
		},
	);
});

describe('a start of n8n', () => {
	it.each([
		['a key that is not accepted', { status: 401 }],
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

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
	let state = seed * 2_654_435_769;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
		return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
	};
}
