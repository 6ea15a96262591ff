import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { jsons } from '../fixtures/platform.mts';
import { nodeStatus, readiness, watchingOn } from '../fixtures/polling.mts';
import { answering, readyNode, type Reply, type SeenRequest } from '../fixtures/server.mts';
import type { Poll, PollingTrigger } from '../support/index.mts';

// The items of all kinds that the trigger can make, compared with the table of their fields in docs/trigger.md.

const ids = ['ND-1-1', 'ND-1-2', 'ND-1-3', 'ND-1-4'];
const fleet = useFleet(...ids);
const page = readFileSync(new URL('../../../docs/trigger.md', import.meta.url), 'utf8');

/** The fields of all items so far, those of the changes of groups too. */
const found = new Set<string>();

function note(items: object[]): void {
	for (const item of items) {
		for (const name of Object.keys(item)) found.add(name);
		if ('changes' in item) note(item.changes as object[]);
		if ('endpoints' in item) note(item.endpoints as object[]);
	}
}

/** Polls, and notes the fields of what comes out. */
async function noteItems(poll: Promise<Poll>): Promise<void> {
	const { items, error } = await poll;
	expect(error).toBeUndefined();
	note(jsons(items ?? []));
}

async function noteFirst(trigger: Promise<PollingTrigger & { first: Poll }>) {
	const started = await trigger;
	note(jsons(started.first.items ?? []));
	return started;
}

/** An endpoint at the head of its chain, or behind it. */
const healthOf = (behind: number) =>
	answering(({ method, params }) => {
		const height = 20_000_000;
		const newest = height - behind;
		const at = (params as unknown[])[0] === 'latest' ? newest : Number((params as unknown[])[0]);
		const seconds = Math.floor(Date.now() / 1000) - (height - at) * 12;
		const results: Record<string, unknown> = {
			eth_syncing: false,
			eth_chainId: '0x1',
			eth_blockNumber: `0x${newest.toString(16)}`,
			eth_getBlockByNumber: {
				number: `0x${at.toString(16)}`,
				timestamp: `0x${seconds.toString(16)}`,
				hash: `0x${'1'.repeat(64)}`,
			},
		};
		return { result: results[method] };
	});

/** Endpoints of which the second answers in another way. */
const secondIs =
	(usual: (request: SeenRequest) => Reply, odd: (request: SeenRequest) => Reply) =>
	(request: SeenRequest): Reply =>
		request.url.includes('ND-1-2') ? odd(request) : usual(request);

describe('the fields of items', () => {
	beforeEach(() => {
		fleet.endpoint = readyNode;
	});

	it('of a status: a change, a reminder, flapping, an end, a deletion, a test', async () => {
		const options = { flappingChanges: 2, flappingPolls: 3, remindAfter: 0.0001 };
		const trigger = await noteFirst(
			fleet.watching({ ...nodeStatus, emitInitialState: true, options }),
		);
		for (const status of ['failed', 'failed', 'running', 'failed', 'running']) {
			fleet.nodes[0].status = status;
			await noteItems(trigger.poll());
		}
		for (let polls = 0; polls < 4; polls += 1) await noteItems(trigger.poll());
		fleet.nodes.shift();
		await noteItems(trigger.poll());
		await noteItems(trigger.test());
		expect([...found]).toEqual(expect.arrayContaining(['changeCount', 'unhealthySeconds', 'test']));
	});

	it('of a status: a group, and what was not watched', async () => {
		const options = { group: 'poll' };
		const trigger = await fleet.watching({ ...nodeStatus, options });
		for (let polls = 0; polls < 3; polls += 1) await trigger.poll();
		fleet.nodes[1].status = 'failed';
		await noteItems(trigger.poll());
		// A pause: the incident was reported before it, and ends after it.
		const later = Date.now() + 24 * 3_600_000;
		const { now } = Date;
		Date.now = () => later;
		await noteItems(trigger.activate());
		fleet.nodes[1].status = 'running';
		await noteItems(trigger.poll());
		Date.now = now;
	});

	it('of readiness: syncing, faults, and nodes that are not running', async () => {
		const trigger = await fleet.watching({ ...readiness, watch: 'all' });
		const progress = { startingBlock: '0x1', currentBlock: '0x10', highestBlock: '0x20' };
		fleet.endpoint = secondIs(
			readyNode,
			answering(() => ({ result: progress })),
		);
		fleet.nodes[2].status = 'failed';
		await noteItems(trigger.poll());
		const ofSandbox = watchingOn(fleet.platform);
		await noteFirst(ofSandbox({ ...readiness, watch: 'all', emitInitialState: true }));
	});

	it('of readiness with health: one that lags, and one that fails', async () => {
		const trigger = await noteFirst(
			fleet.watching({ ...readiness, watch: 'all', check: 'health', emitInitialState: true }),
		);
		fleet.endpoint = healthOf(0);
		await noteItems(trigger.poll());
		fleet.endpoint = secondIs(healthOf(0), healthOf(4));
		await noteItems(trigger.poll());
		fleet.endpoint = () => ({ status: 404 });
		await noteItems(trigger.poll());
	});

	it('of heartbeats, and of what waited for the end of a quiet time', async () => {
		const options = {
			heartbeatEvery: 5,
			heartbeatPerEndpoint: true,
			quietTimes: { maintenance: [{ duringMaintenance: true }] },
		};
		const trigger = await noteFirst(fleet.watching({ ...readiness, watch: 'all', options }));
		fleet.nodes[1].status = 'maintenance';
		await noteItems(trigger.poll());
		fleet.nodes[1].status = 'failed';
		await noteItems(trigger.poll());
		await noteItems(trigger.test());
	});

	it('of usage', async () => {
		const { answer } = fleet.server;
		const results = [{ node_id: 'ND-1-1', datetime: '2026-05-01T00:00:00Z', request_units: 900 }];
		const report = { count: 1, next: null, results, totals: { request_units: 900 } };
		fleet.server.answer = (request) =>
			request.url.startsWith('/v2/reporting') ? { body: report } : answer(request);
		const usage = { event: 'usageThresholdReached', included: 1000, levels: '50, forecast' };
		await noteFirst(fleet.watching({ ...usage, emitInitialState: true }));
	});

	it('are those of the table of the page, and no others', () => {
		const table = /\| Field \| Of \| Meaning \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)/.exec(page);
		const rows = (table?.[1] ?? '').trim().split('\n');
		const fields = rows.flatMap((row) =>
			[...row.split('|')[1].matchAll(/`(\w+)`/g)].map(([, name]) => name),
		);
		expect([...found].filter((name) => !fields.includes(name))).toEqual([]);
		expect(fields.filter((name) => !found.has(name))).toEqual([]);
	});
});
