import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { PLATFORM_FAILURES, startAt, text, useExample } from '../fixtures/examples.mts';
import { useServer } from '../fixtures/server.mts';

const { platform, run, succeed, told, sent } = useExample('unused-nodes');
const server = useServer(() => ({ body: {} }));
const { ethereum, polygon } = seedIds.nodes;
const decide = async (nodeId: string, Decision: string) =>
	await run(startAt('Decide about a Node', { 'Node ID': nodeId, Decision }));

const old = '2026-01-01T00:00:00Z';
/** A platform with these nodes and rows of usage. */
const reportOn = async (nodes: object[], rows: object[]) => {
	const page = (results: object[]) => ({ body: { count: results.length, next: null, results } });
	server.answer = ({ url }) =>
		url.startsWith('/v1/nodes/') ? page(nodes) : page(url.includes('node-usage') ? rows : []);
	return await run({
		startNode: 'Every Week',
		credentials: platform.credential({ baseUrl: server.url }),
	});
};

describe('Unused nodes', () => {
	it('says that all are used, and changes nothing', async () => {
		const report = await succeed();
		expect(told(report)).toMatchObject([{ subject: 'All 4 nodes are used', unused: [] }]);
		expect(platform.requests().every(({ method }) => method === 'GET')).toBe(true);
	});

	it('names those without a request for 30 days, and neither new nor used ones', async () => {
		const node = (id: string, created: string) => ({
			id,
			name: `node ${id}`,
			status: 'running',
			created_at: created,
		});
		const report = await reportOn(
			[
				node('ND-1', old),
				node('ND-2', old),
				node('ND-3', new Date().toISOString()),
				node('ND-4', old),
			],
			[
				{ node_id: 'ND-1', request_units: 12 },
				{ node_id: 'ND-2', request_units: 0, compute_hours: 0 },
				{ node_id: 'ND-4', request_units: null, compute_hours: 720 },
			],
		);
		expect(report.error).toBeUndefined();
		expect(told(report)).toEqual([
			{
				subject: '1 of 4 nodes got no request for 30 days',
				text: 'The platform will delete them:\nnode ND-2 (ND-2, unknown chain, running)\nTo keep or delete one now, open the form "Decide about a Node" of this workflow.',
				unused: ['ND-2'],
			},
		]);
		expect(server.seen.some(({ url }) => /date_from=/.test(url))).toBe(true);
	});

	it('sends one request to a node that is to be kept', async () => {
		const report = await decide(ethereum, 'Keep');
		expect(told(report)).toEqual([
			{
				subject: `${ethereum} got a request`,
				text: 'The node answered, so it counts as used from today on.',
			},
		]);
		expect(platform.requests().filter(({ server: to }) => to === 'rpc')).toHaveLength(1);
		expect(platform.sandbox.state().nodes).toHaveLength(4);
	});

	it('deletes a node that is to be deleted', async () => {
		const report = await decide(polygon, 'Delete');
		expect(told(report)).toEqual([
			{ subject: `${polygon} was deleted`, text: 'The node was removed permanently.' },
		]);
		expect(platform.sandbox.state().nodes.map(({ id }) => id)).not.toContain(polygon);
	});

	it.each(['Keep', 'Delete'])(
		'says that nothing was changed for an unknown node: %s',
		async (what) => {
			expect(told(await decide('ND-9-9-9', what))).toEqual([
				{ subject: 'ND-9-9-9 was not changed', text: text(/could not find the node ND-9-9-9/) },
			]);
		},
	);

	it.each(PLATFORM_FAILURES)('says so while the platform gives %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', ...fault });
		expect(await sent('Every Week')).toEqual([
			{ subject: 'Which nodes are unused is not known', text: text(reason), unused: [] },
		]);
	});

	it('says that there are no nodes', async () => {
		expect(told(await reportOn([], []))).toEqual([
			{ subject: 'There are no nodes', text: 'Nothing can be deleted.', unused: [] },
		]);
	});

	it('says so when only the usage cannot be read', async () => {
		platform.sandbox.fault({ path: 'usage', kind: 'status', status: 403 });
		expect(told(await run('Every Week'))).toMatchObject([
			{ subject: 'Which nodes are unused is not known', text: text(/Admin/) },
		]);
	});
});
