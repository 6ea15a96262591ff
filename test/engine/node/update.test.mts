import { describe, expect, it } from 'vitest';
import { byId, jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { id: 'ND-1-2-3' } }));
const update = ['node', 'update'] as const;
const id = 'ND-123-456-789';
const nodeId = byId(id);

/** Runs an update against a server that accepts everything, and returns what it received. */
async function sent(parameters: object, items?: Array<{ json: object }>) {
	const credentials = platform.credential({ baseUrl: server.url });
	const run = await platform.run(
		update,
		{ nodeId, ...parameters },
		{
			credentials,
			...(items && { items: items as never }),
		},
	);
	if (run.error) throw run.error;
	return { run, path: server.seen[0]?.url, body: server.seen[0]?.json };
}

describe('Node · Update', () => {
	it('renames a node with a body that contains only the name', async () => {
		const run = await platform.succeed(update, { nodeId, name: 'renamed' });
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'PATCH', path: `/v1/nodes/${id}/`, query: {} });
		expect(request.headers).toMatchObject({
			authorization: `Bearer ${platform.sandbox.apiKey}`,
			'content-type': 'application/json',
		});
		expect(request.body).toEqual({ name: 'renamed' });
		expect(jsons(run.output)).toMatchObject([
			{ id, name: 'renamed', network: 'NW-123-456-789', provider: 'gcloud', status: 'running' },
		]);
		expect(pairs(run.output)).toEqual([0]);
		expect(run.hints).toEqual([]);
		expect(platform.sandbox.state().nodes.find((node) => node.id === id)?.name).toBe('renamed');
	});

	it('sends every field of the specification, and says that only the name is applied', async () => {
		const { run, body } = await sent({
			name: 'n',
			otherFields: {
				network: 'NW-1-2-3',
				type: 'shared',
				provider: 'azure',
				region: 'uksouth',
				details: '{ "mode": "full", "api_namespaces": ["eth"] }',
				creator: '{ "email": "a@example.com" }',
				createdAt: '2026-01-02T03:04:05Z',
			},
		});
		expect(body).toEqual({
			name: 'n',
			network: 'NW-1-2-3',
			type: 'shared',
			provider: 'azure',
			region: 'uksouth',
			details: { mode: 'full', api_namespaces: ['eth'] },
			creator: { email: 'a@example.com' },
			created_at: expect.stringMatching(/^2026-01-02T03:04:05(\.000)?(Z|\+00:00)$/) as string,
		});
		expect(run.hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('only the name of a node') as string,
			}),
		]);
	});

	it.each([
		['an ID', byId(id)],
		['an ID with space around it', { __rl: true, mode: 'id', value: ` ${id} ` }],
		['an entry of the list', { __rl: true, mode: 'list', value: id, cachedResultName: 'n' }],
		[
			'an address',
			{ __rl: true, mode: 'url', value: `https://console.chainstack.com/nodes/${id}` },
		],
		[
			'an address with a longer path',
			{ __rl: true, mode: 'url', value: `https://x.y/a/${id}/b#c` },
		],
		['an expression', '={{ $json.id }}'],
		['an expression in the locator', { __rl: true, mode: 'id', value: '={{ $json.id }}' }],
	])('understands the node as %s', async (_, value) => {
		const { path } = await sent({ nodeId: value, name: 'x' }, [{ json: { id } }]);
		expect(path).toBe(`/v1/nodes/${id}/`);
	});

	it('reads every field of every item by expression', async () => {
		const credentials = platform.credential({ baseUrl: server.url });
		server.answer = ({ json, url }) => ({ body: { url, ...(json as object) } });
		const run = await platform.succeed(
			update,
			{
				simplify: false,
				nodeId: { __rl: true, mode: 'id', value: '={{ "ND-1-" + $json.n }}' },
				name: '={{ "name " + $json.n }}',
				otherFields: {
					network: '={{ "NW-2-" + $json.n }}',
					type: '={{ $json.n ? "shared" : "dedicated" }}',
					provider: '={{ $json.n ? "aws" : "vzo" }}',
					region: '={{ $json.n ? "us-east-1" : "eu3" }}',
					details: '={{ ({ n: $json.n }) }}',
					creator: '={{ JSON.stringify({ n: $json.n }) }}',
					createdAt: '={{ new Date(Date.UTC(2026, 0, 1 + $json.n)) }}',
				},
			},
			{ credentials, items: numbered(2) },
		);
		expect(jsons(run.output)).toEqual(
			[0, 1].map((n) => ({
				url: `/v1/nodes/ND-1-${n}/`,
				name: `name ${n}`,
				network: `NW-2-${n}`,
				type: n ? 'shared' : 'dedicated',
				provider: n ? 'aws' : 'vzo',
				region: n ? 'us-east-1' : 'eu3',
				details: { n },
				creator: { n },
				created_at: `2026-01-0${n + 1}T00:00:00.000Z`,
			})),
		);
		expect(pairs(run.output)).toEqual([0, 1]);
	});

	it('accepts free text fields when Allow Undocumented Values is on', async () => {
		const { body } = await sent({
			options: { allowUndocumentedValues: true },
			otherFields: { provider: 'aws', customProvider: 'bare', customRegion: 'lon1' },
		});
		expect(body).toEqual({ provider: 'bare', region: 'lon1' });
	});

	it('masks the credentials of the node unless Include Secrets is on', async () => {
		const secret = platform.sandbox.state().nodes.find((node) => node.id === id)?.auth;
		const parameters = { nodeId, name: 'x', simplify: false };
		const masked = await platform.run(update, parameters);
		expect(masked.output[0].json).toMatchObject({
			details: { auth_key: '***', auth_password: '***', auth_username: '***' },
		});
		expect(masked.text()).not.toContain(secret?.key);
		const shown = await platform.run(update, { ...parameters, options: { includeSecrets: true } });
		expect(shown.output[0].json).toMatchObject({
			details: { auth_key: secret?.key, auth_password: secret?.password },
		});
	});

	it.each([
		['nothing', {}],
		['empty objects', { otherFields: { creator: '{}', details: '{ }' } }],
		['an empty name', { name: ' ' }],
	])('counts %s as no change', async (_, parameters) => {
		const run = await platform.run(update, { nodeId, ...parameters });
		expect(told(run).message).toBe('There is nothing to change, so nothing was sent');
		expect(platform.requests()).toEqual([]);
	});

	it('leaves empty objects out of a change', async () => {
		const otherFields = { creator: '{}', details: '={{ ({}) }}' };
		expect((await sent({ name: 'x', otherFields })).body).toEqual({ name: 'x' });
	});

	it.each(['network', 'type', 'provider', 'region', 'createdAt'])(
		'refuses %s that was added and left empty',
		async (field) => {
			const run = await platform.run(update, {
				nodeId,
				name: 'x',
				otherFields: { [field]: '' },
			});
			expect(run.status).toBe('error');
			expect(told(run).message).toMatch(/'(Network ID|Type|Provider|Region|Created At)'/);
			expect(platform.requests()).toEqual([]);
		},
	);

	it('outputs the fields most workflows need with Simplify, with the credentials if Include Secrets is on', async () => {
		const parameters = { nodeId, name: 'x', simplify: true };
		const simple = await platform.run(update, parameters);
		expect(simple.output[0].json).toMatchObject({
			...{ id, name: 'x', status: 'running' },
			endpoint: { https: `${platform.sandbox.nodeEndpoint}/***/evm` },
		});
		expect(simple.output[0].json).not.toHaveProperty('details');
		const options = { includeSecrets: true };
		const shown = await platform.run(update, { ...parameters, options });
		const secret = platform.sandbox.state().nodes.find((node) => node.id === id)?.auth;
		expect(shown.output[0].json).toMatchObject({ details: { auth_key: secret?.key } });
	});
});
