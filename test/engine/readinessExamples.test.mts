import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { jsons, usePlatform } from './fixtures/platform.mts';
import { splitOut } from './fixtures/splitOut.mts';
import {
	loadPackage,
	readWorkflow,
	runWorkflow,
	type WorkflowLike,
	type WorkflowRunOptions,
} from './support/index.mts';

const platform = usePlatform({ deployMs: 1 });
const { ethereum, hyperliquid } = seedIds.nodes;
const nodeTypes = { 'n8n-nodes-base.splitOut': splitOut };

const exampleOf = (name: string): WorkflowLike => readWorkflow(`examples/${name}.json`);

async function run(example: string | WorkflowLike, options: WorkflowRunOptions = {}) {
	const workflow = typeof example === 'string' ? exampleOf(example) : example;
	return await runWorkflow(workflow, {
		credentials: platform.credential(),
		nodeTypes,
		startNode: 'Run by Hand',
		...options,
	});
}

/** An example with another value in the list of its nodes. */
function withNodes(name: string, nodes: object[]): WorkflowLike {
	const workflow = exampleOf(name);
	const list = workflow.nodes.find((each) => each.name === 'Nodes to Show');
	const { assignments } = (
		list?.parameters as { assignments: { assignments: Array<{ value: string }> } }
	).assignments;
	assignments[0].value = JSON.stringify(nodes);
	return workflow;
}

describe('Fleet table with the laggards of each chain', () => {
	it('marks who is behind the others of its chain', async () => {
		const [late] = platform.sandbox.addNodes(3);
		platform.sandbox.setRpcBehaviour(late, { headOffset: -40 });
		for (const id of platform.sandbox.state().nodes.map((each) => each.id)) {
			if (id !== late) platform.sandbox.setRpcBehaviour(id, { headOffset: 1000 });
		}
		const report = await run('chain-laggards');
		expect(report.error).toBeUndefined();
		const [table] = jsons(report.items('Replace with Slack, E-Mail, …')) as Array<{
			laggards: string[];
			rows: Array<Record<string, unknown>>;
		}>;
		expect(table.laggards).toEqual(['ethereum-0001']);
		expect(table.rows.find(({ node }) => node === 'ethereum-0001')).toMatchObject({
			chain: 'Ethereum Mainnet',
			mark: 'lagging',
			reason: expect.stringContaining('behind most others') as string,
		});
		expect(table.rows.find(({ node }) => node === 'bitcoin-1')).toMatchObject({
			chain: 'Bitcoin Mainnet',
			mark: '',
			reason: expect.stringContaining('at least 3') as string,
		});
	});
});

describe('Verify a new archive node', () => {
	it.each([
		[0, 'Good News', `${ethereum} is an archive node`],
		[1_000_000_000, 'Bad News', `${ethereum} is no archive node`],
	])('with state from block %d on: %s', async (stateFrom, branch, subject) => {
		platform.sandbox.setRpcAnswer(ethereum, 'eth_getBalance', '0x0');
		if (stateFrom > 0) {
			const error = { code: -32000, message: 'missing trie node' };
			platform.sandbox.setRpcAnswer(ethereum, 'eth_getBalance', {
				$omit: ['result'],
				$answer: { error },
			});
		}
		const workflow = exampleOf('verify-archive-node');
		const wait = workflow.nodes.find(({ name }) => name === 'Wait Until Synced');
		Object.assign(wait?.parameters ?? {}, { waitInterval: 1 });
		const report = await run(workflow);
		expect(report.error).toBeUndefined();
		expect(jsons(report.items(branch))).toEqual([
			{ subject, text: expect.stringMatching(/block/) as string },
		]);
	});
});

describe('Disk and memory of dedicated nodes', () => {
	it('makes a row of each, also of one that cannot be read', async () => {
		platform.sandbox.fault({ path: `/v1/nodes/${hyperliquid}/`, kind: 'status', status: 404 });
		const report = await run('node-metrics');
		expect(report.error).toBeUndefined();
		const rows = jsons(report.items('Replace with Google Sheets')) as Array<
			Record<string, unknown>
		>;
		expect(rows.find(({ node }) => node === 'eth-archive-1')).toMatchObject({
			'processor %': 41,
			'memory %': 75,
			'memory GiB': 24,
			'disk GiB': 4096,
			note: '',
		});
		expect(rows.find(({ node }) => node === 'hyperliquid-1')).toMatchObject({
			'memory %': '',
			note: expect.stringContaining('did not find') as string,
		});
	});
});

describe('Status page of several chains', () => {
	it('shows Solana beside Ethereum', async () => {
		const solana = platform.sandbox.addNodes(8).at(-1) ?? '';
		platform.sandbox.setRpcBehaviour(solana, { condition: 'syncing' });
		const nodes = [
			{ label: 'Ethereum', nodeId: ethereum },
			{ label: 'Solana <main>', nodeId: solana },
		];
		const report = await run(withNodes('status-page', nodes));
		expect(report.error).toBeUndefined();
		const [page] = jsons(report.items('Replace with Your Website')) as Array<{
			subject: string;
			rows: object[];
			page: string;
		}>;
		expect(page.subject).toBe('Not fine: Solana <main>');
		expect(page.rows).toMatchObject([
			{ label: 'Ethereum', good: true, state: 'ready' },
			{ label: 'Solana <main>', good: false, state: 'syncing', reason: 'it is 4200 blocks behind' },
		]);
		expect(page.page).toContain('<td>Solana &#60;main&#62;</td>');
	});

	it('shows the nodes it comes with', async () => {
		const report = await run('status-page');
		expect(jsons(report.items('Page'))).toMatchObject([{ subject: 'All chains are fine' }]);
	});
});

it.each(['chain-laggards', 'verify-archive-node', 'node-metrics', 'status-page'])(
	'has only parameters there are, in %s',
	async (example) => {
		const { nodes = [] } = (await loadPackage()).types;
		const known = new Set(
			nodes.find(({ name }) => name === 'chainstack')?.properties.map(({ name }) => name),
		);
		for (const { type, parameters = {} } of exampleOf(example).nodes) {
			if (!type.startsWith('n8n-nodes-chainstack.')) continue;
			expect(Object.keys(parameters).filter((key) => !known.has(key))).toEqual([]);
		}
	},
);
