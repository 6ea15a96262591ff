import { setSchemaBaseDirs, validateNodeConfig, validateWorkflow } from '@n8n/workflow-sdk';
import { orchestrateGeneration } from '@n8n/workflow-sdk/scripts/generate-types';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { ChainstackTrigger } from '../../../nodes/ChainstackTrigger/ChainstackTrigger.node';
import { told, usePlatform, type OperationName } from '../fixtures/platform.mts';

const EXAMPLES = resolve(import.meta.dirname, '../../../examples');

const NODES = [new Chainstack(), new ChainstackTrigger()].map(({ description }) => ({
	...description,
	name: `n8n-nodes-chainstack.${description.name}`,
}));

const [type] = NODES.map(({ name }) => name);

const platform = usePlatform();

/** What n8n's AI builder and its MCP server read about the nodes: types with hints, and schemas. */
const folder = mkdtempSync(join(tmpdir(), 'node-definitions-'));

beforeAll(async () => {
	// As n8n keeps descriptions: without functions.
	const nodes = JSON.parse(JSON.stringify(NODES)) as Parameters<
		typeof orchestrateGeneration
	>[0]['nodes'];
	await orchestrateGeneration({ nodes, outputDir: folder });
	setSchemaBaseDirs([folder]);
});

afterAll(() => {
	setSchemaBaseDirs([]);
	rmSync(folder, { recursive: true });
});

/** The definition of an operation, or of the trigger. */
function readDefinition(path: string): string {
	return readFileSync(join(folder, 'nodes/n8n-nodes-chainstack', `${path}.ts`), 'utf8');
}

describe("n8n's workflow SDK", () => {
	it.each(readdirSync(EXAMPLES).filter((file) => file.endsWith('.json')))(
		'finds nothing wrong in the example %s',
		(file) => {
			const text = readFileSync(join(EXAMPLES, file), 'utf8');
			const { errors, warnings } = validateWorkflow(
				JSON.parse(text) as Parameters<typeof validateWorkflow>[0],
			);
			const wrong = [...errors, ...warnings].filter(({ severity }) => severity !== 'informational');
			expect(wrong.map(({ message }) => message)).toEqual([]);
		},
	);

	it('knows every operation, so that the examples were really compared', () => {
		const parameters = { resource: 'network', operation: 'noSuchOperation' };
		expect(validateNodeConfig(type, 1, { parameters }).valid).toBe(false);
	});

	it.each([
		['chainstack/v1/resource_network/operation_create', 'project', 'PR-123-456-789'],
		['chainstack/v1/resource_network/operation_create', 'protocol', 'costs money'],
		['chainstack/v1/resource_network/operation_create', 'chainNetwork', 'take it from the user'],
		['chainstack/v1/resource_network/operation_create', 'type', 'decides about the price'],
		['chainstack/v1/resource_network/operation_create', 'provider', 'a region of this provider'],
		['chainstack/v1/resource_network/operation_create', 'region', 'azure: uksouth'],
		['chainstack/v1/resource_network/operation_create', 'ifExists', 'nothing is paid for twice'],
		['chainstack/v1/resource_node/operation_create', 'blockchain', 'BC-000-000-008'],
		['chainstack/v1/resource_node/operation_create', 'cloud', 'CC-0016'],
		['chainstack/v1/resource_node/operation_delete', 'nodeId', 'Never invent an ID'],
		['chainstack/v1/resource_json_rpc/operation_call', 'method', 'chain of the node'],
		['chainstack/v1/resource_json_rpc/operation_call', 'params', 'JSON.stringify'],
		['chainstack/v1/resource_json_rpc/operation_call', 'endpointSource', "Keep 'node'"],
		['chainstack/v1/resource_ipfs/operation_pin_file', 'bucketId', 'only the user knows'],
		['chainstack/v1/resource_faucet/operation_request_tokens', 'address', 'Never invent'],
		['chainstackTrigger/v1', 'included', 'ask for it'],
	])('gives generators the hint of %s, %s', (path, field, words) => {
		const declared = new RegExp(`/\\*\\*(?:(?!\\*/)[^])*\\*/\\s*${field}\\??: `);
		const [comment = ''] = declared.exec(readDefinition(path)) ?? [];
		expect(comment).toContain('@builderHint');
		expect(comment).toContain(words);
	});
});

const byId = (value: string, mode = 'id') => ({ __rl: true, mode, value });

const row = { name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' };

const network = {
	project: byId('PR-123-456-789'),
	name: 'new',
	protocol: 'ethereum',
	chainNetwork: byId('ethereum-mainnet'),
	nodes: { node: [row] },
};

const node = { nodeId: byId('ND-123-456-789') };

const CREATE = ['network', 'create'] as const;

const CALL = ['jsonRpc', 'call'] as const;

/** A mistake of a generator, whether the SDK finds it, and what the node says if it runs all the same. */
type Mistake = [name: string, OperationName, parameters: object, bySdk: boolean, message: RegExp];

/**
 * The SDK compares types, fixed choices and the number of rows. It takes every field of a row for optional, and every
 * locator for given, so those mistakes are left to the hints, and to n8n and the node before anything is sent.
 */
const MISTAKES: Mistake[] = [
	['no protocol', CREATE, { ...network, protocol: undefined }, true, /Protocol/],
	['an unknown protocol', CREATE, { ...network, protocol: 'hyperliquid' }, true, /hyperliquid/],
	['no nodes', CREATE, { ...network, nodes: {} }, true, /Nodes|At least 1/],
	['a node that is no row', CREATE, { ...network, nodes: row }, true, /Nodes|At least 1/],
	[
		'an unknown type',
		CREATE,
		{ ...network, nodes: { node: [{ ...row, type: 'elastic' }] } },
		true,
		/elastic/,
	],
	[
		'a region without its provider',
		CREATE,
		{ ...network, nodes: { node: [{ ...row, provider: undefined }] } },
		false,
		/Provider/,
	],
	[
		'no region',
		CREATE,
		{ ...network, nodes: { node: [{ ...row, region: undefined }] } },
		false,
		/Region/,
	],
	[
		'the region of another provider',
		CREATE,
		{ ...network, nodes: { node: [{ ...row, region: 'uksouth' }] } },
		false,
		/belongs to the provider/,
	],
	['no project', CREATE, { ...network, project: undefined }, false, /Project/],
	[
		'a name as the ID of a project',
		CREATE,
		{ ...network, project: byId('Production') },
		false,
		/Not a project ID, such as PR-123-456-789/,
	],
	['no chain', CREATE, { ...network, chainNetwork: undefined }, false, /chain/i],
	[
		'an invented mode',
		['node', 'delete'],
		{ nodeId: byId('first-node', 'name') },
		true,
		/first-node/,
	],
	['no method', CALL, { ...node, method: byId('', 'name') }, false, /Method/],
	[
		'parameters that are no JSON',
		CALL,
		{ ...node, method: byId('eth_getBalance', 'name'), params: '[0xabc, latest]' },
		false,
		/not valid JSON/,
	],
	[
		'a method of another family',
		CALL,
		{ ...node, method: byId('getblockcount', 'name') },
		false,
		/getblockcount/,
	],
	[
		'an unknown kind of access rule',
		['accessRule', 'create'],
		{ ...node, type: 'cidr', value: '10.0.0.0/8' },
		true,
		/cidr/,
	],
	['a number as a text', ['node', 'getAll'], { returnAll: false, limit: 'ten' }, true, /Limit/],
];

describe.each(MISTAKES)(
	'a generated workflow with %s',
	(_, operation, parameters, bySdk, message) => {
		const [resource, name] = operation;

		it(`is ${bySdk ? '' : 'not '}found by the SDK`, () => {
			const config = { parameters: { resource, operation: name, ...parameters } };
			const found = validateNodeConfig(type, 1, config);
			expect(found.valid, JSON.stringify(found.errors)).toBe(!bySdk);
		});

		it('changes nothing when it runs', async () => {
			const run = await platform.run(operation, parameters);
			expect(JSON.stringify(told(run))).toMatch(message);
			const toPlatform = platform.requests().filter(({ server }) => server === 'platform');
			expect(toPlatform.filter(({ method }) => method !== 'GET')).toEqual([]);
		});
	},
);

it('would have accepted the same workflow without the mistake', async () => {
	const parameters = { resource: 'network', operation: 'create', ...network };
	expect(validateNodeConfig(type, 1, { parameters })).toEqual({ valid: true, errors: [] });
	const [{ json }] = (await platform.succeed(['project', 'getAll'])).output;
	const project = byId(String(json.id));
	await platform.succeed(CREATE, { ...network, project });
});
