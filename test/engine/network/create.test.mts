import { describe, expect, it } from 'vitest';
import { PROTOCOLS } from '../../../nodes/shared/managementApi/placement';
import { byId, jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform({ deployMs: 60_000 });
const server = useServer(() => ({ body: {} }));
const create = ['network', 'create'] as const;

const project = byId('PR-123-456-789');
const node = { name: 'n1', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const chainNetwork = byId('ethereum-mainnet');
const basic = { project, protocol: 'ethereum', chainNetwork, nodes: { node: [node] } };
const configuration = { network: 'ethereum-mainnet' };
const sentNode = {
	name: 'n1',
	type: 'dedicated',
	role: 'peer',
	provider: 'aws',
	region: 'us-east-1',
	configuration: { archive: false },
};

/** Runs a creation against a server that accepts everything, and returns the body it received. */
async function bodyOf(parameters: object, items?: Array<{ json: object }>): Promise<unknown> {
	server.answer = () => ({ status: 201, body: { id: 'NW-1-2-3' } });
	const given = { ...basic, ...parameters };
	const run = await platform.runAt(server, create, given, {
		...(items && { items: items as never }),
	});
	if (run.error) throw run.error;
	return server.seen[0]?.json;
}

describe('Network · Create', () => {
	it('sends exactly the documented request and outputs the network', async () => {
		const run = await platform.succeed(create, { ...basic, simplify: false });
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', path: '/v1/networks/', query: {} });
		expect(request.headers).toMatchObject({
			authorization: `Bearer ${platform.sandbox.apiKey}`,
			'content-type': 'application/json',
		});
		expect(request.body).toEqual({
			project: 'PR-123-456-789',
			protocol: 'ethereum',
			configuration,
			nodes: [sentNode],
		});
		const created = platform.sandbox.state().networks.at(-1);
		expect(jsons(run.output)).toMatchObject([
			{
				id: created?.id,
				name: 'Ethereum mainnet',
				project: 'PR-123-456-789',
				protocol: 'ethereum',
				configuration,
				details: {},
				status: 'pending',
				nodes: [{ ...sentNode, network: created?.id, status: 'pending' }],
			},
		]);
		expect(pairs(run.output)).toEqual([0]);
	});

	it('sends nothing where an expression leaves out a part of the configuration', async () => {
		const configuration = '={{ { network: $json.missing, archive: true } }}';
		const run = await platform.run(create, { ...basic, options: { configuration } });
		expect(told(run).message).toBe("'Configuration (JSON)' lacks a value at network");
		expect(platform.requests()).toEqual([]);
	});

	it('sends every field of the specification', async () => {
		const second = {
			name: 'n2',
			type: 'shared',
			provider: 'gcloud',
			region: 'asia-southeast1',
			archive: true,
			options: { role: 'peer', configuration: '{ "client": "erigon" }' },
		};
		const body = await bodyOf({
			name: 'My network',
			protocol: 'polygon-pos',
			chainNetwork: { __rl: true, mode: 'list', value: 'polygon-pos-amoy' },
			nodes: { node: [node, second] },
			options: {
				configuration: '{ "depth": { "a": [1] } }',
				creator: '{ "id": "UR-1-2-3", "email": "a@example.com" }',
				createdAt: '2026-01-02T03:04:05Z',
			},
		});
		expect(body).toEqual({
			name: 'My network',
			project: 'PR-123-456-789',
			protocol: 'polygon-pos',
			configuration: { network: 'polygon-pos-amoy', depth: { a: [1] } },
			nodes: [
				sentNode,
				{
					name: 'n2',
					type: 'shared',
					role: 'peer',
					provider: 'gcloud',
					region: 'asia-southeast1',
					configuration: { archive: true, client: 'erigon' },
				},
			],
			creator: { id: 'UR-1-2-3', email: 'a@example.com' },
			created_at: expect.stringMatching(/^2026-01-02T03:04:05(\.000)?(Z|\+00:00)$/) as string,
		});
	});

	it('gives the configuration JSON precedence over Chain Network and Archive', async () => {
		const body = await bodyOf({
			chainNetwork: 'ethereum-mainnet',
			nodes: { node: [{ ...node, archive: true, options: { configuration: { archive: false } } }] },
			options: { configuration: { network: 'ethereum-sepolia' } },
		});
		expect(body).toMatchObject({
			configuration: { network: 'ethereum-sepolia' },
			nodes: [{ configuration: { archive: false } }],
		});
	});

	it.each(['ethereum', 'bitcoin', 'polygon-pos'])(
		'asks for the chain of %s, which the service would choose itself',
		async (protocol) => {
			const run = await platform.run(create, { ...basic, protocol, chainNetwork: byId('') });
			expect(told(run).message).toBe("'Chain Network' is empty");
			expect(told(run).description).toMatch(
				/^Choose the chain\. Without it Chainstack decides, and a mainnet node may cost more\./,
			);
			expect(platform.requests()).toEqual([]);
		},
	);

	it.each(PROTOCOLS.map(({ value }) => value))(
		'sends an empty configuration that was typed as it is: %s',
		async (protocol) => {
			const options = { configuration: '{}' };
			const body = await bodyOf({ protocol, chainNetwork: byId(''), options });
			expect(body).toMatchObject({ protocol, configuration: {} });
		},
	);

	it('does not check what another field replaces', async () => {
		const options = {
			allowUndocumentedValues: true,
			customProtocol: '={{ $json.protocol }}',
			customProvider: '={{ $json.cloud }}',
			customRegion: '={{ $json.at }}',
		};
		const nothing = '={{ $json.nothing }}';
		const nodes = { node: [{ ...node, provider: nothing, region: nothing }] };
		const body = await bodyOf({ options, protocol: nothing, nodes }, [
			{ json: { protocol: 'sui', cloud: 'bare', at: 'mars1' } },
		]);
		expect(body).toMatchObject({
			protocol: 'sui',
			nodes: [{ provider: 'bare', region: 'mars1' }],
		});
	});

	it.each(['list', 'data'])('understands an answer that wraps the network in %s', async (form) => {
		const network = { id: 'NW-1-2-3', name: 'Mine', status: 'pending' };
		const wrapped = form === 'list' ? [network] : { data: network, errors: [] };
		server.answer = () => ({ status: 201, body: wrapped });
		const run = await platform.runAt(server, create, basic);
		expect(jsons(run.output)).toMatchObject([{ id: 'NW-1-2-3', name: 'Mine' }]);
	});

	describe('Allow Undocumented Values', () => {
		const custom = {
			options: {
				allowUndocumentedValues: true,
				customProtocol: 'solana',
				customProvider: 'bare',
				customRegion: 'lon1',
			},
			nodes: { node: [{ name: 'n1', type: 'shared' }] },
		};

		it('gives the free text fields precedence over the lists', async () => {
			expect(await bodyOf(custom)).toMatchObject({
				protocol: 'solana',
				nodes: [{ provider: 'bare', region: 'lon1', type: 'shared', configuration: {} }],
			});
		});

		it.each([
			[{ customProtocol: 'solana' }, "'Custom Protocol' is filled in"],
			[{ customProvider: 'x' }, "'Custom Provider' is filled in"],
			[{ customRegion: 'x' }, "'Custom Region' is filled in"],
		])('refuses a free text field when it is off: %o', async (options, message) => {
			const run = await platform.run(create, { ...basic, options });
			expect(told(run).message).toBe(`${message}, but 'Allow Undocumented Values' is off`);
			expect(platform.requests()).toEqual([]);
		});

		it('lets an expression give any protocol, provider and region', async () => {
			const body = await bodyOf(
				{
					options: { allowUndocumentedValues: true },
					protocol: '={{ $json.protocol }}',
					nodes: { node: [{ ...node, provider: '={{ $json.cloud }}', region: '={{ $json.at }}' }] },
				},
				[{ json: { protocol: 'sui', cloud: 'bare', at: 'mars1' } }],
			);
			expect(body).toMatchObject({
				protocol: 'sui',
				nodes: [{ provider: 'bare', region: 'mars1' }],
			});
		});

		it('still requires a region', async () => {
			const nodes = { node: [{ ...node, region: '' }] };
			const options = { allowUndocumentedValues: true, customProvider: 'bare' };
			const run = await platform.run(create, { ...basic, options, nodes });
			expect(told(run).message).toContain('Region');
			expect(platform.requests()).toEqual([]);
		});
	});
});
