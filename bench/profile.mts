// Where the time of Check Sync goes: a CPU profile of n8n's main process while it runs a workflow.
//   npx tsx bench/profile.mts
// The profiles stay in .n8n-sandbox/bench-profile, to be opened in a browser's developer tools or an editor.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../scripts/bootstrap/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mts';
import { startAnswerer } from './answererProcess.mts';
import { checkSync, question, type Given } from './contestants.mts';
import { prepareN8n } from './realN8n.mts';
import { itemsFor, stored } from './workflow.mts';

const folderName = 'bench-profile';

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
			const profile = await (await fetch(`${profiler}/stop`)).text();
			const { milliseconds, good } = await workflow.read(execution);
			const file = join(localFolder, folderName, `case-${index + 1}.cpuprofile`);
			writeFileSync(file, profile);
			console.log(`${title}: ${milliseconds} ms with the profiler, ${good} good: ${file}`);
		} finally {
			server.stop();
		}
	}
} finally {
	await stop();
}
