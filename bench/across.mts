// npx tsx bench/across.mts: Call on Several Nodes beside what people build by hand, an HTTP Request whose error output
// goes into a second one, in one real n8n: 1,000 items, and something is wrong with the preferred endpoint. Prints how
// long it took and how many items ended with the right answer.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { table } from '../scripts/lib/table.mts';
import { readExecution } from '../scripts/lib/n8nExecution.mts';
import { HTTP_REQUEST } from './contestants.mts';
import { prepareN8n, withN8n, type RealN8n } from './realN8n.mts';
import { stored, type Workflow } from './workflow.mts';

const ITEMS = 1000;

const TROUBLES = ['nothing', 'hangs', 'limited', 'lags'] as const;
type Trouble = (typeof TROUBLES)[number];

/** Calls in a second that the limited endpoint answers; others get an error inside HTTP 200. */
const PER_SECOND = 200;

interface Call {
	id: number;
	method: string;
	params: unknown[];
}

/** The answers of an endpoint; one that lags is 100 blocks behind, and has the balances of then. */
function answer({ id, method, params }: Call, isBehind: boolean): object {
	const height = Math.floor(Date.now() / 12_000) - (isBehind ? 100 : 0);
	const hex = (value: number): string => `0x${value.toString(16)}`;
	const block = { number: hex(height), timestamp: hex(height * 12), hash: hex(height) };
	const results: Record<string, unknown> = {
		eth_getBalance: hex((isBehind ? 1 : 1000) + Number(params[0])),
		eth_getBlockByNumber: block,
		eth_blockNumber: block.number,
		eth_chainId: '0x1',
		eth_syncing: false,
	};
	return { jsonrpc: '2.0', id, result: results[method] ?? null };
}

async function start(trouble: Trouble): Promise<Server> {
	let from = 0;
	let count = 0;
	const reply = (call: Call): object => {
		if (Date.now() - from >= 1000) {
			from = Date.now();
			count = 0;
		}
		count += 1;
		const error = { code: -32005, message: 'You have reached the RPS limit' };
		if (trouble === 'limited' && count > PER_SECOND) return { jsonrpc: '2.0', id: call.id, error };
		return answer(call, trouble === 'lags');
	};
	const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', (chunk) => {
			text += chunk;
		});
		request.on('end', () => {
			if (trouble === 'hangs') return;
			const body = JSON.parse(text) as Call | Call[];
			const content = JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body));
			setTimeout(() => {
				response.writeHead(200, { 'Content-Type': 'application/json' });
				response.end(content);
			}, 5);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

const DONE = 'Done';

/** A workflow that starts by hand, makes the items, and ends in one node. */
function workflowOf(name: string, nodes: object[], connections: object): Workflow {
	const jsCode = `return Array.from({ length: ${ITEMS} }, (_, n) => ({ json: { n } }));`;
	const all = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		...nodes,
		{ name: DONE, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
	].map((node, index) => ({ id: `node-${index}`, position: [200 * index, 0], ...node }));
	return {
		name,
		nodes: all,
		connections: { Start: { main: [[to('Items')]] }, ...connections },
		settings: {},
	};
}

const to = (node: string) => ({ node, type: 'main', index: 0 });

function byHand([first, second]: readonly string[], typeVersion: number): Workflow {
	const body =
		"={{ JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [String($('Items').item.json.n), 'latest'] }) }}";
	const node = (name: string, url: string, more: object) => ({
		name,
		type: HTTP_REQUEST,
		typeVersion,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: body,
			options: { timeout: 5000 },
		},
		...more,
	});
	return workflowOf(
		'By hand',
		[
			node('First', first, { onError: 'continueErrorOutput' }),
			node('Second', second, { onError: 'continueRegularOutput' }),
		],
		{
			Items: { main: [[to('First')]] },
			First: { main: [[to(DONE)], [to('Second')]] },
			Second: { main: [[to(DONE)]] },
		},
	);
}

function ours(addresses: readonly string[], strategy: string, options: object): Workflow {
	const node = {
		name: 'Across',
		type: 'n8n-nodes-chainstack.chainstack',
		typeVersion: 1,
		onError: 'continueRegularOutput',
		parameters: {
			resource: 'jsonRpc',
			operation: 'callAcross',
			endpoints: 'addresses',
			addresses: addresses.join('\n'),
			strategy,
			method: { __rl: true, mode: 'name', value: 'eth_getBalance' },
			params: '={{ [String($json.n), "latest"] }}',
			options,
		},
	};
	return workflowOf(`Across, ${strategy}`, [node], {
		Items: { main: [[to('Across')]] },
		Across: { main: [[to(DONE)]] },
	});
}

async function measure(workflow: Workflow, { client }: RealN8n): Promise<[number, number, number]> {
	const { run } = await stored(client, workflow);
	let ms = 0;
	let right = 0;
	let wrong = 0;
	// The first run warms up.
	for (let round = 0; round < 2; round += 1) {
		const execution = await readExecution(client, await run(), 10_000);
		const runs = execution.runs.filter(({ node }) => !['Start', 'Items', DONE].includes(node));
		ms = runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
		const ended = execution.runs
			.filter(({ node }) => node === DONE)
			.flatMap(({ outputs }) => outputs[0] ?? []);
		const results = new Set(ended.map(({ json }) => json.result));
		right = Array.from({ length: ITEMS }, (_, n) => `0x${(1000 + n).toString(16)}`).filter((each) =>
			results.has(each),
		).length;
		wrong = ended.filter(
			({ json: { result } }) => typeof result === 'string' && Number(result) < 1000,
		).length;
	}
	return [ms, right, wrong];
}

await withN8n(await prepareN8n('bench-across'), async (n8n) => {
	for (const trouble of TROUBLES) {
		const servers = [await start(trouble), await start('nothing'), await start('nothing')];
		const addresses = servers.map((server, index) => {
			const { port } = server.address() as AddressInfo;
			return `http://127.0.0.1:${port}/bench${String(index).repeat(25)}/evm`;
		});
		const options = trouble === 'lags' ? { maxBlockAge: 60 } : {};
		const workflows = [
			byHand(addresses, n8n.httpRequestVersion),
			...['first', 'fastest', 'agreement'].map((strategy) => ours(addresses, strategy, options)),
		];
		const rows: string[][] = [];
		for (const workflow of workflows) {
			const [ms, right, wrong] = await measure(workflow, n8n);
			rows.push([workflow.name, `${ms}`, `${right}`, `${wrong}`, `${ITEMS - right - wrong}`]);
		}
		console.log(`The preferred endpoint: ${trouble}`);
		console.log(`${table(['', 'ms', 'Right', 'Wrong', 'None'], rows)}\n`);
		for (const server of servers) {
			server.closeAllConnections();
			server.close();
		}
	}
});
