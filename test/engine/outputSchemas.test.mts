import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { usePlatform, type OperationName } from './fixtures/platform.mts';
import { repositoryRoot } from './support/index.mts';

const platform = usePlatform({ deployMs: 1 });
const FOLDER = join(repositoryRoot, 'nodes', 'Chainstack', '__schema__', 'v1.0.0');

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The fields a schema promises, as paths. */
function promised({ properties = {}, items }: Schema, path = ''): string[] {
	const own = Object.entries(properties).flatMap(([name, schema]) => {
		const field = path === '' ? name : `${path}.${name}`;
		return [field, ...promised(schema, field)];
	});
	return items === undefined ? own : [...own, ...promised(items, path)];
}

/** The fields a value has, as paths, as deep as the schema describes it. */
function fieldsOf(value: unknown, schema: Schema | undefined, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, schema?.items, path));
	if (typeof value !== 'object' || value === null || schema?.type !== 'object') return [];
	return Object.entries(value).flatMap(([name, entry]) => {
		const field = path === '' ? name : `${path}.${name}`;
		return [field, ...fieldsOf(entry, schema.properties?.[name], field)];
	});
}

const node = { nodeId: { __rl: true, mode: 'id', value: seedIds.nodes.ethereum } };
const ofNode = { endpointSource: 'node', ...node };
const syncing = { startingBlock: '0x1', currentBlock: '0x2', highestBlock: '0x9' };
const isSyncing = () => platform.sandbox.setSyncing('*', syncing);
const isRefused = () => platform.sandbox.fault({ server: 'rpc', kind: 'status', status: 403 });

/** What to run, once or in several situations, so that every field comes out that can. */
const CASES: Array<[OperationName, Array<{ parameters: object; before?: () => void }>]> = [
	[['deploymentOption', 'getAll'], [{ parameters: {} }]],
	[
		['jsonRpc', 'checkSync'],
		[
			{ parameters: { options: { label: 'x' } } },
			{ parameters: ofNode, before: isSyncing },
			{ parameters: { options: { maxRetries: 0 } }, before: isRefused },
		],
	],
	[['node', 'get'], [{ parameters: node }]],
	[['node', 'getAll'], [{ parameters: {} }]],
	[['node', 'waitUntilRunning'], [{ parameters: node }]],
	[['network', 'get'], [{ parameters: { networkId: byId(seedIds.networks.ethereum) } }]],
	[['network', 'getAll'], [{ parameters: {} }]],
	[['organization', 'get'], [{ parameters: {} }]],
	[['project', 'getMembers'], [{ parameters: { project: byId(seedIds.projects.main) } }]],
];

function byId(value: string): object {
	return { __rl: true, mode: 'id', value };
}

describe('the output schema', () => {
	beforeEach(() => platform.sandbox.reset());

	it.each(CASES)('of %j has the fields that come out, and no others', async (operation, runs) => {
		const [resource, name] = operation;
		const text = readFileSync(join(FOLDER, resource, `${name}.json`), 'utf8');
		const schema = JSON.parse(text) as Schema;
		const found = new Set<string>();
		for (const { parameters, before } of runs) {
			platform.sandbox.reset();
			before?.();
			const run = await platform.run(operation, parameters);
			expect(run.error).toBeUndefined();
			for (const { json } of run.output)
				for (const field of fieldsOf(json, schema)) found.add(field);
		}
		expect([...found].sort()).toEqual([...new Set(promised(schema))].sort());
	});
});

it('every operation has an output schema', () => {
	const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
	expect(files.filter((file) => file.endsWith('.json')).length).toBeGreaterThan(30);
});
