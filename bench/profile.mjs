// Where the time of Check Sync goes: a CPU profile of n8n's main process, from the node's start to its end.
//   node bench/profile.mjs
// The profiles stay in .n8n-sandbox/bench-profile, to be opened in a browser's developer tools.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../scripts/bootstrap/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { table } from '../scripts/lib/table.mjs';
import { startAnswerer } from './answererProcess.mjs';
import { checkSync, question } from './contestants.mjs';
import { addUp } from './cpuProfile.mjs';
import { prepareN8n } from './realN8n.mjs';
import { itemsFor, stored } from './workflow.mjs';

const folderName = 'bench-profile';
const ourFiles = /\/node_modules\/n8n-nodes-chainstack\/dist\/(?:nodes\/)?(.*)$/;
const mostFunctions = 15;

/**
 * Whose code a file is; the first that fits counts. V8's own entries, in brackets, have no file. Parts of
 * Node.js that are not listed, such as those that read addresses, count for whoever calls them.
 *
 * @type {Array<[string, RegExp]>}
 */
const categories = [
	['this package', ourFiles],
	['garbage collection', /^\(garbage collector\)$/],
	['waiting', /^\(idle\)$/],
	['outside JavaScript', /^\(program\)$/],
	[
		'n8n: expressions and parameters',
		/\/n8n-workflow\/.*\/(expression|extensions|workflow-(data-proxy|expression)|augment-object|node-helpers|type-validation)|\/@n8n\/(tournament|expression-runtime)\/|\/(isolated-vm|luxon|jmespath|recast|esprima-next|ast-types)\/|\/node-execution-context\/(node-execution-context|utils\/(validate-value|ensure-type|cleanup-parameter|extract-value|get-additional-keys))/,
	],
	[
		'HTTP: n8n and axios',
		/\/(axios|follow-redirects|form-data|proxy-from-env|[\w-]*agent[\w-]*|qs)\/|request-help|\/n8n-core\/.*(http|proxy|ssrf)|\/@n8n\/backend-network\//,
	],
	['HTTP: Node.js', /^node:(_?http|net|_?tls|dns|zlib|internal\/(http|net|stream|js_stream|dns))/],
	['database', /\/(@n8n\/typeorm|typeorm|sqlite3|flatted|@n8n\/db)\//],
	['n8n: everything else', /\/node_modules\//],
];

const cases = [
	{ title: '10,000 items, one endpoint, no expression', items: 10_000, hosts: 1, expressions: 0 },
	{ title: '1,000 items, 200 endpoints, 1 expression', items: 1000, hosts: 200, expressions: 1 },
	{
		title: '1,000 items, 1,000 endpoints, 1 expression',
		items: 1000,
		hosts: 200,
		ports: 5,
		expressions: 1,
	},
];

/** @param {string} url @param {string} name */
function categoryOf(url, name) {
	return categories.find(([, files]) => files.test(url || name))?.[0];
}

/** @param {string} url */
const ourFile = (url) => ourFiles.exec(url)?.[1];

/**
 * @param {number} items
 * @param {Map<string, number>} shares microseconds by category
 */
function shareTable(items, shares) {
	const whole = [...shares.values()].reduce((sum, us) => sum + us, 0);
	const rows = [...shares]
		.filter(([, us]) => us > 0)
		.sort(([, a], [, b]) => b - a)
		.map(([name, us]) => [name, (us / items).toFixed(1), `${((us / whole) * 100).toFixed(1)} %`]);
	return table(['Where', 'µs per item', 'Share'], rows);
}

/**
 * @param {number} items
 * @param {import('./cpuProfile.mjs').FunctionTime[]} functions
 * @param {'selfUs' | 'totalUs'} by
 */
function functionTable(items, functions, by) {
	const rows = [...functions]
		.sort((a, b) => b[by] - a[by])
		.slice(0, mostFunctions)
		.map(({ name, selfUs, totalUs }) => [
			name,
			(selfUs / items).toFixed(2),
			(totalUs / items).toFixed(2),
		]);
	return table([`Most ${by === 'selfUs' ? 'by itself' : 'in all'}`, 'Own µs', 'Total µs'], rows);
}

const [port] = await freePorts(1);
const inside = new URL('./profilerInside.mjs', import.meta.url).href;
const start = await prepareN8n(folderName, {
	NODE_OPTIONS: `--import ${inside}`,
	BENCH_PROFILER_PORT: `${port}`,
});
const profiler = `http://127.0.0.1:${port}`;
const { client, stop } = await start();
try {
	for (const [index, { title, items, hosts, ports, expressions }] of cases.entries()) {
		const server = await startAnswerer({ delayMs: 5, hosts, ports });
		try {
			const { addresses } = server;
			const contestant = checkSync(question(addresses[0], expressions));
			const workflow = await stored(client, itemsFor(contestant, items, addresses));
			await workflow.run();
			await workflow.run();
			await fetch(`${profiler}/start`);
			const execution = await workflow.run();
			/** @type {any} */
			const { profile, zeroUs } = await (await fetch(`${profiler}/stop`)).json();
			const { startedAt, milliseconds, good } = await workflow.read(execution);
			writeFileSync(
				join(localFolder, folderName, `case-${index + 1}.cpuprofile`),
				JSON.stringify(profile),
			);
			const fromUs = startedAt * 1000 - zeroUs;
			const moments = { fromUs, toUs: fromUs + milliseconds * 1000 };
			const { categories: shares, functions } = addUp(profile, moments, categoryOf, ourFile);
			console.log(`${title}: ${milliseconds} ms with the profiler, ${good} good`);
			console.log(shareTable(items, shares));
			console.log(functionTable(items, functions, 'selfUs'));
			console.log(`${functionTable(items, functions, 'totalUs')}\n`);
		} finally {
			server.stop();
		}
	}
} finally {
	await stop();
}
