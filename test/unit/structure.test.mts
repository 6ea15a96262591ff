import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type {
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { ChainstackApi } from '../../credentials/ChainstackApi.credentials';
import { Chainstack } from '../../nodes/Chainstack/Chainstack.node';
import { resources } from '../../nodes/Chainstack/resources';
import { FORBIDDEN_WORDS } from './fixtures/problems.mts';

const ROOT = resolve(import.meta.dirname, '../..');

const FILES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

describe('the texts in the sources', () => {
	it('avoid alarming words without information', () => {
		const files = FILES.filter((file) => !file.endsWith('.node.ts'));
		const frightening = files.flatMap((file) =>
			sentencesOf(file)
				.filter((text) => FORBIDDEN_WORDS.test(text))
				.map((text) => `${file}: ${text}`),
		);
		expect(files.length).toBeGreaterThan(100);
		expect(frightening).toEqual([]);
	});
});

/** The platform has a state of that name, and an option is called what it does; naming them is allowed. */
const NAMES = /'error'|\bError State\b|\bEmpty Counts as Failure\b/g;

/** Members that hold phrases of servers (jsonRpc/phrases.ts, and the glossaries of families). */
const PHRASES = new Set(['anyOf', 'and']);

/** Texts of more than one word, as users read them. */
function sentencesOf(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		// Phrases of servers are compared, and shown to nobody.
		if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && PHRASES.has(node.name.text))
			return;
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
		if (ts.isTemplateExpression(node)) {
			texts.push(
				[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
			);
		}
		ts.forEachChild(node, visit);
	};
	const text = readFileSync(join(ROOT, file), 'utf8');
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022));
	return texts
		.filter((each) => /[A-Za-z]{2,} [A-Za-z]{2,}/.test(each))
		.map((each) => each.replace(NAMES, ''));
}

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** Every property at any depth, with its path. */
function* properties(
	list: readonly INodeProperties[],
	path: string,
): Generator<{ path: string; property: INodeProperties; among: readonly INodeProperties[] }> {
	for (const property of list) {
		const own = `${path} > ${property.displayName}`;
		yield { path: own, property, among: list };
		const options = (property.options ?? []) as Choice[];
		if (property.type === 'collection') yield* properties(options as INodeProperties[], own);
		if (property.type === 'fixedCollection') {
			for (const group of options as INodePropertyCollection[])
				yield* properties(group.values, own);
		}
	}
}

const OPERATIONS = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ resource, operation })),
);

const FIELDS = [
	...OPERATIONS.flatMap(({ resource, operation }) => [
		...properties(
			operation.properties as unknown as INodeProperties[],
			`${resource.name} > ${operation.name}`,
		),
	]),
	...properties(new ChainstackApi().properties, 'Credential'),
];

describe('the operations', () => {
	it('have actions, each a different one', () => {
		const actions = OPERATIONS.map(({ operation }) => operation.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it.each(
		OPERATIONS.map(
			({ resource, operation }) => [`${resource.value}.${operation.value}`, operation] as const,
		),
	)('%s is named as n8n requires', (_, operation) => {
		expect(operation.value).toMatch(/^[a-z][A-Za-z]+$/);
		expect(operation.name).toMatch(/^[A-Z]/);
		expect(operation.action).toMatch(/^[A-Z][^A-Z]/);
		expect(operation.action).not.toMatch(/\b(a|an|the)\b/i);
		expect(operation.action).not.toMatch(/\.$/);
		expect(operation.description.length).toBeGreaterThan(15);
		expect(operation.description).not.toBe(operation.action);
	});

	it('are offered in alphabetical order, like their resources', () => {
		expect(resources.map(({ name }) => name)).toEqual(sorted(resources.map(({ name }) => name)));
		for (const { operations } of resources) {
			expect(operations.map(({ name }) => name)).toEqual(
				sorted(operations.map(({ name }) => name)),
			);
		}
	});

	it('have a file each, but for requests of at most 25 lines in the index of their resource', () => {
		const strays = OPERATIONS.filter(({ resource, operation: { value } }) => {
			const read = (name: string) =>
				readFileSync(join(ROOT, 'nodes/Chainstack/resources', resource.value, name), 'utf8');
			const inIndex = read('index.ts')
				.split(/^const \w+ = /m)
				.find((each) => each.includes(`\tvalue: '${value}'`) && each.includes('\n});'));
			if (inIndex === undefined) return !read(`${value}.ts`).includes(`\tvalue: '${value}'`);
			return inIndex.slice(0, inIndex.indexOf('\n});')).split('\n').length > 24;
		});
		expect(strays).toEqual([]);
	});

	it('name only secret properties that exist', () => {
		for (const { operation } of OPERATIONS) {
			const names = operation.properties.map(({ name }) => name);
			expect(names).toEqual(expect.arrayContaining([...(operation.secretProperties ?? [])]));
		}
	});
});

describe('the fields', () => {
	it('of one operation, collection or group have different names', () => {
		for (const { path, property, among } of FIELDS) {
			const same = among.filter(({ name }) => name === property.name);
			expect(same, path).toHaveLength(1);
		}
	});

	it.each(FIELDS.filter(({ property }) => property.type === 'boolean'))(
		'$path has a description that starts with Whether',
		({ property }) => {
			expect(property.description).toMatch(/^Whether /);
			expect(typeof property.default).toBe('boolean');
		},
	);

	it('are in alphabetical order in long collections, with what hardly anybody needs at the end', () => {
		const last = ['Created At', 'Creator (JSON)'];
		const collections = FIELDS.filter(({ property }) => property.type === 'collection');
		expect(collections.length).toBeGreaterThan(3);
		for (const { path, property } of collections) {
			const names = (property.options as INodeProperties[]).map(({ displayName }) => displayName);
			const others = path.startsWith('Network > Create')
				? names.filter((name) => !last.includes(name))
				: names;
			if (names.length > 4)
				expect(names, path).toEqual([...sorted(others), ...names.slice(others.length)]);
		}
	});

	it('offer long lists of values in alphabetical order', () => {
		for (const { path, property } of FIELDS.filter((field) => field.property.type === 'options')) {
			const names = ((property.options ?? []) as INodePropertyOptions[]).map(({ name }) => name);
			if (names.length > 4) expect(names, path).toEqual(sorted(names));
		}
	});

	it('have a default among the values they offer, or require a choice', () => {
		for (const { path, property } of FIELDS.filter((field) => field.property.type === 'options')) {
			if (property.typeOptions?.loadOptionsMethod !== undefined) continue;
			const values = ((property.options ?? []) as INodePropertyOptions[]).map(({ value }) => value);
			const asks = property.default === '' && property.placeholder === 'Choose…';
			if (!asks) expect(values, path).toContain(property.default);
		}
	});

	it('have descriptions', () => {
		for (const { path, property } of FIELDS) {
			if (['notice', 'collection'].includes(property.type)) continue;
			expect(property.description ?? property.hint, path).toBeTruthy();
			if (property.placeholder !== undefined && !/^(Add|Choose)/.test(property.placeholder))
				expect(property.placeholder, path).toMatch(/^e\.g\. /);
		}
	});
});

describe('a field that decides which new node is paid for', () => {
	it.each(['protocol', 'type', 'provider', 'region'])('has no default: %s', (name) => {
		const created = FIELDS.filter(
			({ path, property }) => /create/i.test(path) && property.name === name,
		);
		expect(created.length).toBeGreaterThan(0);
		for (const { path, property } of created) {
			expect(property.default, path).toBe('');
			// In a row of Nodes another field of the row may replace it; the operation says which one is missing.
			const isInRow = path.includes('> Nodes >') && ['provider', 'region'].includes(name);
			if (!isInRow) expect(property.required, path).toBe(true);
		}
	});
});

describe('the node', () => {
	const node = new Chainstack();

	it('has the names saved workflows depend on', () => {
		expect(node.description).toMatchObject({
			name: 'chainstack',
			displayName: 'Chainstack',
			usableAsTool: true,
			credentials: [{ name: 'chainstackApi', testedBy: 'chainstackApiTest' }],
		});
		const names = node.description.properties.map(({ name }) => name);
		expect(names.slice(0, 2)).toEqual(['resource', 'operation']);
	});

	it('has the methods its fields refer to', () => {
		const methods = node.methods as Record<string, Record<string, unknown>>;
		for (const { path, property } of FIELDS) {
			const load = property.typeOptions?.loadOptionsMethod;
			if (load !== undefined) expect(methods.loadOptions, path).toHaveProperty(load);
			for (const mode of property.modes ?? []) {
				const search = mode.typeOptions?.searchListMethod;
				if (search !== undefined) expect(methods.listSearch, path).toHaveProperty(search);
			}
		}
	});
});

describe('the lists that n8n loads as soon as a panel opens', () => {
	const { loadOptions } = new Chainstack().methods;

	// n8n has not yet filled in the credential of a new node then, and would show an error.
	it.each(Object.entries(loadOptions))('%s needs no credential and no request', async (_, load) => {
		const offered = await load.call({
			getCurrentNodeParameter: () => undefined,
		} as unknown as ILoadOptionsFunctions);
		expect(offered.length).toBeGreaterThan(0);
	});
});

function sorted(names: readonly string[]): string[] {
	return [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
}
