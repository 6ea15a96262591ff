import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, usePlatform, type OperationName } from '../fixtures/platform.mts';

const platform = usePlatform({ deployMs: 1 });

const node = { nodeId: byId(seedIds.nodes.ethereum) };
const network = { networkId: byId(seedIds.networks.ethereum) };
const newNode = { name: 'New', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const newNetwork = {
	project: byId(seedIds.projects.main),
	name: 'New',
	protocol: 'ethereum',
	chainNetwork: byId('ethereum-mainnet'),
	nodes: { node: [newNode] },
};
const withSecrets = { includeSecrets: true };

describe('Simplify', () => {
	const ofNode = ['name', 'status', 'id', 'network', 'type', 'provider', 'region'];
	const ofNetwork = ['name', 'status', 'chain', 'id', 'project', 'protocol', 'configuration'];
	const changes: Array<[OperationName, object]> = [
		[['network', 'create'], newNetwork],
		[['network', 'update'], { ...network, name: 'New' }],
		[['node', 'createInNetwork'], { ...network, ...newNode }],
		[['node', 'update'], { ...node, name: 'New' }],
	];

	it.each(changes)('is on after %j, and off gives the record of the service', async (...given) => {
		const [operation, parameters] = given;
		const [{ json }] = (await platform.run(operation, parameters)).output;
		const isNetwork = operation[0] === 'network';
		const [first] = (isNetwork ? json.nodes : [json]) as object[];
		if (isNetwork) expect(Object.keys(json).slice(0, 7)).toEqual(ofNetwork);
		expect(Object.keys(first)).toEqual(expect.arrayContaining(ofNode));
		expect(first).not.toHaveProperty('details');
		const raw = (await platform.run(operation, { ...parameters, simplify: false })).output[0].json;
		expect(raw).toMatchObject({ details: {}, creator: {} });
		expect(raw).not.toHaveProperty('endpoint');
		expect(raw).not.toHaveProperty('chain');
	});

	it.each(changes)(
		'shows the secrets of nodes if Include Secrets is on: %j',
		async (operation, parameters) => {
			const run = await platform.run(operation, { ...parameters, options: withSecrets });
			const [{ json }] = run.output;
			const [node] = (json.nodes ?? [json]) as Array<{ details: { auth_key?: string } }>;
			expect(node.details.auth_key).toMatch(/^[\da-f]{32}$/);
		},
	);
});
