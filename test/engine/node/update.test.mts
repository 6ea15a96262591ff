import { describe, expect, it } from 'vitest';
import { byId, jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { id: 'ND-1-2-3' } }));
const update = ['node', 'update'] as const;
const id = 'ND-123-456-789';
const nodeId = byId(id);

/** Runs an update against a server that accepts everything, and returns what it received. */
async function sent(parameters: object) {
	const run = await platform.runAt(server, update, { nodeId, ...parameters });
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
		[{ provider: "={{ 'bare' }}" }, /'bare' is not a valid value for 'Provider'/],
		[{ provider: 'aws', region: 'eu3' }, /'eu3' belongs to the provider 'vzo', not to 'aws'/],
	])('refuses %j, and advises nothing that it does not offer', async (otherFields, message) => {
		const run = await platform.run(update, { nodeId, otherFields });
		expect(told(run).message).toMatch(message);
		expect(told(run).description).not.toMatch(/Custom|Undocumented/);
		expect(platform.requests()).toEqual([]);
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
});
