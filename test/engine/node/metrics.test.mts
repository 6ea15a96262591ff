import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const metrics = ['node', 'getMetrics'] as const;
const nodeId = seedIds.nodes.ethereum;
const key = 'key0of0the0node0123456789abcdef';
const server = useServer(() => ({}));

/** A platform whose node serves this metrics page. */
async function metricsOf(page: object, node: object = {}) {
	server.answer = ({ url }) =>
		url.startsWith('/v1/')
			? {
					body: {
						id: nodeId,
						type: 'dedicated',
						status: 'running',
						details: { https_endpoint: server.url, auth_key: key },
						...node,
					},
				}
			: page;
	const options = { limits: { maxRetries: 0, timeout: 2 } };
	return await platform.runAt(server, metrics, { nodeId, options });
}

describe('Node · Get Metrics', () => {
	it('outputs every gauge as a number, and names its unit', async () => {
		const run = await platform.succeed(metrics, { nodeId });
		const [{ json }] = run.output;
		expect(json).toMatchObject({
			nodeId,
			name: 'eth-archive-1',
			cpuUsageCores: 3.25,
			memoryUtilizationRatio: 0.75,
			storageRequestsBytes: 4096 * 1024 ** 3,
			blockAgeSeconds: 6,
			blockTime: expect.stringMatching(/^20.*Z$/) as string,
		});
		expect(json.gauges).toContainEqual({
			name: 'chainstack_node_cpu_usage_cores',
			value: 3.25,
			unit: 'cores',
		});
	});

	it('keeps gauges that are not known yet, and shows neither key nor address', async () => {
		const run = await metricsOf({ body: `tomorrow_gauge{node_id="x"} 5\n` });
		expect(run.output[0].json).toMatchObject({ tomorrowGauge: 5 });
		expect(server.seen.at(-1)).toMatchObject({ method: 'GET', url: `/${key}/metrics` });
		expect(server.seen.at(-1)?.headers).not.toHaveProperty('authorization');
		expect(run.text()).not.toContain(key);
		expect(run.text()).not.toContain(server.url);
	});

	it('keeps ID and name of the node next to gauges of the same names', async () => {
		const run = await metricsOf({ body: 'node_id 5\nname 6\nother 7\n' }, { name: 'n' });
		expect(run.output[0].json).toMatchObject({ nodeId, name: 'n', other: 7 });
	});

	it('says that shared nodes have none, without querying the node', async () => {
		const run = await platform.run(metrics, { nodeId: seedIds.nodes.polygon });
		expect(told(run).message).toBe(
			`The node ${seedIds.nodes.polygon} is shared, and shared nodes have no metrics`,
		);
		expect(told(run).description).toContain('dedicated nodes');
	});

	it.each([
		[{ status: 429, headers: { 'retry-after': '17' } }, /cannot be read: too many requests/, '429'],
		[{ status: 401, body: '<html>401</html>' }, /did not accept the key$/, '401'],
		[{ status: 404 }, /key or path wrong$/, '404'],
		[{ status: 503 }, /the endpoint is not available at the moment/, '503'],
		[{ body: '<html>hello</html>' }, /returned no metrics/],
		[
			{ body: { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'RPS exceeded' } } },
			/cannot be read: RPS exceeded/,
		],
	])('says what %j means', async (page, message, httpCode?: string) => {
		const run = await metricsOf(page);
		if (httpCode !== undefined) expect(told(run)).toMatchObject({ httpCode });
		expect(told(run).message).toMatch(message);
		expect(told(run).message).not.toContain(key);
	});

	it('does not blame the plan for a node that cannot be reached', async () => {
		const run = await metricsOf({ instead: 'reset' });
		expect(told(run)).toMatchObject({
			message: expect.stringContaining('the connection was lost') as string,
			description: 'Try again later',
		});
	});

	it('says that a node has no endpoint yet', async () => {
		const run = await metricsOf({}, { status: 'pending', details: {} });
		expect(told(run).message).toContain('no endpoint yet (status pending)');
	});
});

it('Node · Get adds what only version 2 of the API returns', async () => {
	const run = await platform.run(['node', 'get'], { nodeId, options: { includePlace: true } });
	expect(run.output[0].json).toMatchObject({
		project: seedIds.projects.main,
		protocol: 'ethereum',
	});
	expect(run.output[0].json).toHaveProperty('cloud');
	expect((await platform.run(['node', 'get'], { nodeId })).output[0].json).not.toHaveProperty(
		'cloud',
	);
});
