import { describe, expect, it } from 'vitest';
import { exampleOf, PLATFORM_FAILURES, startAt, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, succeed } = useExample('provision-network');

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
		const report = await succeed();
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
		const report = await succeed(startAt('Network Request Form', request));
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
		const example = exampleOf('provision-network');
		const nodes = example.nodes.map((node) => {
			if (node.name !== 'Create Network') return node;
			expect(node.parameters).toMatchObject({ waitUntilReady: true, waitLimit: 1800 });
			return { ...node, parameters: { ...node.parameters, waitInterval: 1 } };
		});
		const report = await run({}, { ...example, nodes });
		expect(jsons(report.items('Summary'))).toEqual([summary()]);
		expect(jsons(report.items('Create Network'))).toMatchObject([
			{ nodes: [{ status: 'running' }] },
		]);
	});

	it('says that the new node is still syncing', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		const report = await run();
		expect(jsons(report.items('Summary'))).toEqual([
			summary({ Ready: false, State: 'syncing: it is 8 blocks behind' }),
		]);
	});

	it.each([
		'aws us-east-1',
		'aws us-west-2',
		'aws ap-southeast-1',
		'azure uksouth',
		'gcloud asia-southeast1',
		'vzo eu3',
	])('offers %s in its form', (place) => {
		const { nodes } = exampleOf('provision-network');
		const form = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
		expect(JSON.stringify(form?.parameters)).toContain(`{"option":"${place}"}`);
	});

	it.each([...PLATFORM_FAILURES, [{ kind: 'reset', when: 'before' }, /may exist anyway/]] as const)(
		'says why nothing was created: %j',
		async (fault, reason) => {
			platform.sandbox.fault({ server: 'platform', method: 'POST', ...fault });
			const report = await succeed();
			expect(jsons(report.items('Not Created'))).toEqual([
				{ Network: 'Example network', Ready: false, State: text(/^not created: .+/) },
			]);
			expect(report.text()).toMatch(reason);
			expect(report.executed).not.toContain('Summary');
			expect(platform.sandbox.state().networks).toHaveLength(4);
		},
	);

	it('says what the form was wrong about', async () => {
		const request = {
			'Project ID': 'NW-123-456-789',
			'Network name': 'For the shop',
			'Chain network': 'polygon-pos: polygon-pos-amoy-testnet',
			Place: 'azure uksouth',
		};
		const report = await run(startAt('Network Request Form', request));
		expect(jsons(report.items('Not Created'))).toEqual([
			{
				Network: 'For the shop',
				Ready: false,
				State: text(/^not created: 'NW-123-456-789' is the ID of a network, not of a project/),
			},
		]);
	});

	it('names what was created when it does not come to run', async () => {
		platform.sandbox.setDeployment({ ms: 1, outcome: 'failed' });
		const report = await succeed();
		const { id } = platform.sandbox.state().networks.at(-1) ?? {};
		const [{ State: state }] = jsons(report.items('Not Created')) as Array<{ State: string }>;
		expect(state).toMatch(/failed/);
		expect(state).toContain(id);
	});

	it('passes on the new network also when its node cannot be checked', async () => {
		platform.sandbox.fault({ path: '/v1/nodes/', method: 'GET', kind: 'status', status: 404 });
		const report = await succeed();
		expect(jsons(report.items('Summary'))).toEqual([
			summary({
				Ready: false,
				State: text(/^not checked: Chainstack could not find the node/),
				Endpoint: null,
				'Checked at': null,
			}),
		]);
	});

	it('says that the new node does not answer yet', async () => {
		platform.sandbox.fault({ server: 'rpc', kind: 'status', status: 503 });
		const report = await run();
		expect(jsons(report.items('Summary'))).toEqual([
			summary({ Ready: false, State: text(/^unreachable: .*503/) }),
		]);
	});
});
