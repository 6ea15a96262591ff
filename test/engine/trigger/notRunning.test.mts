import { beforeEach, describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { readiness, reported } from '../fixtures/polling.mts';
import { answering } from '../fixtures/server.mts';

const fleet = useFleet('ND-1-1', 'ND-1-2');
let isSyncing: boolean;

beforeEach(() => {
	isSyncing = false;
	fleet.endpoint = answering(({ method }) => ({
		result: method === 'eth_syncing' ? isSyncing : '0x1',
	}));
});

const watchingAll = async (parameters: object = {}) =>
	await fleet.watching({ ...readiness, watch: 'all', confirmations: 2, ...parameters });

it.each([
	['failed', { watch: 'all' }],
	['error', { watch: 'all' }],
	['stopped', { watch: 'project', project: 'PR-1-2-3' }],
])('a running node that the platform stops is reported: %s (%j)', async (status, watched) => {
	const trigger = await watchingAll(watched);
	fleet.nodes[0].status = status;
	expect(await reported(trigger.poll())).toEqual([]);
	const [failure] = await reported(trigger.poll());
	expect(failure).toMatchObject({
		id: 'ND-1-1',
		healthy: false,
		from: 'ready',
		to: 'notRunning',
		confirmedAfter: 2,
		status,
	});
	expect(await reported(trigger.poll())).toEqual([]);
	fleet.nodes[0].status = 'running';
	expect(await reported(trigger.poll())).toEqual([]);
	const { incidentId } = failure as { incidentId: string };
	const unhealthySeconds = expect.any(Number) as number;
	expect(await reported(trigger.poll())).toMatchObject([
		{ id: 'ND-1-1', incidentId, healthy: true, to: 'ready', kind: 'ended', unhealthySeconds },
	]);
});

describe('nodes that are still watched when other ones are chosen', () => {
	it('keep their incident, also where the platform no longer runs them', async () => {
		const trigger = await watchingAll();
		isSyncing = true;
		await trigger.poll();
		const told = (await reported(trigger.poll())) as Array<{ incidentId: string }>;
		expect(told).toMatchObject([{ id: 'ND-1-1' }, { id: 'ND-1-2' }]);
		fleet.nodes[0].status = 'failed';
		const project = { watch: 'project', project: 'PR-1-2-3' };
		const watched = { ...readiness, confirmations: 2, ...project };
		expect(await reported(trigger.activate({ parameters: watched }))).toEqual([]);
		const [{ incidentId }] = told;
		expect(await reported(trigger.poll())).toMatchObject([{ incidentId, to: 'notRunning' }]);
		const chosen = { ...watched, watch: 'chosen', ids: 'ND-1-1' };
		isSyncing = false;
		expect(await reported(trigger.activate({ parameters: chosen }))).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-1', incidentId, to: 'ready', unhealthySeconds: expect.any(Number) as number },
		]);
	});
});

describe('addresses', () => {
	it('keep their incident when another one of their host is added', async () => {
		const [one, other] = ['1', '2'].map((key) => `${fleet.server.url}/${key.repeat(32)}`);
		const own = { ...readiness, watch: 'addresses' };
		const trigger = await fleet.watching({ ...own, addresses: one });
		isSyncing = true;
		const [failure] = (await reported(trigger.poll())) as Array<Record<string, string>>;
		const both = { ...own, addresses: `${other}\n${one}` };
		expect(await reported(trigger.activate({ parameters: both }))).toEqual([]);
		isSyncing = false;
		const { id, incidentId } = failure;
		const told = await reported(trigger.poll());
		expect(told).toContainEqual(
			expect.objectContaining({
				id,
				incidentId,
				to: 'ready',
				unhealthySeconds: expect.any(Number) as number,
			}),
		);
	});
});

describe('a node in maintenance', () => {
	const options = { quietTimes: { maintenance: [{ duringMaintenance: true }] } };

	it.each([
		{ watch: 'all' },
		{ watch: 'project', project: 'PR-1-2-3' },
		{ watch: 'chosen', ids: 'ND-1-1, ND-1-2' },
	])('is quiet where that is wanted, and others are not: %j', async (watched) => {
		const usual = fleet.endpoint;
		const trigger = await watchingAll({ ...watched, options, confirmations: 1 });
		fleet.nodes[0].status = 'maintenance';
		fleet.endpoint = () => ({ status: 404 });
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-2', kind: 'opened' }]);
		expect(await reported(trigger.poll())).toEqual([]);
		fleet.nodes[0].status = 'running';
		const quietSince = expect.any(String) as string;
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-1', kind: 'opened', healthy: false, quietSince },
		]);
		fleet.nodes[0].status = 'Maintenance';
		fleet.endpoint = usual;
		// The end of what was reported waits for the end of the maintenance.
		const [other, ...more] = await reported(trigger.poll());
		expect(other).toMatchObject({ id: 'ND-1-2', kind: 'ended' });
		expect(more).toEqual([]);
		fleet.nodes[0].status = 'running';
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-1', kind: 'ended', healthy: true, quietSince },
		]);
	});
});
