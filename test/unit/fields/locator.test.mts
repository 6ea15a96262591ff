import { describe, expect, it } from 'vitest';

import { locator } from '../../../nodes/shared/fields/locator';

const node = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'x',
	resource: 'node',
	search: 'searchNodes',
});

const pattern = (mode: 'id' | 'url'): RegExp => {
	const found = node.modes.find(({ name }) => name === mode);
	if (found === undefined || !('validation' in found)) throw new Error('no validation');
	return new RegExp(`^${found.validation[0].properties.regex}$`);
};

describe('locator', () => {
	it('offers a list first, then an ID, then an address', () => {
		expect(node).toMatchObject({ type: 'resourceLocator', default: { mode: 'list', value: '' } });
		expect(node.modes.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
		expect(node.modes[0]).toMatchObject({
			typeOptions: { searchListMethod: 'searchNodes', searchable: true },
		});
	});

	it.each(['ND-1-2-3', ' ND-123 '])('accepts the ID %j', (id) => {
		expect(id).toMatch(pattern('id'));
	});

	it.each(['', 'NW-1-2', 'ND-', 'ND-1x', 'xND-1'])('does not accept %j as an ID', (id) => {
		expect(id).not.toMatch(pattern('id'));
	});

	it('accepts an address that contains an ID', () => {
		expect('https://console.chainstack.com/projects/PR-1/nodes/ND-1-2?x').toMatch(pattern('url'));
		expect('https://console.chainstack.com/networks/NW-1-2').not.toMatch(pattern('url'));
	});

	it('offers no address of what has no page in the console', () => {
		const text = { name: 'cloud', displayName: 'Cloud', description: 'x', search: 'searchClouds' };
		const cloud = locator({ ...text, resource: 'cloud', dependsOn: 'blockchain.value' });
		expect(cloud.modes.map(({ name }) => name)).toEqual(['list', 'id']);
		expect(cloud.typeOptions).toEqual({ loadOptionsDependsOn: ['blockchain.value'] });
	});
});
