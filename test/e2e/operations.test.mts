import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import type { Execution } from '../../scripts/lib/n8nExecution.mts';
import { sandbox } from './support/sandbox.mts';
import { byId, nodeName, runNode } from './support/workflow.mts';
import { world } from './support/world.mts';

/** Everything n8n stored about the runs of this file, searched for secrets at the end. */
const stored: string[] = [];

describe('the five operations in a real n8n', () => {
	it('Organization Get reads the organization of the key', async () => {
		const items = resultOf(await run({ resource: 'organization', operation: 'get' }));
		expect(items).toEqual([
			expect.objectContaining({ id: seedIds.organization, name: 'Example Organization' }),
		]);
	});

	it('Network Create creates the network with its nodes', async () => {
		const [network] = resultOf(
			await run({
				resource: 'network',
				operation: 'create',
				project: byId(seedIds.projects.main),
				protocol: 'ethereum',
				chainNetwork: 'ethereum-mainnet',
				nodes: {
					node: [
						{ name: 'first', type: 'dedicated', provider: 'vzo', region: 'eu3' },
						{ name: 'second', type: 'shared', provider: 'aws', region: 'us-east-1', archive: true },
					],
				},
			}),
		);
		expect(network).toMatchObject({
			id: expect.stringMatching(/^NW(-\d+)+$/),
			project: seedIds.projects.main,
			protocol: 'ethereum',
		});
		const { networks, nodes } = await sandbox.state();
		expect(networks.map(({ id }) => id)).toContain(network.id);
		const created = nodes.filter((node) => node.networkId === network.id);
		expect(created.map(({ provider, region }) => [provider, region])).toEqual([
			['vzo', 'eu3'],
			['aws', 'us-east-1'],
		]);
	});

	it('Node Update renames the node', async () => {
		const [node] = resultOf(
			await run({
				resource: 'node',
				operation: 'update',
				nodeId: byId(seedIds.nodes.ethereum),
				name: 'renamed by a test',
			}),
		);
		expect(node).toMatchObject({ id: seedIds.nodes.ethereum, name: 'renamed by a test' });
		const [request] = await sandbox.requests();
		expect(request).toMatchObject({ method: 'PATCH', body: { name: 'renamed by a test' } });
	});

	it('Storage, Pin Folder outputs one item per pin', async () => {
		const pins = resultOf(
			await run({
				resource: 'ipfs',
				operation: 'pinFolder',
				bucketId: seedIds.bucket,
				folderId: seedIds.folders.pictures,
			}),
		);
		expect(pins.length).toBeGreaterThan(1);
		for (const pin of pins) {
			expect(pin).toMatchObject({ id: expect.any(String), folderId: seedIds.folders.pictures });
		}
		const [request] = await sandbox.requests();
		expect(request.parts).toEqual([
			{ name: 'bucket_id', value: seedIds.bucket },
			{ name: 'folder_id', value: seedIds.folders.pictures },
		]);
	});

	it.each([
		['the credential', { endpointSource: 'credential' }],
		[
			'a node of the organization',
			{ endpointSource: 'node', nodeId: byId(seedIds.nodes.ethereum) },
		],
		['an address', { endpointSource: 'url', url: world.sandbox.rpcUrl }],
	])('Endpoint, Check Sync queries the endpoint of %s', async (_, where) => {
		const [answer] = resultOf(await run({ resource: 'jsonRpc', operation: 'checkSync', ...where }));
		expect(answer).toMatchObject({ ready: true, state: 'ready', result: false, id: 1 });
		const request = (await sandbox.requests()).at(-1);
		expect(request?.body).toEqual({ jsonrpc: '2.0', method: 'eth_syncing', params: [], id: 1 });
		expect(request?.headers.authorization).toBeUndefined();
	});
});

describe('items in a real n8n', () => {
	it('keeps the results of the other items when one fails', async () => {
		const execution = await run(
			{
				resource: 'node',
				operation: 'update',
				nodeId: byId('={{ $json.node }}'),
				name: '={{ $json.name }}',
			},
			{
				items: [
					{ node: seedIds.nodes.ethereum, name: 'one' },
					{ node: seedIds.networks.ethereum, name: 'not a node' },
					{ node: seedIds.nodes.polygon, name: 'three' },
				],
				node: { onError: 'continueErrorOutput' },
			},
		);
		expect(execution.status).toBe('success');
		expect(
			execution.items(nodeName, 0).map(({ json, pairedItem }) => [json.name, pairedItem]),
		).toEqual([
			['one', { item: 0 }],
			['three', { item: 2 }],
		]);
		const [failed] = execution.items(nodeName, 1);
		expect(failed.json.error).toContain(seedIds.networks.ethereum);
		expect(failed.pairedItem).toEqual({ item: 1 });
	});

	it('stops with a message that names the value and the allowed values', async () => {
		const execution = await run({
			resource: 'network',
			operation: 'create',
			project: byId(seedIds.projects.main),
			protocol: 'ethereum',
			chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
			nodes: { node: [{ name: 'n', type: 'dedicated', provider: 'azure', region: 'eu3' }] },
		});
		expect(execution.status).toBe('error');
		expect(`${execution.error} ${execution.errorDetails.description}`).toMatch(/eu3.*uksouth/s);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('reports a refused key without repeating it', async () => {
		await sandbox.fault({ kind: 'echoKey', path: '/v1/organization/' });
		const execution = await run({ resource: 'organization', operation: 'get' });
		expect(execution.status).toBe('error');
		expect(execution.error).not.toContain(world.sandbox.apiKey);
	});
});

afterAll(() => {
	const seen = [...stored, readFileSync(world.n8n.logFile, 'utf8')];
	expect(stored.length).toBeGreaterThan(0);
	const { apiKey, endpointKey } = world.sandbox;
	for (const secret of [apiKey, endpointKey].flatMap((key) => [key, encodeURIComponent(key)])) {
		expect(seen.some((text) => text.includes(secret))).toBe(false);
	}
});

async function run(...what: Parameters<typeof runNode>): Promise<Execution> {
	const execution = await runNode(...what);
	stored.push(execution.raw);
	return execution;
}

/** The node's output in a run that must have succeeded. */
function resultOf(execution: Execution): Array<Record<string, unknown>> {
	expect(execution.error, execution.errorDetails?.description).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution.items(nodeName).map(({ json }) => json);
}
