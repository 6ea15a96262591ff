/**
 * Plays many runs in virtual time, each from a seed: `npm run test:simulation -- trigger --runs 1000`, from `--from`
 * on. One of them is played alone, and shown, with `--seed 42`. The word says what is played: see CAMPAIGNS.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import * as across from './across/run.mts';
import { scenarioOf } from './support/drawScenario.mts';
import { gridCases, runCase } from './support/grid.mts';
import { judge } from './support/judge.mts';
import { playDay, playQuietDay } from './trigger/day.mts';
import type { RunResult } from './trigger/run.mts';
import { playUsage } from './trigger/usage.mts';

const REPORT_EVERY_MS = 5000;

/** Seeds a worker takes at a time. */
const PORTION = 20;

/** Simulations make many short-lived objects: with more space for these they take a sixth less time. */
const WORKER = [...process.execArgv, '--max-semi-space-size=64'];

/** The outcome of a run. */
interface Played {
	/** Counts are added up by it. */
	group: string;
	counts: Readonly<Record<string, number>>;
	/** The violations in it. */
	faults: string[];
	/** Further facts about one that is played alone. */
	lines?: string[];
}

const GRID = gridCases();

const CAMPAIGNS: Record<string, (seed: number) => Promise<Played>> = {
	/** Calls to hosts with limits, faults and outages. */
	scheduler: async (seed) => {
		const scenario = scenarioOf(seed);
		const { run, violations } = await judge(scenario);
		const lines = run.transfers.map(({ sentAt, endedAt, url, tags, askedMs }) => {
			const asked = askedMs === undefined ? '' : `, asked to wait ${askedMs} ms`;
			const when = `${sentAt.toFixed(1)} to ${endedAt.toFixed(1)} ms`;
			return `${when}: ${tags.length} calls to ${url}${asked}`;
		});
		const calls = run.calls.length;
		return {
			group: scenario.questions,
			counts: { calls, requests: run.transfers.length },
			faults: violations,
			lines: [JSON.stringify(scenario, null, '\t'), ...lines],
		};
	},
	/** The time and the calls that each kind of limit costs, compared with the fewest possible. */
	grid: async (seed) => {
		const cell = GRID[(seed - 1) % GRID.length];
		const result = await runCase(cell);
		const { calls, answered, sent, tookMs, boundMs } = result;
		const isBad = answered < calls || tookMs > boundMs * 1.001;
		return {
			group: `${cell.refusal} · ${cell.kind}`,
			counts: { calls, sent, tookMs, boundMs },
			faults: isBad ? [JSON.stringify(result)] : [],
			lines: [JSON.stringify(result, null, '\t')],
		};
	},
	/** Calls among three endpoints, one of which has a trouble. */
	across: async (seed) => {
		const scenario = across.scenarioOf(seed);
		const { violations, world, sent, tookMs } = await across.runScenario(scenario);
		const { strategy, trouble, items, isWrite } = scenario;
		const lines = world.endpoints.map(({ url, requests, ...each }) => {
			const times = requests.slice(0, 20).map((at) => at.toFixed(0));
			return `${url} (${each.trouble}): ${each.sent.length} calls, requests at ${times.join(' ')} ms`;
		});
		return {
			group: `${isWrite ? 'write' : strategy} · ${trouble}`,
			counts: { items, sent, tookMs },
			faults: violations,
			lines: [JSON.stringify(scenario, null, '\t'), ...lines],
		};
	},
	/** Days of the trigger; `trigger/due.mts` says what is due. */
	trigger: async (seed) => playedOf('days', await playDay(seed)),
	/** The same with heartbeats and quiet times; `trigger/ledger.mts` says what heartbeats have to say. */
	heartbeat: async (seed) => playedOf('quiet days', await playQuietDay(seed)),
	/** Billing periods of the trigger, some for each seed; `trigger/usageDue.mts` says what is due. */
	usage: async (seed) => playedOf('usage', await playUsage(seed)),
};

const { values, positionals } = parseArgs({
	options: {
		runs: { type: 'string' },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
	},
	allowPositionals: true,
});

const [what = 'scheduler'] = positionals;
const { from, seed, runs = what === 'grid' ? String(GRID.length) : '1000' } = values;
const play = CAMPAIGNS[what];
if (play === undefined)
	throw new Error(`'${what}' is none of ${Object.keys(CAMPAIGNS).join(', ')}`);

if (process.send !== undefined) work();
else if (seed !== undefined) await replay(wholeNumber('seed', seed));
else await campaign(wholeNumber('from', from), wholeNumber('runs', runs));

function playedOf(what: string, { faults, scheduler, ...counts }: RunResult): Played {
	return { group: `${what} · ${scheduler}`, counts, faults };
}

function wholeNumber(option: string, text: string): number {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value > 0) return value;
	throw new Error(`--${option} must be a whole number above 0, but it is "${text}"`);
}

/** Shows one run. */
async function replay(seed: number): Promise<void> {
	const { counts, faults, lines = [] } = await play(seed);
	for (const line of lines) console.log(line);
	console.log(JSON.stringify(counts));
	console.log(faults.length === 0 ? 'all promises hold' : faults.join('\n'));
	if (faults.length > 0) process.exitCode = 1;
}

/** Plays the seeds it is sent, and answers each portion with what they came to. */
function work(): void {
	// Failing requests create exceptions by the thousand, and their stacks are never used.
	Error.stackTraceLimit = 0;
	process.on('message', (seeds: number[]) => {
		void (async () => {
			const played: Played[] = [];
			for (const seed of seeds) played.push({ ...(await play(seed)), lines: undefined });
			process.send?.(played);
		})();
	});
}

async function campaign(from: number, runs: number): Promise<void> {
	const startedAt = Date.now();
	const sums: Record<string, Record<string, number>> = {};
	let next = from;
	let done = 0;
	const bad: number[] = [];
	const progress = (): void => {
		const perSecond = (done / (Date.now() - startedAt)) * 1000;
		const minutes = Math.ceil((runs - done) / Math.max(perSecond, 0.1) / 60);
		console.log(
			`${done} of ${runs} runs, ${bad.length} with violations, ${perSecond.toFixed(0)} runs/s, ${minutes} min left`,
		);
	};
	const timer = setInterval(progress, REPORT_EVERY_MS);
	const workers = Array.from({ length: Math.min(availableParallelism(), runs) }, async () => {
		const worker = fork(fileURLToPath(import.meta.url), [what], { execArgv: WORKER });
		while (next < from + runs) {
			const seeds: number[] = [];
			for (; seeds.length < PORTION && next < from + runs; next += 1) seeds.push(next);
			for (const [index, { group, counts, faults }] of (await ask(worker, seeds)).entries()) {
				done += 1;
				sums[group] ??= { runs: 0, bad: 0 };
				const sum = sums[group];
				const own = { runs: 1, bad: Number(faults.length > 0), ...counts };
				for (const [name, count] of Object.entries(own)) sum[name] = (sum[name] ?? 0) + count;
				if (faults.length === 0) continue;
				bad.push(seeds[index]);
				console.log(`seed ${seeds[index]}, ${group}: ${faults.slice(0, 3).join('; ')}`);
			}
		}
		worker.disconnect();
	});
	await Promise.all(workers);
	clearInterval(timer);
	progress();
	for (const sum of Object.values(sums))
		for (const name of Object.keys(sum)) sum[name] = Math.round(sum[name]);
	console.table(sums);
	if (bad.length === 0) return;
	console.log(`seeds with violations: ${bad.sort((a, b) => a - b).join(' ')}`);
	process.exitCode = 1;
}

async function ask(worker: ReturnType<typeof fork>, seeds: number[]): Promise<Played[]> {
	return await new Promise((resolve, reject) => {
		const fail = (code: number): void =>
			reject(new Error(`A worker ended with ${code} in ${seeds[0]}…`));
		worker.once('exit', fail);
		worker.once('message', (played) => {
			worker.removeListener('exit', fail);
			resolve(played as Played[]);
		});
		worker.send(seeds);
	});
}
