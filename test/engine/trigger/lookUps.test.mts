import { beforeEach, describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { jsons } from '../fixtures/platform.mts';
import { nodeStatus, readiness, reported, watchingOn } from '../fixtures/polling.mts';

const fleet = useFleet();
const { platform, server } = fleet;
/** Paths that are never answered. */
let hangs: (path: string) => boolean;

beforeEach(() => {
	hangs = () => false;
	const { answer } = server;
	server.answer = (request) => (hangs(request.url) ? { instead: 'hang' } : answer(request));
});

function addNodes(count: number): string {
	fleet.nodes = Array.from({ length: count }, (_, index) => fleet.node(`ND-1-${index}`));
	return fleet.nodes.map(({ id }) => id).join(', ');
}

describe('what does not exist', () => {
	const error = { code: 'not_found', message: 'Not found.' };

	it.each([
		['Node Status', nodeStatus, 'ND-9-9', 'no node with the ID ND-9-9'],
		['Readiness', readiness, 'ND-9-9, ND-9-8', 'none of the 2 chosen nodes, such as ND-9-9'],
	])('fails the activation (%s)', async (_, parameters, ids, message) => {
		addNodes(1);
		const trigger = await fleet.watching({ ...parameters, watch: 'chosen', ids });
		expect(trigger.first.error?.message).toContain(message);
	});

	it.each([
		['Node Status', nodeStatus],
		['Readiness', readiness],
	])('fails the activation where it is a project (%s)', async (_, parameters) => {
		const { answer } = server;
		server.answer = (request) =>
			request.url.startsWith('/v2/projects/') ? { status: 404, body: { error } } : answer(request);
		const watched = { ...parameters, watch: 'project', project: 'PR-9-9' };
		const trigger = await fleet.watching(watched);
		expect(trigger.first.error?.message).toContain('no project with the ID PR-9-9');
	});
});

it('nodes of an organization that cannot be asked are named, in the log and in the test event', async () => {
	fleet.protocol = 'tezos';
	addNodes(2);
	const trigger = await fleet.watching({ ...readiness, watch: 'all' });
	expect(trigger.first.error).toBeUndefined();
	expect(trigger.logText()).toMatch(/does not watch ND-1-0, ND-1-1: it runs tezos/);
	expect(JSON.stringify(await reported(trigger.test()))).toContain('it runs tezos');
});

it('a node whose address is invalid delays no other', async () => {
	addNodes(3);
	const trigger = await fleet.watching({ ...readiness, watch: 'project', project: 'PR-1-2-3' });
	fleet.nodes[1].details.https_endpoint = 'wss://nowhere';
	expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-1' }]);
});

describe('look-ups that hang', () => {
	it('hold up no others for longer than a poll: what was read is asked', async () => {
		const ids = addNodes(21);
		const trigger = await fleet.watching({ ...readiness, watch: 'chosen', ids });
		hangs = (path) => /^\/v1\/nodes\/ND-1-[0-7]\//.test(path) || path.includes('key0of0ND-1-20/');
		const polls = [await trigger.poll(), await trigger.poll()];
		expect(Math.max(...polls.map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(25_000);
		const items = polls.flatMap((poll) => jsons(poll.items ?? []));
		expect(items).toMatchObject([{ id: 'ND-1-20', to: 'unreachable' }]);
	});

	it('are a poll that failed where nothing could be read', async () => {
		const ids = addNodes(3);
		const trigger = await fleet.watching({ ...readiness, watch: 'chosen', ids });
		hangs = (path) => path.startsWith('/v1/nodes/');
		for (let polls = 0; polls < 2; polls += 1) expect((await trigger.poll()).error).toBeUndefined();
		expect((await trigger.poll()).error).toBeDefined();
	});
});

describe.each([
	['Node Status', nodeStatus],
	['Readiness', readiness],
])('look-ups that all say nothing about what was asked for (%s)', (_, parameters) => {
	it('are polls that failed', async () => {
		const body = { id: 'ND-7-7', status: 'running' };
		const ids = addNodes(2);
		const { answer } = server;
		// One that does not exist is no reason to count the poll as one that checked.
		const watched = { ...parameters, watch: 'chosen', ids: `${ids}, ND-9-9` };
		const trigger = await fleet.watching(watched);
		server.answer = (request) =>
			/^\/v1\/nodes\/ND-1-/.test(request.url) ? { body } : answer(request);
		for (let polls = 0; polls < 2; polls += 1) expect((await trigger.poll()).error).toBeUndefined();
		expect((await trigger.poll()).error?.message).toMatch(
			/could be checked|returned another object/,
		);
	});
});

it('a rate limit that is told names no option of another node, and how long the answer took', async () => {
	const credentials = platform.credential({ nodeEndpoint: server.url });
	const trigger = await watchingOn(platform)(readiness, credentials);
	const limited = { status: 429, headers: { 'retry-after': '60' }, delayMs: 30 };
	fleet.endpoint = () => limited;
	const [item] = (await reported(trigger.poll())) as Array<{ reason: string; latencyMs: number }>;
	expect(item).toMatchObject({ to: 'rateLimited' });
	expect(item.reason).not.toMatch(/Max Retry Wait|option/);
	expect(item.reason).toMatch(/asked for a wait of 60 s|asked for a wait of 1 min/);
	expect(item.latencyMs).toBe(30);
});
