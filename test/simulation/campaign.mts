/**
 * Simulates many runs: `npm run test:simulation -- --runs 100000`. Each run comes from a seed and can be repeated
 * alone, with the requests it sent: `npm run test:simulation -- --seed 42`. With `--grid`, the time that calls
 * take under each kind of limit is compared with the shortest possible one. With `--worlds`, optionally followed by
 * a part of their names, the worlds of `support/worlds.mts` are shown one by one.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { gridCases, runCase, type GridResult } from './support/grid.mts';
import { grouped } from './support/groups.mts';
import { judge } from './support/judge.mts';
import { idealMs, promisedMs } from './support/promises.mts';
import { WORLDS } from './support/worlds.mts';
import { scenarioOf } from './support/drawScenario.mts';

const REPORT_EVERY_MS = 5000;

/** Seeds a worker takes at a time. */
const PORTION = 20;

/** What a worker reports about a seed. */
interface Finding {
	seed: number;
	violations: string[];
}

const { values, positionals } = parseArgs({
	options: {
		runs: { type: 'string', default: '1000' },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
		grid: { type: 'boolean', default: false },
		worlds: { type: 'boolean', default: false },
	},
	allowPositionals: true,
});

if (process.send !== undefined) work();
else if (values.seed !== undefined) await replay(wholeNumber('seed', values.seed));
else if (values.grid) await compareWithIdeal();
else if (values.worlds) await showWorlds(positionals.join(' '));
else await campaign(wholeNumber('from', values.from), wholeNumber('runs', values.runs));

function wholeNumber(option: string, text: string): number {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value > 0) return value;
	throw new Error(`--${option} must be a whole number above 0, but it is "${text}"`);
}

/** Runs the seeds it is sent, and answers with what it found. */
function work(): void {
	process.on('message', (seeds: number[]) => {
		void check(seeds).then((findings) => process.send?.(findings));
	});
}

async function check(seeds: number[]): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const seed of seeds) findings.push({ seed, violations: await violationsOfSeed(seed) });
	return findings;
}

async function violationsOfSeed(seed: number): Promise<string[]> {
	return (await judge(scenarioOf(seed))).violations;
}

async function campaign(from: number, runs: number): Promise<void> {
	const startedAt = Date.now();
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
		const worker = fork(fileURLToPath(import.meta.url));
		while (next < from + runs) {
			const seeds: number[] = [];
			for (; seeds.length < PORTION && next < from + runs; next += 1) seeds.push(next);
			for (const { seed, violations } of await ask(worker, seeds)) {
				done += 1;
				if (violations.length === 0) continue;
				bad.push(seed);
				console.log(`seed ${seed}: ${violations.slice(0, 3).join('; ')}`);
			}
		}
		worker.disconnect();
	});
	await Promise.all(workers);
	clearInterval(timer);
	progress();
	if (bad.length === 0) return;
	console.log(`seeds with violations: ${bad.sort((a, b) => a - b).join(' ')}`);
	process.exitCode = 1;
}

async function ask(worker: ReturnType<typeof fork>, seeds: number[]): Promise<Finding[]> {
	return await new Promise((resolve, reject) => {
		worker.once('message', (findings) => resolve(findings as Finding[]));
		worker.once('exit', (code) => reject(new Error(`A worker ended with ${code} in ${seeds[0]}…`)));
		worker.send(seeds);
	});
}

/** Shows one run: its scenario, its requests, and what it did that it must not do. */
async function replay(seed: number): Promise<void> {
	const scenario = scenarioOf(seed);
	console.log(JSON.stringify(scenario, null, '\t'));
	const { run, violations } = await judge(scenario);
	for (const { sentAt, endedAt, url, tags, askedMs } of run.transfers) {
		const asked = askedMs === undefined ? '' : `, asked to wait ${askedMs} ms`;
		console.log(
			`${sentAt.toFixed(1)} to ${endedAt.toFixed(1)} ms: ${tags.length} calls to ${url}${asked}`,
		);
	}
	console.log(violations.length === 0 ? 'all invariants hold' : violations.join('\n'));
	if (violations.length > 0) process.exitCode = 1;
}

async function compareWithIdeal(): Promise<void> {
	const cases = gridCases();
	const results: GridResult[] = [];
	for (const cell of cases) {
		results.push(await runCase(cell));
		if (results.length % 100 === 0) console.log(`${results.length} of ${cases.length} cells`);
	}
	const groups = grouped(results, ({ refusal, kind }) => `${refusal} · ${kind}`);
	console.table(
		Object.fromEntries(
			[...groups].map(([name, group]) => {
				const shares = group.map(({ tookMs, boundMs }) => tookMs / boundMs).sort((a, b) => a - b);
				return [
					name,
					{
						cells: group.length,
						'median of bound': Number(shares[shares.length >> 1].toFixed(2)),
						'worst of bound': Number((shares.at(-1) ?? 0).toFixed(2)),
						'beyond bound': shares.filter((share) => share > 1).length,
						'sent per call': Number(
							Math.max(...group.map(({ sent, calls }) => sent / calls)).toFixed(2),
						),
						lost: group.reduce((sum, { calls, answered }) => sum + calls - answered, 0),
					},
				];
			}),
		),
	);
	const beyond = results.filter(({ tookMs, boundMs }) => tookMs > boundMs * 1.001);
	for (const result of beyond) console.log(JSON.stringify(result));
}

/** Shows what the worlds with a text in their names come to. */
async function showWorlds(part: string): Promise<void> {
	for (const [about, worlds] of Object.entries(WORLDS))
		for (const [name, scenario] of worlds) {
			if (!`${about}: ${name}`.includes(part)) continue;
			const { run, violations } = await judge(scenario);
			const { calls, transfers } = run;
			const answered = calls.filter(({ replies: [reply] }) => reply?.answer.kind === 'result');
			const sent = transfers.reduce((sum, { tags }) => sum + tags.length, 0);
			const lastMs = Math.max(...calls.map(({ settledAt }) => settledAt));
			const allowed = (promisedMs(scenario) / 1000).toFixed(1);
			const took = `${(lastMs / 1000).toFixed(1)} s (ideal ${(idealMs(scenario) / 1000).toFixed(1)}, allowed ${allowed})`;
			console.log(
				`${violations.length === 0 ? 'holds' : 'FAILS'} | ${about}: ${name} | ${answered.length} of ${calls.length} answered in ${took}, ${transfers.length} requests with ${sent} calls | ${violations.join('; ')}`,
			);
			if (violations.length > 0) process.exitCode = 1;
		}
}
