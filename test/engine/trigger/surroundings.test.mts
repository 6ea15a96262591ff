import { describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { nodeStatus, readiness, reported } from '../fixtures/polling.mts';
import { readyNode, type Reply, type SeenRequest } from '../fixtures/server.mts';

const fleet = useFleet('ND-1-1', 'ND-1-2');
const { server } = fleet;

const watchingAll = async (parameters: object = {}) =>
	await fleet.watching({ ...readiness, watch: 'all', ...parameters });

/** The endpoint of one node fails, the others are ready. */
const failing =
	(id: string) =>
	(request: SeenRequest): Reply =>
		request.url.includes(id) ? { status: 404 } : readyNode(request);

/** The management API is out of service, while endpoints answer. */
const breakPlatform = (): (() => void) => {
	const { answer } = server;
	server.answer = (request) =>
		request.method === 'POST' ? fleet.endpoint(request) : { status: 503 };
	return () => {
		server.answer = answer;
	};
};

describe('an outage of the management API', () => {
	it('does not stop the asking of known endpoints, whose addresses are never saved', async () => {
		const trigger = await watchingAll();
		const repair = breakPlatform();
		fleet.endpoint = failing('ND-1-2');
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-2', from: 'ready', to: 'invalidResponse', kind: 'opened' },
		]);
		expect(trigger.text()).not.toContain('key0of0');
		repair();
		fleet.endpoint = readyNode;
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-2', kind: 'ended' }]);
	});

	it('fails the third poll in a row, or the first after it without anything to report', async () => {
		const trigger = await watchingAll();
		breakPlatform();
		for (let polls = 0; polls < 2; polls += 1) expect(await reported(trigger.poll())).toEqual([]);
		fleet.endpoint = failing('ND-1-1');
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-1', kind: 'opened' }]);
		const { items, error } = await trigger.poll();
		expect(items).toBeNull();
		expect(error?.message).toContain('not available');
		expect(await reported(trigger.poll())).toEqual([]);
	});
});

describe('what is deleted with its project', () => {
	it.each([
		['status', { ...nodeStatus, watch: 'project', project: 'PR-1-2-3' }],
		['readiness', { ...readiness, watch: 'project', project: 'PR-1-2-3' }],
	])('is told before the missing project is (%s)', async (_, parameters) => {
		const trigger = await fleet.watching(parameters);
		fleet.nodes = [];
		const { answer } = server;
		server.answer = (request) => {
			if (!request.url.startsWith('/v2/projects/')) return answer(request);
			return { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } };
		};
		const told = await reported(trigger.poll());
		expect(told).toMatchObject([
			{ id: 'ND-1-1', to: 'deleted', kind: 'changed', healthy: false },
			{ id: 'ND-1-2', to: 'deleted', kind: 'changed', healthy: false },
		]);
		for (const item of told) expect(item).not.toHaveProperty('startedAt');
		expect((await trigger.poll()).error?.message).toContain('PR-1-2-3');
	});
});

describe('an open incident', () => {
	it('ends as unmonitored when the key is one of another organization', async () => {
		const trigger = await fleet.watching(nodeStatus);
		fleet.nodes[0].status = 'failed';
		const [{ incidentId }] = (await reported(trigger.poll())) as Array<{ incidentId: string }>;
		fleet.organization = 'RG-2-2';
		fleet.nodes = [fleet.node('ND-2-1')];
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-1', incidentId, to: 'unmonitored', kind: 'ended', healthy: false },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('ends with its object, which is not healthy then', async () => {
		const trigger = await fleet.watching(nodeStatus);
		fleet.nodes[0].status = 'failed';
		const [{ incidentId }] = (await reported(trigger.poll())) as Array<{ incidentId: string }>;
		fleet.nodes.shift();
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-1', incidentId, to: 'deleted', kind: 'ended', healthy: false },
		]);
	});
});

describe('the case of states', () => {
	it('makes no change', async () => {
		const trigger = await fleet.watching(nodeStatus);
		for (const status of ['Running', 'RUNNING', 'running']) {
			fleet.nodes[0].status = status;
			expect(await reported(trigger.poll())).toEqual([]);
		}
		const readinessOfAll = await watchingAll();
		fleet.nodes[0].status = 'Running';
		expect(await reported(readinessOfAll.poll())).toEqual([]);
	});
});

describe("n8n's durable cursors", () => {
	it('are not advised where they are on', async () => {
		const trigger = await fleet.watching(nodeStatus, 'durable with cursors');
		for (let polls = 0; polls < 4; polls += 1) await trigger.poll();
		await trigger.kill();
		for (let polls = 0; polls < 4; polls += 1) await trigger.poll();
		expect(trigger.text()).not.toContain('DURABLE_CURSORS');
	});
});
