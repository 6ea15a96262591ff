import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsons, usePlatform } from './fixtures/platform.mts';
import { splitOut } from './fixtures/splitOut.mts';
import {
	readWorkflow,
	repositoryRoot,
	runWorkflow,
	type WorkflowRunOptions,
} from './support/index.mts';

const platform = usePlatform({ deployMs: 1 });

async function run(name: string, options: WorkflowRunOptions) {
	return await runWorkflow(readWorkflow(`examples/${name}.json`), {
		credentials: platform.credential(),
		nodeTypes: { 'n8n-nodes-base.splitOut': splitOut },
		...options,
	});
}

describe('Provision a network on request', () => {
	const summary = (changes: object = {}) => ({
		Network: 'Example network',
		'Network ID': expect.stringMatching(/^NW-/) as string,
		Protocol: 'ethereum',
		'Chain network': 'ethereum-mainnet',
		'Node ID': expect.stringMatching(/^ND-/) as string,
		Place: 'aws us-east-1',
		Ready: true,
		State: 'ready',
		Endpoint: expect.stringMatching(/\/\*\*\*/) as string,
		'Checked at': expect.any(String) as string,
		...changes,
	});

	it('runs by hand with its default values', async () => {
		const report = await run('provision-network', { startNode: 'Run by Hand' });
		expect(report.error).toBeUndefined();
		expect(report.executed).toEqual([
			'Run by Hand',
			'Default Values',
			'Create Network',
			'Check Sync of New Node',
			'Summary',
		]);
		expect(jsons(report.items('Summary'))).toEqual([summary()]);
		const created = platform.sandbox.state().networks.at(-1);
		expect(report.items('Summary')[0].json['Network ID']).toBe(created?.id);
		const { auth } = platform.sandbox.state().nodes.at(-1) ?? {};
		expect(report.text()).not.toContain(auth?.key);
	});

	it('runs with what the form received', async () => {
		const request = {
			'Project ID': 'PR-222-333-444',
			'Network name': 'For the shop',
			'Chain network': 'polygon-pos: polygon-pos-amoy-testnet',
			Place: 'azure uksouth',
			submittedAt: '2026-01-02T03:04:05.000+00:00',
			formMode: 'production',
		};
		const report = await run('provision-network', {
			startNode: 'Network Request Form',
			triggerItems: [{ json: request }],
		});
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Summary'))).toEqual([
			summary({
				Network: 'For the shop',
				Protocol: 'polygon-pos',
				'Chain network': 'polygon-pos-amoy-testnet',
				Place: 'azure uksouth',
			}),
		]);
		expect(platform.sandbox.state().networks.at(-1)).toMatchObject({
			name: 'For the shop',
			projectId: 'PR-222-333-444',
		});
	});

	it('waits until the new node runs', async () => {
		platform.sandbox.setDeployment({ ms: 300 });
		const example = readWorkflow('examples/provision-network.json');
		const nodes = example.nodes.map((node) => {
			if (node.name !== 'Create Network') return node;
			expect(node.parameters).toMatchObject({ waitUntilReady: true, waitLimit: 1800 });
			return { ...node, parameters: { ...node.parameters, waitInterval: 1 } };
		});
		const report = await runWorkflow(
			{ ...example, nodes },
			{
				credentials: platform.credential(),
				startNode: 'Run by Hand',
			},
		);
		expect(jsons(report.items('Summary'))).toEqual([summary()]);
		expect(jsons(report.items('Create Network'))).toMatchObject([
			{ nodes: [{ status: 'running' }] },
		]);
	});

	it('says that the new node still synchronizes', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		const report = await run('provision-network', { startNode: 'Run by Hand' });
		expect(jsons(report.items('Summary'))).toEqual([summary({ Ready: false, State: 'syncing' })]);
	});

	it.each([
		'aws us-east-1',
		'aws us-west-2',
		'aws ap-southeast-1',
		'azure uksouth',
		'gcloud asia-southeast1',
		'vzo eu3',
	])('offers %s in its form', (place) => {
		const { nodes } = readWorkflow('examples/provision-network.json');
		const form = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
		expect(JSON.stringify(form?.parameters)).toContain(`{"option":"${place}"}`);
	});
});

describe('Scheduled readiness check', () => {
	it('tells nobody while all is well', async () => {
		const report = await run('readiness-check', { startNode: 'Every 15 Minutes' });
		expect(report.error).toBeUndefined();
		expect(report.items('Ready')).toHaveLength(2);
		expect(report.executed).not.toContain('Notification');
	});

	it('tells of a node that is syncing, and of one that is gone', async () => {
		platform.sandbox.setSyncing('ND-123-456-789', { currentBlock: '0x1', highestBlock: '0x9' });
		platform.sandbox.fault({
			path: '/v1/nodes/ND-999-456-111/',
			kind: 'status',
			status: 404,
		});
		const report = await run('readiness-check', { startNode: 'Run by Hand' });
		expect(report.error).toBeUndefined();
		expect(report.executed).not.toContain('Ready');
		expect(jsons(report.items('Replace with Slack, E-Mail, …'))).toEqual([
			{
				subject: 'Ethereum, archive is not ready',
				text: 'Ethereum, archive (ND-123-456-789) is not ready. State: syncing. Reason: 8 blocks behind',
			},
			{
				subject: 'Hyperliquid is not ready',
				text: expect.stringContaining(
					'Hyperliquid (ND-999-456-111) is not ready. State: unknown. Reason: Chainstack did not find the node',
				) as string,
			},
		]);
	});
});

describe('Pin a folder after an upload', () => {
	it.each([
		['by hand', { startNode: 'Run by Hand' }],
		[
			'with what the form received',
			{
				startNode: 'Upload Finished Form',
				triggerItems: [
					{ json: { 'Bucket ID': 'BUCK-1337-8085-1337', 'Folder ID': 'FOLD-1337-8085-1337' } },
				],
			},
		],
	])('passes on CID and public link, %s', async (_, options) => {
		const report = await run('pin-folder', options);
		expect(report.error).toBeUndefined();
		const links = report.items('CID and Public Link');
		expect(links).toHaveLength(3);
		for (const { json } of links) {
			expect(json).toEqual({
				Title: expect.any(String) as string,
				CID: expect.stringMatching(/^(Qm|baf)/) as string,
				'Public link': `https://ipfsgw.com/ipfs/${String(json.CID)}`,
				Status: 'pinned',
			});
		}
	});

	it('goes on when the folder is empty', async () => {
		const json = { 'Bucket ID': 'BUCK-1337-8085-1337', 'Folder ID': 'FOLD-2337-8085-1337' };
		const report = await run('pin-folder', {
			startNode: 'Upload Finished Form',
			triggerItems: [{ json }],
		});
		expect(jsons(report.items('CID and Public Link'))).toEqual([
			expect.objectContaining({ Title: 'The folder is empty' }),
		]);
	});
});

describe('every example', () => {
	const files = readdirSync(join(repositoryRoot, 'examples')).filter((file) =>
		file.endsWith('.json'),
	);

	it.each(files)('%s can be imported and explains itself', (file) => {
		const workflow = readWorkflow(`examples/${file}`);
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(workflow.name).toBeTruthy();
		expect(workflow.settings).toMatchObject({ executionOrder: 'v1' });
		for (const [from, outputs] of Object.entries(workflow.connections)) {
			expect(names).toContain(from);
			const byType = outputs as Record<string, Array<Array<{ node: string }>>>;
			for (const { node } of Object.values(byType).flat(2)) expect(names).toContain(node);
		}
		expect(workflow.nodes.some(({ type }) => type.endsWith('.manualTrigger'))).toBe(true);
		expect(workflow.nodes.some(({ type }) => type.endsWith('.stickyNote'))).toBe(true);
		for (const { type, credentials, position } of workflow.nodes) {
			expect(position).toHaveLength(2);
			if (!type.startsWith('n8n-nodes-chainstack.')) continue;
			expect(credentials).toEqual({ chainstackApi: { id: '', name: 'Chainstack API' } });
		}
	});
});
