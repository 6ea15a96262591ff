import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { credentialType } from './support/credentialType.mts';
import { nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

const common = {
	nodeTypeAndVersion: { name: nodeType, version: 1 },
	credentials: { [credentialType]: world.credential },
};

// Which regions belong to a provider is held by the unit and engine tests.
it('the region dropdown uses the provider of its own entry', async () => {
	const nodes = { node: [{ provider: 'aws' }, { provider: 'vzo' }] };
	const options = await client.options({
		...common,
		methodName: 'getRegions',
		path: 'parameters.nodes.node[1].region',
		currentNodeParameters: { resource: 'network', operation: 'create', nodes },
	});
	expect(options.map(({ value }) => value)).toEqual(['eu3']);
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

async function list(methodName: string, field: string, filter?: string) {
	return await client.locatorResults({
		...common,
		methodName,
		path: `parameters.${field}`,
		currentNodeParameters: {},
		filter,
	});
}
