// Where the time of Check Sync goes: a CPU profile of n8n's main process, from the node's start to its end.
//   npx tsx bench/profile.mts
// The profiles stay in .n8n-sandbox/bench-profile, to be opened in a browser's developer tools.
import { writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { localFolder } from '../scripts/bootstrap/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mts';
import { table } from '../scripts/lib/table.mts';
import { startAnswerer } from './answererProcess.mts';
import { checkSync, question, type Given } from './contestants.mts';
import { addUp, type FunctionTime } from './cpuProfile.mts';
import { prepareN8n } from './realN8n.mts';
import { itemsFor, stored } from './workflow.mts';

const folderName = 'bench-profile';
const ourFiles = /\/node_modules\/n8n-nodes-chainstack\/dist\/(?:nodes\/)?(.*)$/;
const mostFunctions = 15;

/**
 * Whose code a file is; the first that fits counts. V8's own entries, in brackets, have no file. Parts of
 * Node.js that are not listed, such as those that read addresses, count for whoever calls them.
 */
const categories: Array<[string, RegExp]> = [
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

interface Profiled {
	title: string;
	items: number;
	hosts: number;
	ports?: number;
	given: Given;
}

const cases: Profiled[] = [
	{ title: '10,000 items, one endpoint, no expression', items: 10_000, hosts: 1, given: 'fixed' },
	{ title: '1,000 items, 200 endpoints, 1 expression', items: 1000, hosts: 200, given: 'computed' },
	{
		title: '1,000 items, 1,000 endpoints, 1 expression',
		items: 1000,
		hosts: 200,
		ports: 5,
		given: 'computed',
	},
];

function categoryOf(url: string, name: string): string | undefined {
	return categories.find(([, files]) => files.test(url || name))?.[0];
}

const ourFile = (url: string) => ourFiles.exec(url)?.[1];

/** @param shares microseconds by category */
function shareTable(items: number, shares: ReadonlyMap<string, number>): string {
	const whole = [...shares.values()].reduce((sum, us) => sum + us, 0);
	const rows = [...shares]
		.filter(([, us]) => us > 0)
		.sort(([, a], [, b]) => b - a)
		.map(([name, us]) => [name, (us / items).toFixed(1), `${((us / whole) * 100).toFixed(1)} %`]);
	return table(['Where', 'µs per item', 'Share'], rows);
}

function functionTable(
	items: number,
	functions: readonly FunctionTime[],
	by: 'selfUs' | 'totalUs',
): string {
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
	for (const [index, { title, items, hosts, ports, given }] of cases.entries()) {
		const server = await startAnswerer({ delayMs: 5, hosts, ports });
		try {
			const { addresses } = server;
			const contestant = checkSync(question(addresses[0], given));
			const workflow = await stored(client, itemsFor(contestant, items, addresses));
			await workflow.run();
			await workflow.run();
			await fetch(`${profiler}/start`);
			const execution = await workflow.run();
			const taken = await (await fetch(`${profiler}/stop`)).json();
			const { profile, zeroUs } = taken as { profile: Profiler.Profile; zeroUs: number };
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
