// Check Sync beside the built-in HTTP Request node doing the same, in one n8n, in turn:
//   node bench/check-sync.mjs [rounds] [text]
// Prints medians of the time n8n reports for the node, and what the server saw of it. With a text only the
// cases whose title contains it. One more round, not counted, comes first. Linux only: the many endpoints
// are addresses of the loopback network.
import { argv } from 'node:process';
import { table } from '../scripts/lib/table.mjs';
import { startAnswerer } from './answererProcess.mjs';
import { cases } from './cases.mjs';
import { checkSync, httpRequest, question } from './contestants.mjs';
import { prepareN8n } from './realN8n.mjs';
import { median, span } from './statistics.mjs';
import { itemsFor, stored } from './workflow.mjs';

const items = 1000;
const rounds = Number(argv[2] ?? 5);
const wanted = cases.filter(({ title }) => title.includes(argv[3] ?? ''));

/** From here on a round takes so long that two have to do. */
const longRunMs = 10_000;

/** @typedef {{ milliseconds: number, good: number } & import('./answererProcess.mjs').Counters} Measurement */

/**
 * The shortest time in which a server that lets so many calls pass in each second answers all items: its
 * first second starts with the first call, and the last calls go out as soon as their second starts.
 *
 * @param {import('./cases.mjs').Limit} limit
 */
function idealMs({ perSecond, burst }) {
	if (burst !== undefined) return ((items - burst) / perSecond) * 1000;
	return (Math.ceil(items / perSecond) - 1) * 1000;
}

/**
 * @param {import('./cases.mjs').Case} tested
 * @param {string} address
 * @param {number} version
 */
function contestantsOf({ expressions, arePlain, limit }, address, version) {
	const asked = question(address, expressions, arePlain);
	const ours = checkSync(asked);
	const builtIn = httpRequest(asked, version);
	if (!limit) return [ours, builtIn];
	return limit.tuned ? [ours, builtIn, httpRequest(asked, version, limit.tuned)] : [ours];
}

/**
 * @param {import('./cases.mjs').Case} tested
 * @param {import('./realN8n.mjs').RealN8n} n8n
 */
async function measure(tested, { client, httpRequestVersion }) {
	const { delayMs, hosts, ports, keys, limit } = tested;
	const server = await startAnswerer({ delayMs, hosts, ports, keys, ...limit });
	try {
		const { addresses } = server;
		const entries = [];
		for (const contestant of contestantsOf(tested, addresses[0], httpRequestVersion)) {
			const workflow = await stored(client, itemsFor(contestant, items, addresses));
			/** @type {Measurement[]} */
			const measurements = [];
			entries.push({ name: contestant.name, workflow, measurements });
		}
		const isLong = limit !== undefined && idealMs(limit) > longRunMs;
		for (let round = isLong ? 1 : 0; round <= (isLong ? Math.min(rounds, 2) : rounds); round += 1) {
			for (const { workflow, measurements } of entries) {
				await server.count();
				const { milliseconds, good } = await workflow.read(await workflow.run());
				if (round > 0) measurements.push({ milliseconds, good, ...(await server.count()) });
			}
		}
		return entries;
	} finally {
		server.stop();
	}
}

/**
 * @param {import('./cases.mjs').Case} tested
 * @param {Awaited<ReturnType<typeof measure>>} entries
 */
function report({ title, limit }, entries) {
	const ideal = limit && idealMs(limit);
	/** @param {Measurement[]} all @param {keyof Measurement} name */
	const values = (all, name) => all.map((measurement) => measurement[name]);
	const first = median(values(entries[0].measurements, 'milliseconds'));
	const rows = entries.map(({ name, measurements }) => {
		const times = values(measurements, 'milliseconds');
		const cells = [
			`${Math.round(median(times))}`,
			span(times),
			`${(median(times) / first).toFixed(2)}`,
			`${Math.min(...values(measurements, 'good'))}`,
			`${median(values(measurements, 'requests'))}`,
			`${median(values(measurements, 'calls'))}`,
			`${Math.max(...values(measurements, 'mostInFlight'))}`,
		];
		if (ideal) cells.push(`${((median(times) / ideal - 1) * 100).toFixed(1)} %`);
		return [name, ...cells];
	});
	const head = ['Node', 'Median ms', 'From, to', 'Ratio', 'Good', 'Requests', 'Calls', 'In flight'];
	console.log(ideal ? `${title} (ideal: ${ideal} ms)` : title);
	console.log(`${table(ideal ? [...head, 'Over ideal'] : head, rows)}\n`);
}

const n8n = await (await prepareN8n('bench'))();
try {
	for (const tested of wanted) report(tested, await measure(tested, n8n));
} finally {
	await n8n.stop();
}
