import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenes } from '../../examples/scenes/index.mts';
import { exampleOf } from '../fixtures/examples.mts';
import { loadPackage, repositoryRoot } from '../support/index.mts';

describe('every example', () => {
	const names = readdirSync(join(repositoryRoot, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, ''));

	it('has its paths', () => {
		expect(Object.keys(scenes).sort()).toEqual([...names].sort());
	});

	it.each(names)('%s can be imported and explains itself', (name) => {
		const workflow = exampleOf(name);
		const nodeNames = workflow.nodes.map(({ name }) => name);
		expect(new Set(nodeNames).size).toBe(nodeNames.length);
		expect(workflow.name).toBeTruthy();
		expect(workflow.settings).toMatchObject({ executionOrder: 'v1' });
		for (const [from, outputs] of Object.entries(workflow.connections)) {
			expect(nodeNames).toContain(from);
			const byType = outputs as Record<string, Array<Array<{ node: string }>>>;
			for (const { node } of Object.values(byType).flat(2)) expect(nodeNames).toContain(node);
		}
		expect(workflow.nodes.some(({ type }) => type.endsWith('.stickyNote'))).toBe(true);
		for (const { type, credentials, position } of workflow.nodes) {
			expect(position).toHaveLength(2);
			if (!type.startsWith('n8n-nodes-chainstack.')) continue;
			expect(credentials).toEqual({ chainstackApi: { id: '', name: 'Chainstack API' } });
		}
	});

	it.each(names)('%s has only parameters and choices that exist', async (name) => {
		const { nodes = [] } = (await loadPackage()).types;
		const own = exampleOf(name).nodes.filter(({ type }) =>
			type.startsWith('n8n-nodes-chainstack.'),
		);
		expect(own.length).toBeGreaterThan(0);
		for (const { type, parameters = {} } of own) {
			const typeName = type.replace(/^.+\./, '').replace(/Tool$/, '');
			const description = nodes.find((each) => each.name === typeName);
			const known = new Set(description?.properties.map((property) => property.name));
			for (const added of ['descriptionType', 'toolDescription', 'pollTimes']) known.add(added);
			expect(Object.keys(parameters).filter((key) => !known.has(key))).toEqual([]);
			for (const [key, value] of Object.entries(parameters)) {
				const choices = description?.properties.filter(
					(property) => property.name === key && property.type === 'options',
				);
				const values = choices?.flatMap(({ options = [] }) =>
					options.map((option) => (option as { value?: unknown }).value),
				);
				if (values?.length && !String(value).startsWith('=')) expect(values, key).toContain(value);
			}
		}
	});
});
