import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import type { Execution, Item } from '../../scripts/lib/n8nExecution.mts';
import { chainOf, itemSource, manualTrigger, type Step } from './support/chain.mts';
import { credentialType } from './support/credentialType.mts';
import { QueueMode } from './support/queue/queueMode.mts';
import { sandbox } from './support/sandbox.mts';
import { everySeconds, triggerName, triggerWorkflow } from './support/triggerWorkflow.mts';
import { byId, nodeName, nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

let queueMode: QueueMode;

/** Keys and passwords of the nodes that the tests used; the sandbox creates new ones at every reset. */
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

describe('a run by hand that goes to a worker', () => {
	it('creates networks around an invalid one as in the normal mode', async () => {
		const run = await inBothModes(
			createNetworks({ onError: 'continueRegularOutput' }, { items: threeNetworks('nowhere') }),
		);
		const results = run.items(nodeName);
		expect(results.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(results[1].error?.message).toContain('nowhere');
		expect(await createdNames()).toEqual(['a', 'c']);
	});

	it('checks 200 endpoints around an invalid one as in the normal mode', async () => {
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
		// n8n's own choice in queue mode; in the normal mode it is a file.
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

describe('the trigger in queue mode', () => {
	it('polls on the main process, and a worker runs what it reports', async () => {
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
			await expect.poll(countNodeLists, { timeout: 20_000 }).toBeGreaterThan(0);
			await sandbox.setStatus(seedIds.nodes.polygon, 'stopped');
			await expect
				.poll(async () => await queueMode.client.executionsOf(id), { timeout: 30_000 })
				.toHaveLength(1);
		} finally {
			await queueMode.client.deactivate(id, versionId);
		}
		const [executionId] = await queueMode.client.executionsOf(id);
		const run = await queueMode.ended(executionId);
		expect(run.status).toBe('success');
		expect(run.items(triggerName).map(({ json }) => json)).toEqual([
			expect.objectContaining({ id: seedIds.nodes.polygon, from: 'running', to: 'stopped' }),
		]);
		expect(queueMode.startedByWorkers()).toContain(executionId);
	});
});

describe('an execution that is stopped in the editor', () => {
	it('ends on its worker at once, and so do its requests', async () => {
		const syncing = { startingBlock: '0x0', currentBlock: '0x1', highestBlock: '0x100' };
		await sandbox.setRpcAnswer('*', 'eth_syncing', syncing);
		const executionId = await queueMode.begin(
			workflowOf([
				chainstack({
					resource: 'jsonRpc',
					operation: 'waitUntilSynced',
					endpointSource: 'node',
					nodeId: byId(seedIds.nodes.ethereum),
					waitInterval: 1,
					waitLimit: 600,
				}),
			]),
			manualTrigger.name,
		);
		const countRequests = async () => (await sandbox.requests()).length;
		await expect.poll(countRequests, { timeout: 30_000 }).toBeGreaterThan(1);
		expect(queueMode.startedByWorkers()).toContain(executionId);

		const stoppedAt = performance.now();
		await queueMode.client.request('POST', `/rest/executions/${executionId}/stop`);
		const run = await queueMode.ended(executionId);
		expect(run.status).toBe('canceled');
		// The worker is notified shortly after the main process has saved it.
		await sleep(1_000);
		await sandbox.clearRequests();
		await sleep(2_500);
		expect(await countRequests()).toBe(0);
		expect(performance.now() - stoppedAt).toBeLessThan(10_000);
	});
});

describe('a worker that is killed', () => {
	// n8n notices the missing worker after 15 seconds, and then waits another 30 seconds for its result.
	const verdictMs = 100_000;
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const killed: string[] = [];

	/** Runs a workflow until a condition holds, and kills its worker. */
	async function killInTheMiddle(workflowId: string, isReached: () => Promise<boolean>) {
		const executionId = await queueMode.beginSaved(workflowId, manualTrigger.name);
		await expect.poll(isReached, { timeout: 60_000, interval: 50 }).toBe(true);
		await queueMode.killWorkerOf(executionId);
		killed.push(executionId);
	}

	async function runAgain(workflowId: string): Promise<Execution> {
		const run = await queueMode.ended(await queueMode.beginSaved(workflowId, manualTrigger.name));
		await queueMode.startWorker(); // so that there are two again for the next kill
		expect(run.error, run.errorDetails?.description).toBeUndefined();
		expect(run.status).toBe('success');
		return run;
	}

	it('in the middle of creations leaves each network once, and Use It then creates what is missing', async () => {
		const names = ['a', 'b', 'c', 'd', 'e'];
		const items = names.map((name) => ({ name, region: 'us-east-1' }));
		const workflow = (fields: Record<string, unknown>) =>
			workflowOf(createNetworks(retry, { items, fields }));
		const workflowId = await queueMode.save(workflow({}));
		// The third network exists, and the worker dies without the answer.
		const lateAnswer = { method: 'POST', path: '/v1/networks/', skip: 2, times: 1 } as const;
		await sandbox.fault({ ...lateAnswer, kind: 'delay', delayMs: 120_000, when: 'after' });
		await killInTheMiddle(workflowId, async () => (await createdNames()).length === 3);
		expect(await postsOfNetworks()).toBe(3);

		const list = await queueMode.run(
			workflowOf([chainstack({ resource: 'network', operation: 'getAll', returnAll: true })]),
			manualTrigger.name,
		);
		expect(list.items(nodeName).map(({ json }) => json.name)).toEqual(
			expect.arrayContaining(['a', 'b', 'c']),
		);

		await queueMode.saveAgain(workflowId, workflow({ ifExists: 'use' }));
		const again = await runAgain(workflowId);
		expect(
			again
				.items(nodeName)
				.map(({ json, pairedItem }) => [json.name, json.alreadyExisted, pairedItem.item]),
		).toEqual(names.map((name, index) => [name, index < 3, index]));
		expect(await createdNames()).toEqual(names);
		expect(await postsOfNetworks()).toBe(5);
	});

	it('in the middle of a wait leaves one network, which Use It waits for', async () => {
		const workflowId = await queueMode.save(
			workflowOf(
				createNetworks(retry, {
					items: [{ name: 'a', region: 'us-east-1' }],
					fields: { ifExists: 'use' },
					waits: true,
				}),
			),
		);
		const countReads = async () =>
			(await sandbox.requests()).filter(
				({ method, path }) => method === 'GET' && /^\/v1\/networks\/NW/.test(path),
			).length;
		const busy = await sandbox.fault({
			method: 'GET',
			path: '/v1/networks/NW',
			kind: 'status',
			status: 503,
		});
		await killInTheMiddle(workflowId, async () => (await countReads()) > 0);
		await sandbox.endFault(busy.id);
		const [created] = (await sandbox.state()).networks.filter(({ name }) => name === 'a');

		const again = await runAgain(workflowId);
		expect(again.items(nodeName).map(({ json }) => json)).toEqual([
			expect.objectContaining({ id: created.id, status: 'ok', alreadyExisted: true }),
		]);
		expect(await createdNames()).toEqual(['a']);
		expect(await postsOfNetworks()).toBe(1);
	});

	it("leaves executions that end without the node's output, and that no other worker takes over", async () => {
		expect(killed).toHaveLength(2);
		for (const executionId of killed) {
			const run = await queueMode.ended(executionId, verdictMs);
			// A worker that restarts soon enough finds the execution in its log, and marks it as crashed.
			expect(['error', 'crashed']).toContain(run.status);
			expect(run.error).toMatch(/failed to be processed too many times|did not finish/);
			const ofNode = run.runs.filter(({ node }) => node === nodeName);
			expect(ofNode.flatMap(({ outputs }) => outputs)).toEqual([]);
			expect(queueMode.startedByWorkers().filter((id) => id === executionId)).toHaveLength(1);
		}
		expect(await sandbox.requests()).toEqual([]);
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

interface Creation {
	/** Names and regions of the networks; three of them by default. */
	items?: Array<{ name: string; region: string }>;
	fields?: Record<string, unknown>;
	/** Whether each is waited for. */
	waits?: boolean;
}

/** Networks that are created one after the other, one per item. */
function createNetworks(
	settings: Record<string, unknown>,
	{ items = threeNetworks(), fields = {}, waits = false }: Creation = {},
): Step[] {
	return [
		itemSource(items),
		chainstack(
			{
				resource: 'network',
				operation: 'create',
				project: byId(seedIds.projects.main),
				protocol: 'ethereum',
				chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
				nodes: {
					node: [
						{ name: 'peer', type: 'dedicated', provider: 'aws', region: '={{ $json.region }}' },
					],
				},
				name: '={{ $json.name }}',
				...(waits && { waitUntilReady: true, waitInterval: 1, waitLimit: 60 }),
				...fields,
			},
			settings,
		),
	];
}

/** The region of the second one may be invalid. */
function threeNetworks(region = 'us-east-1') {
	return [
		{ name: 'a', region: 'us-east-1' },
		{ name: 'b', region },
		{ name: 'c', region: 'us-east-1' },
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
	expect(queueMode.startedByWorkers()).toContain(queued.id);
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

async function countNodeLists(): Promise<number> {
	return (await sandbox.requests()).filter(({ path }) => path === '/v1/nodes/').length;
}
