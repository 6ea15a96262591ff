import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import type { Execution, Item } from '../../scripts/lib/n8nExecution.mjs';
import { chainOf, itemSource, manualTrigger, type Step } from './support/chain.mts';
import { credentialType } from './support/credentialType.mts';
import { QueueMode } from './support/queue/queueMode.mts';
import { sandbox } from './support/sandbox.mts';
import { everySeconds, triggerName, triggerWorkflow } from './support/triggerWorkflow.mts';
import { byId, nodeName, nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

let queueMode: QueueMode;

/** Keys and passwords of the nodes that the tests met; the sandbox makes new ones at every reset. */
const nodeSecrets = new Set<string>();

beforeAll(async () => {
	queueMode = await QueueMode.start();
}, 300_000);

afterEach(async () => {
	for (const { auth } of (await sandbox.state()).nodes) {
		nodeSecrets.add(auth.key).add(auth.password);
	}
});

afterAll(async () => {
	await queueMode?.stop();
});

describe('a run by hand that goes to the worker', () => {
	it('creates networks around a bad one as in the normal mode', async () => {
		const run = await inBothModes(createNetworks({ onError: 'continueRegularOutput' }, 'nowhere'));
		const results = run.items(nodeName);
		expect(results.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(results[1].error?.message).toContain('nowhere');
		expect(await createdNames()).toEqual(['a', 'c']);
	});

	it('checks 200 endpoints around a bad one as in the normal mode', async () => {
		const nodes = Array.from({ length: 200 }, (_, index) => ({
			node: index === 100 ? seedIds.networks.ethereum : seedIds.nodes.ethereum,
		}));
		const run = await inBothModes([
			itemSource(nodes),
			chainstack(
				{
					resource: 'jsonRpc',
					operation: 'checkSync',
					endpointSource: 'node',
					nodeId: byId('={{ $json.node }}'),
				},
				{ onError: 'continueRegularOutput' },
			),
		]);
		const results = run.items(nodeName);
		expect(results.map(({ pairedItem }) => pairedItem.item)).toEqual(nodes.map((_, item) => item));
		const failed = results.filter(({ json }) => json.ready !== true);
		expect(failed).toEqual([results[100]]);
		expect(failed[0].json.error).toContain(seedIds.networks.ethereum);
	});

	it('pins a file that n8n keeps where both processes reach it', async () => {
		const text = 'The same on every process.\n'.repeat(1000);
		const run = await inBothModes([
			itemSource([{ text }]),
			{
				name: 'File',
				type: 'n8n-nodes-base.convertToFile',
				typeVersion: 1.1,
				parameters: {
					operation: 'toText',
					sourceProperty: 'text',
					options: { fileName: 'same.txt' },
				},
			},
			chainstack({ resource: 'ipfs', operation: 'pinFile', bucketId: seedIds.bucket }),
		]);
		// What n8n does by itself in queue mode; in the normal mode it is a file.
		expect(run.items('File')[0].binary.data.id).toMatch(/^database:/);
		expect(run.items(nodeName)).toMatchObject([
			{ json: { title: 'same.txt', size: text.length }, pairedItem: { item: 0 } },
		]);
		const upload = (await sandbox.requests()).find(({ parts }) => parts !== undefined);
		expect(upload?.parts).toContainEqual(
			expect.objectContaining({ fileName: 'same.txt', size: text.length }),
		);
	});
});

describe('Stop with Retry On Fail on the worker', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const onSecondPost = { method: 'POST', path: '/v1/networks/', skip: 1, times: 1 } as const;

	it('sends after a refusal only what has not been created', async () => {
		await sandbox.fault({ ...onSecondPost, kind: 'status', status: 400 });
		const run = await queueMode.run(workflowOf(createNetworks(retry)), manualTrigger.name);
		expect(run.status).toBe('success');
		expect(run.items(nodeName)).toHaveLength(3);
		expect(await createdNames()).toEqual(['a', 'b', 'c']);
		expect(await postsOfNetworks()).toBe(4);
	});

	it('does not repeat a request that may have created something', async () => {
		await sandbox.fault({ ...onSecondPost, kind: 'reset', when: 'after' });
		const run = await queueMode.run(workflowOf(createNetworks(retry)), manualTrigger.name);
		expect(run.status).toBe('error');
		expect(run.errorDetails.description).toContain('Already created in this run');
		expect(await createdNames()).toEqual(['a', 'b']);
		expect(await postsOfNetworks()).toBe(2);
	});
});

describe('the trigger in queue mode', () => {
	it('polls on the main process and has the worker run what it reports', async () => {
		const workflow = triggerWorkflow({
			name: 'Node status',
			parameters: {
				pollTimes: everySeconds(2),
				event: 'nodeStatusChanged',
				watch: 'all',
				confirmations: 2,
			},
			credential: queueMode.credential,
		});
		const { id, versionId } = await queueMode.client.createWorkflow(workflow);
		await queueMode.client.activate(id, versionId);
		try {
			// Only what was seen before can change.
			await expect.poll(lookedAtNodes, { timeout: 20_000 }).toBeGreaterThan(0);
			await sandbox.setStatus(seedIds.nodes.polygon, 'stopped');
			await expect.poll(async () => await runsOf(id), { timeout: 30_000 }).toHaveLength(1);
		} finally {
			await queueMode.client.request('POST', `/rest/workflows/${id}/deactivate`);
		}
		const [executionId] = await runsOf(id);
		const run = await queueMode.ended(executionId);
		expect(run.status).toBe('success');
		expect(run.items(triggerName).map(({ json }) => json)).toEqual([
			expect.objectContaining({ id: seedIds.nodes.polygon, from: 'running', to: 'stopped' }),
		]);
		expect(queueMode.startedByWorker()).toContain(executionId);
	});
});

describe('an execution that is stopped in the editor', () => {
	it('ends on the worker at once, and so do its requests', async () => {
		const syncing = { startingBlock: '0x0', currentBlock: '0x1', highestBlock: '0x100' };
		await sandbox.setRpcAnswer('*', 'eth_syncing', syncing);
		const executionId = await queueMode.begin(
			workflowOf([
				chainstack({
					resource: 'jsonRpc',
					operation: 'waitUntilSynced',
					endpointSource: 'credential',
					waitInterval: 1,
					waitLimit: 600,
				}),
			]),
			manualTrigger.name,
		);
		const looks = async () => (await sandbox.requests()).length;
		await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(1);
		expect(queueMode.startedByWorker()).toContain(executionId);

		const stoppedAt = performance.now();
		await queueMode.client.request('POST', `/rest/executions/${executionId}/stop`);
		const run = await queueMode.ended(executionId);
		expect(run.status).toBe('canceled');
		// The worker hears of it a moment after the main process has written it down.
		await sleep(1_000);
		await sandbox.clearRequests();
		await sleep(2_500);
		expect(await looks()).toBe(0);
		expect(performance.now() - stoppedAt).toBeLessThan(10_000);
	});
});

it('leaves no key in a log, in Redis or in a stored execution', () => {
	const { apiKey, endpointKey } = world.sandbox;
	const traces = queueMode.traces();
	expect(traces.Redis, 'the jobs have been looked at').toContain('bull:jobs');
	expect(traces.Redis, 'so have the results on their way to the editor').toContain(
		'nodeExecuteAfterData',
	);
	for (const secret of [apiKey, endpointKey, ...nodeSecrets]) {
		const holding = Object.entries(traces).filter(
			([, text]) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
		);
		expect(holding.map(([where]) => where)).toEqual([]);
	}
});

function chainstack(parameters: Record<string, unknown>, settings?: Record<string, unknown>): Step {
	return { name: nodeName, type: nodeType, typeVersion: 1, parameters, ...settings };
}

/** Three networks in turn; the region of the second can be a wrong one. */
function createNetworks(settings: Record<string, unknown>, region = 'us-east-1'): Step[] {
	return [
		itemSource([
			{ name: 'a', region: 'us-east-1' },
			{ name: 'b', region },
			{ name: 'c', region: 'us-east-1' },
		]),
		chainstack(
			{
				resource: 'network',
				operation: 'create',
				project: byId(seedIds.projects.main),
				protocol: 'ethereum',
				nodes: {
					node: [
						{ name: 'peer', type: 'dedicated', provider: 'aws', region: '={{ $json.region }}' },
					],
				},
				name: '={{ $json.name }}',
			},
			settings,
		),
	];
}

function workflowOf(steps: readonly Step[], credential = queueMode.credential) {
	const credentials = { [credentialType]: credential };
	return chainOf(
		[manualTrigger, ...steps].map((step) =>
			step.type === nodeType ? { ...step, credentials } : step,
		),
	);
}

/** Runs a workflow in either mode, each time on a fresh sandbox, and compares. */
async function inBothModes(steps: readonly Step[]): Promise<Execution> {
	const { id } = await client.createWorkflow(workflowOf(steps, world.credential));
	const normal = await client.run(id, manualTrigger.name);
	await sandbox.reset();
	const queued = await queueMode.run(workflowOf(steps), manualTrigger.name);
	expect(queueMode.startedByWorker()).toContain(queued.id);
	expect(queued.status, queued.error).toBe('success');
	expect(queued.items(nodeName).map(comparable)).toEqual(normal.items(nodeName).map(comparable));
	return queued;
}

/** An item without its times, which differ from run to run. */
function comparable({ json, error, pairedItem }: Item): unknown {
	const isTime = (key: string) => /(_at|At|Ms)$/.test(key);
	const timeless = JSON.stringify(json, (key, value: unknown) => (isTime(key) ? '' : value));
	return { json: JSON.parse(timeless) as unknown, error: error?.message, pairedItem };
}

async function createdNames(): Promise<string[]> {
	const seeded = new Set<string>(Object.values(seedIds.networks));
	const { networks } = await sandbox.state();
	return networks.filter(({ id }) => !seeded.has(id)).map(({ name }) => name);
}

async function postsOfNetworks(): Promise<number> {
	const requests = await sandbox.requests();
	return requests.filter(({ method, path }) => method === 'POST' && path === '/v1/networks/')
		.length;
}

async function lookedAtNodes(): Promise<number> {
	return (await sandbox.requests()).filter(({ path }) => path === '/v1/nodes/').length;
}

/** The ids of a workflow's executions. */
async function runsOf(workflowId: string): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await queueMode.client.request('GET', `/rest/executions?filter=${filter}`);
	return (results as Array<{ id: string }>).map(({ id }) => id);
}
