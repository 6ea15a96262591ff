import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ChainstackApi } from '../../credentials/ChainstackApi.credentials';
import { Chainstack } from '../../nodes/Chainstack/Chainstack.node';
import { resources } from '../../nodes/Chainstack/resources';
import { ChainstackTrigger } from '../../nodes/ChainstackTrigger/ChainstackTrigger.node';

const ROOT = resolve(import.meta.dirname, '../..');

/** The table; `UPDATE_STORED_NAMES=1` writes it anew. CONTRIBUTING says what a change of it needs. */
const TABLE = join(import.meta.dirname, 'storedNames.txt');

const SCHEMAS = join(ROOT, 'nodes', 'Chainstack', '__schema__', 'v1.0.0');

interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** A line for each field at any depth: its path, its type, and the values that it offers, with the default. */
function listFields(fields: readonly INodeProperties[], path: string): string[] {
	return fields
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => {
			const own = `${path} ${field.name}`;
			const line = `${own}: ${describeField(field)}`;
			if (field.type === 'collection')
				return [line, ...listFields(field.options as INodeProperties[], `${own} >`)];
			if (field.type !== 'fixedCollection') return [line];
			const groups = field.options as INodePropertyCollection[];
			return [
				line,
				...groups.flatMap(({ name, values }) => listFields(values, `${own} > ${name} >`)),
			];
		});
}

function describeField({
	type,
	options = [],
	modes = [],
	default: usual,
}: INodeProperties): string {
	const offered = /options/i.test(type)
		? (options as INodePropertyOptions[]).map(({ value }) => String(value))
		: modes.map(({ name }) => name);
	const choices = offered.length > 0 ? ` of ${offered.sort().join(', ')}` : '';
	return `${type}${choices}, ${JSON.stringify(usual)}`;
}

/** The paths of all fields that the preview of an output promises. */
function listOutputs({ properties = {}, items }: Schema, path: string): string[] {
	const own = Object.entries(properties).flatMap(([name, inside]) => {
		return [`${path} ${name}`, ...listOutputs(inside, `${path} ${name} >`)];
	});
	return items === undefined ? own : [...own, ...listOutputs(items, path)];
}

function listStoredNames(): string[] {
	const node = new Chainstack().description;
	const trigger = new ChainstackTrigger().description;
	const credential = new ChainstackApi();
	const [resource] = node.properties;
	return [
		`node ${node.name} ${String(node.version)}, begins with ${String(resource.default)}`,
		...node.properties
			.filter(({ name }) => name === 'operation')
			.map(({ displayOptions, default: usual }) => {
				const [of] = displayOptions?.show?.resource ?? [];
				return `node ${String(of)} begins with ${String(usual)}`;
			}),
		...resources.flatMap(({ value, operations }) =>
			operations.flatMap((operation) =>
				listFields(
					operation.properties as unknown as INodeProperties[],
					`in ${value}.${operation.value}`,
				),
			),
		),
		...readdirSync(SCHEMAS)
			.sort()
			.flatMap((folder) =>
				readdirSync(join(SCHEMAS, folder))
					.sort()
					.flatMap((file) => {
						const text = readFileSync(join(SCHEMAS, folder, file), 'utf8');
						const name = `${folder}.${file.replace(/\.json$/, '')}`;
						return listOutputs(JSON.parse(text) as Schema, `out ${name}`);
					}),
			),
		`trigger ${trigger.name} ${String(trigger.version)}`,
		...listFields(trigger.properties, 'in trigger'),
		`credential ${credential.name}`,
		...listFields(credential.properties, 'in credential'),
	];
}

describe('the names and values that are stored in workflows', () => {
	it('are those of the table: after a release, a change of one needs a new typeVersion', () => {
		const found = `${listStoredNames().join('\n')}\n`;
		if (process.env.UPDATE_STORED_NAMES) writeFileSync(TABLE, found);
		expect(found).toBe(readFileSync(TABLE, 'utf8'));
	});

	it('are written as values, and not made of names that are shown', () => {
		const values = listStoredNames().filter((line) => line.startsWith('in '));
		expect(values.length).toBeGreaterThan(300);
		// A date, an ID or a value of the service may contain anything but spaces.
		for (const line of values) {
			const [, choices] = /: (?:multiO|o)ptions of (.*), /.exec(line) ?? [];
			for (const value of choices?.split(', ') ?? []) expect(value, line).not.toMatch(/\s/);
		}
	});
});
