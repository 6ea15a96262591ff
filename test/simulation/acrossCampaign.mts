/**
 * Simulates many runs of a call across three endpoints: `npm run test:simulation:across -- --runs 10000`. Each comes
 * from a seed and can be repeated alone: `npm run test:simulation:across -- --seed 42`.
 */
import { parseArgs } from 'node:util';

import { runScenario, scenarioOf } from './across/run.mts';

const REPORT_EVERY = 500;

const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '10000' },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
	},
});

/** Shows one run: what it was, what was sent to each endpoint, and what it did that it must not do. */
async function replay(seed: number): Promise<void> {
	const scenario = scenarioOf(seed);
	console.log(JSON.stringify(scenario, null, '\t'));
	const { violations, world, tookMs } = await runScenario(scenario);
	for (const { url, trouble, requests, sent } of world.endpoints) {
		const times = requests.slice(0, 20).map((at) => at.toFixed(0));
		console.log(`${url} (${trouble}): ${sent.length} calls, requests at ${times.join(' ')} ms`);
	}
	console.log(`took ${tookMs.toFixed(0)} ms`);
	console.log(violations.length === 0 ? 'all promises hold' : violations.join('\n'));
	process.exitCode = violations.length === 0 ? 0 : 1;
}

async function campaign(from: number, runs: number): Promise<void> {
	const startedAt = Date.now();
	const counts = new Map<string, { runs: number; items: number; sent: number; bad: number }>();
	for (let seed = from; seed < from + runs; seed += 1) {
		const scenario = scenarioOf(seed);
		const { violations, sent } = await runScenario(scenario);
		const { strategy, trouble, items, isWrite } = scenario;
		const name = `${isWrite ? 'write' : strategy} · ${trouble}`;
		const count = counts.get(name) ?? { runs: 0, items: 0, sent: 0, bad: 0 };
		counts.set(name, count);
		count.runs += 1;
		count.items += items;
		count.sent += sent;
		if (violations.length > 0) {
			count.bad += 1;
			console.log(`seed ${seed}, ${name}: ${violations.slice(0, 2).join('; ')}`);
		}
		const done = seed - from + 1;
		const perSecond = (done / (Date.now() - startedAt)) * 1000;
		if (done % REPORT_EVERY === 0)
			console.log(`${done} of ${runs} runs, ${perSecond.toFixed(0)} runs/s`);
	}
	console.table(
		Object.fromEntries(
			[...counts].sort().map(([name, { items, sent, ...count }]) => {
				return [name, { ...count, items, 'sent per call': Number((sent / items).toFixed(3)) }];
			}),
		),
	);
	if ([...counts.values()].some(({ bad }) => bad > 0)) process.exitCode = 1;
}

if (values.seed !== undefined) await replay(Number(values.seed));
else await campaign(Number(values.from), Number(values.runs));
