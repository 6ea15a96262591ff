import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { credentialType } from './support/credentialType.mts';
import { nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

const common = {
	nodeTypeAndVersion: { name: nodeType, version: 1 },
	credentials: { [credentialType]: world.credential },
};

const all = ['ap-southeast-1', 'asia-southeast1', 'eu3', 'uksouth', 'us-east-1', 'us-west-2'];

describe('the region dropdown', () => {
	it.each([
		['aws', ['ap-southeast-1', 'us-east-1', 'us-west-2']],
		['azure', ['uksouth']],
		['gcloud', ['asia-southeast1']],
		['vzo', ['eu3']],
	])('offers the regions of %s inside the nodes list', async (provider, regions) => {
		expect(await regionsInNodesList({ provider })).toEqual(regions);
	});

	it('uses the provider of its own entry', async () => {
		const nodes = { node: [{ provider: 'aws' }, { provider: 'vzo' }] };
		const options = await client.options({
			...common,
			methodName: 'getRegions',
			path: 'parameters.nodes.node[1].region',
			currentNodeParameters: { resource: 'network', operation: 'create', nodes },
		});
		expect(options.map(({ value }) => value)).toEqual(['eu3']);
	});

	it('offers all regions while the provider is an expression that cannot be resolved', async () => {
		expect((await regionsInNodesList({ provider: '={{ $json.provider }}' })).sort()).toEqual(all);
	});

	it('follows the provider among the update fields of a node', async () => {
		const options = await client.options({
			...common,
			methodName: 'getRegions',
			path: 'parameters.otherFields.region',
			currentNodeParameters: {
				resource: 'node',
				operation: 'update',
				otherFields: { provider: 'gcloud', region: '' },
			},
		});
		expect(options.map(({ value }) => value)).toEqual(['asia-southeast1']);
	});
});

describe('the lists of the resource locators', () => {
	it.each([
		['searchProjects', 'project', seedIds.projects.main, 'Production'],
		['searchNodes', 'nodeId', seedIds.nodes.ethereum, 'eth-archive-1'],
	])('%s offers what the organization has', async (methodName, field, id, name) => {
		const { results } = await list(methodName, field);
		expect(results).toContainEqual(
			expect.objectContaining({ value: id, name: expect.stringContaining(name) }),
		);
		const found = await list(methodName, field, name);
		expect(found.results.map(({ value }) => value)).toEqual([id]);
	});
});

async function regionsInNodesList(node: Record<string, unknown>): Promise<string[]> {
	const options = await client.options({
		...common,
		methodName: 'getRegions',
		path: 'parameters.nodes.node[0].region',
		currentNodeParameters: { resource: 'network', operation: 'create', nodes: { node: [node] } },
	});
	return options.map(({ value }) => value);
}

async function list(methodName: string, field: string, filter?: string) {
	return await client.locatorResults({
		...common,
		methodName,
		path: `parameters.${field}`,
		currentNodeParameters: {},
		filter,
	});
}
