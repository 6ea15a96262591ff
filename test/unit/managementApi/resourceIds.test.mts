import { describe, expect, it } from 'vitest';

import {
	checkId,
	ID_PREFIXES,
	type IdentifiedResource,
} from '../../../nodes/shared/managementApi/resourceIds';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { problemOf } from '../fixtures/problems.mts';

describe('checkedId', () => {
	it('knows the prefixes of the specification', () => {
		expect(ID_PREFIXES).toMatchObject({
			node: 'ND',
			network: 'NW',
			organization: 'RG',
			project: 'PR',
			user: 'UR',
		});
	});

	// The accepted spellings are in the property tests.
	it.each<[unknown, IdentifiedResource]>([
		['ND-', 'node'],
		['ND', 'node'],
		['ND-12a', 'node'],
		['ND-1--2', 'node'],
		['ND-1-', 'node'],
		['XND-1-2', 'node'],
		['ND-1-2/../../projects/PR-1', 'node'],
		['ND-1-2?x=1', 'node'],
		['ND-1-2#', 'node'],
		['ND-1 2', 'node'],
		['ND-1\n-2', 'node'],
		['ND-%31', 'node'],
		['ND-１', 'node'],
		['..', 'node'],
		['https://console.chainstack.com/nodes/', 'node'],
		['https://console.chainstack.com/nodes/ND-5-6x', 'node'],
		['https://console.chainstack.com/networks/NW-5-6', 'node'],
	])('refuses %j as a %s', (value, resource) => {
		const { message, hint } = problemOf(() => checkId(value, resource));
		expect(message).toContain(`is not a ${resource} ID`);
		expect(message).toContain(String(value).trim());
		expect(hint).toContain(`${ID_PREFIXES[resource]}-`);
	});

	it.each<[string, IdentifiedResource, string]>([
		['NW-1-2', 'node', "'NW-1-2' is the ID of a network, not of a node"],
		['RG-1-2', 'project', "'RG-1-2' is the ID of an organization, not of a project"],
		['ND-1-2', 'network', "'ND-1-2' is the ID of a node, not of a network"],
		[' nw-1-2', 'node', "'nw-1-2' is the ID of a network, not of a node"],
	])('says that %s is not a %s but something else', (value, resource, expected) => {
		expect(problemOf(() => checkId(value, resource)).message).toBe(expected);
	});

	it.each<[string, string]>([
		['digits', `ND-${'1'.repeat(5000)}`],
		['groups', `ND${'-1'.repeat(2500)}`],
		['anything', 'x'.repeat(5000)],
		['an address', `https://console.chainstack.com/${'x'.repeat(5000)}/ND-1-2`],
		['an address without an ID', `https://console.chainstack.com/${'ND-1'.repeat(1000)}`],
	])('refuses a text of thousands of characters, and does not repeat it: %s', (_, text) => {
		const { message } = problemOf(() => checkId(text, 'node'));
		const shown = cutExcerpts(message);
		expect(shown).toMatch(/^'.+…' is not a node ID$/);
		expect(shown.length).toBeLessThan(100);
	});

	it.each([undefined, null, '', '   ', 5, {}, []])('says that %j is empty', (value) => {
		const { message, hint } = problemOf(() => checkId(value, 'node'));
		expect(message).toBe("'Node' is empty");
		expect(hint).toContain('ND-123-456-789');
		expect(problemOf(() => checkId(value, 'node', 'Node ID')).message).toBe("'Node ID' is empty");
	});
});
