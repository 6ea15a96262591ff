// Check Sync beside the built-in HTTP Request node doing the same, in one n8n, in turn:
//   node bench/check-sync.mjs [rounds]
// Prints medians of the time n8n reports for the node, and what the server saw of it.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { installPackage } from '../scripts/lib/installPackage.mjs';
import { localAccount } from '../scripts/lib/localAccount.mjs';
import { N8nClient } from '../scripts/lib/n8nClient.mjs';
import { ensureN8n } from '../scripts/lib/n8nInstall.mjs';
import { startN8n } from '../scripts/lib/n8nServer.mjs';
import { ensureTarball } from '../scripts/lib/packageTarball.mjs';
import { localFolder } from '../scripts/lib/paths.mjs';

const rounds = Number(argv[2] ?? 5);
const key = 'bench0key0bench0key0bench0key0';
const folder = join(localFolder, 'bench');
const userFolder = join(folder, 'n8n');
rmSync(folder, { recursive: true, force: true });
mkdirSync(userFolder, { recursive: true });

/**
 * @param {number} delayMs
 * @param {number} [perSecond]
 */
async function answerer(delayMs, perSecond = Infinity) {
	const script = fileURLToPath(new URL('./answerer.mjs', import.meta.url));
	const child = spawn(execPath, [script, String(delayMs), String(perSecond)]);
	/** @type {string} */
	const port = await new Promise((resolve) => {
		child.stdout.once('data', (data) => resolve(String(data).trim()));
	});
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		count: async () => await (await fetch(`${url}/count`)).json(),
		stop: () => child.kill(),
	};
}

/**
 * @param {string} name
 * @param {number} count
 * @param {object} node
 */
function workflow(name, count, node) {
	/** @param {string} target */
	const to = (target) => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
	const jsCode = `return Array.from({ length: ${count} }, (_, n) => ({ json: { n, host: n % 200 } }))`;
	return {
		name,
		nodes: [
			{
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				id: 'a',
			},
			{
				name: 'Items',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [200, 0],
				parameters: { jsCode },
				id: 'b',
			},
			{ name: 'Tested', position: [400, 0], id: 'c', onError: 'continueRegularOutput', ...node },
		],
		connections: { Start: to('Items'), Items: to('Tested') },
		settings: {},
	};
}

/** @param {string} url */
const checkSync = (url, options = {}) => ({
	type: 'n8n-nodes-chainstack.chainstack',
	typeVersion: 1,
	parameters: { resource: 'jsonRpc', operation: 'checkSync', endpointSource: 'url', url, options },
});

/** @param {string} url */
const httpRequest = (url, options = {}) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.3,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '{"jsonrpc":"2.0","method":"eth_syncing","params":[],"id":1}',
		options,
	},
});

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const [install, tarball] = [await ensureN8n(), await ensureTarball()];
await installPackage(tarball, userFolder);
const account = localAccount(join(folder, 'account.json'));
const n8n = await startN8n({
	install,
	userFolder,
	encryptionKey: account.encryptionKey,
	logFile: join(folder, 'n8n.log'),
});
const client = new N8nClient(n8n.url);
await client.signIn(account);
const servers = [await answerer(5), await answerer(50), await answerer(5, 250)];

/** @param {string} url */
const plain = (url) => `${url}/${key}/evm`;
/** @param {string} url */
const byExpression = (url) => `={{ '${url}/${key}/evm' + ($json.n < 0 ? '' : '') }}`;
/** @param {string} url */
const fleet = (url) =>
	`={{ 'http://127.0.0.' + ($json.host + 1) + ':${new URL(url).port}/${key}/evm' }}`;

/** @type {Array<[string, number, { url: string, count(): Promise<any> }, (url: string) => string]>} */
const cases = [
	['one endpoint, 5 ms', 1000, servers[0], plain],
	['one endpoint, 5 ms, 1 expression', 1000, servers[0], byExpression],
	['one endpoint, 50 ms', 1000, servers[1], plain],
	['200 endpoints, 5 ms', 1000, servers[0], fleet],
	['200 endpoints, 50 ms', 1000, servers[1], fleet],
	['limit of 250 a second', 1000, servers[2], plain],
];

try {
	for (const [title, count, server, address] of cases) {
		const contestants = {
			'Check Sync': checkSync(address(server.url)),
			'HTTP Request': httpRequest(address(server.url)),
		};
		/** @type {Record<string, { times: number[], seen: any, good: number }>} */
		const results = {};
		for (let round = -1; round < rounds; round += 1) {
			for (const [name, node] of Object.entries(contestants)) {
				const { id } = await client.createWorkflow(workflow(`${title}, ${name}`, count, node));
				await server.count();
				const execution = await client.run(id, 'Start');
				const run = execution.runs.find(({ node: ran }) => ran === 'Tested');
				const items = execution.items('Tested');
				const entry = (results[name] ??= { times: [], seen: {}, good: 0 });
				if (round >= 0) entry.times.push(run?.milliseconds ?? NaN);
				entry.seen = await server.count();
				entry.good = items.filter(
					(/** @type {any} */ { json }) => json.ready === true || json.result === false,
				).length;
			}
		}
		for (const [name, { times, seen, good }] of Object.entries(results)) {
			console.log(
				`${title.padEnd(34)} ${name.padEnd(14)} median ${String(median(times)).padStart(6)} ms ` +
					`(${Math.min(...times)} to ${Math.max(...times)}), ${good} of ${count} good, ` +
					`${seen.requests} requests, ${seen.calls} calls, at most ${seen.mostInFlight} in flight`,
			);
		}
	}
} finally {
	await n8n.stop();
	for (const server of servers) server.stop();
}
