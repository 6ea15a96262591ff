// How much n8n's main process grows while Check Sync, or the built-in HTTP Request node, asks for 10,000
// items; and while a node that does nothing gets them, which is n8n's own share:
//   node bench/memory.mjs [rounds]
// Each measurement has a freshly started n8n, warmed up with ten items. The growth is the highest resident
// memory until n8n has stored the execution, less what it was before. Linux only: it reads /proc.
import { argv } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../scripts/lib/table.mjs';
import { startAnswerer } from './answererProcess.mjs';
import { checkSync, httpRequest, noOperation, question } from './contestants.mjs';
import { mainProcess, needLinux } from './mainProcess.mjs';
import { prepareN8n } from './realN8n.mjs';
import { median, span } from './statistics.mjs';
import { itemsFor, stored } from './workflow.mjs';

needLinux();
const items = 10_000;
const rounds = Number(argv[2] ?? 3);
const sampleMs = 50;

/** @typedef {{ growthMb: number, milliseconds: number, good: number }} Measurement */

/**
 * @param {import('./realN8n.mjs').RealN8n} n8n
 * @param {import('./contestants.mjs').Contestant} contestant
 * @param {string[]} addresses
 * @returns {Promise<Measurement>}
 */
async function measure(n8n, contestant, addresses) {
	const warmUp = await stored(n8n.client, itemsFor(contestant, 10, addresses));
	await warmUp.run();
	const workflow = await stored(n8n.client, itemsFor(contestant, items, addresses));
	await sleep(2000);
	const { residentMb } = mainProcess(n8n);
	const before = residentMb();
	let peak = before;
	const sampler = setInterval(() => (peak = Math.max(peak, residentMb())), sampleMs);
	const execution = await workflow.run().finally(() => clearInterval(sampler));
	const { milliseconds, good } = await workflow.read(execution);
	return { growthMb: peak - before, milliseconds, good };
}

/**
 * @template T
 * @param {() => Promise<import('./realN8n.mjs').RealN8n>} start
 * @param {(n8n: import('./realN8n.mjs').RealN8n) => T | Promise<T>} work
 * @returns {Promise<T>} what the work gave that a fresh n8n was started for
 */
async function withFresh(start, work) {
	const n8n = await start();
	try {
		return await work(n8n);
	} finally {
		await n8n.stop();
	}
}

const server = await startAnswerer({ delayMs: 5 });
try {
	const { addresses } = server;
	const start = await prepareN8n('bench-memory');
	// The first start sets up the database, which no measurement is to see.
	const version = await withFresh(start, ({ httpRequestVersion }) => httpRequestVersion);
	const entries = [
		...[0, 2].flatMap((expressions) => {
			const asked = question(addresses[0], expressions);
			return [checkSync(asked), httpRequest(asked, version)].map((contestant) => ({
				contestant,
				expressions: `${expressions}`,
			}));
		}),
		{ contestant: noOperation, expressions: '' },
	].map((entry) => ({ ...entry, measurements: /** @type {Measurement[]} */ ([]) }));
	for (let round = 0; round < rounds; round += 1) {
		for (const { contestant, measurements } of entries) {
			measurements.push(await withFresh(start, (n8n) => measure(n8n, contestant, addresses)));
		}
	}
	const rows = entries.map(({ contestant: { name }, expressions, measurements }) => {
		const growths = measurements.map(({ growthMb }) => growthMb);
		const good = Math.min(...measurements.map((measurement) => measurement.good));
		return [
			name,
			expressions,
			`${Math.round(median(growths))}`,
			span(growths),
			`${Math.round(median(measurements.map(({ milliseconds }) => milliseconds)))}`,
			name === noOperation.name ? '' : `${good}`,
		];
	});
	console.log(table(['Node', 'Expressions', 'Growth MB', 'From, to', 'Node ms', 'Good'], rows));
} finally {
	server.stop();
}
