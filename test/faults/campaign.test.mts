/**
 * Runs of all operations with faults, each determined by a seed: a few here, many with `npm run
 * test:faults`. One is repeated with `npm run test:faults -- --from 42 --runs 1`.
 */
import { expect, it } from 'vitest';
import { useVirtualTime } from '../engine/fixtures/virtualTime.mts';
import { campaign } from './campaign.mts';

useVirtualTime();

const from = wholeNumber('FAULTS_FROM', 1);
const runs = wholeNumber('FAULTS_RUNS', 100);

it(`${runs} runs with faults from seed ${from}: every invariant holds`, async () => {
	let told = 0;
	const report = await campaign({ from, runs }, ({ runs: done, findings }) => {
		console.log(`${done} runs`, ...findings.slice(told));
		told = findings.length;
	});
	console.log(JSON.stringify(report));
	expect(report.findings).toEqual([]);
}, 0);

function wholeNumber(name: string, usual: number): number {
	const value = Number(process.env[name] ?? usual);
	if (Number.isSafeInteger(value) && value > 0) return value;
	throw new Error(`${name} must be a whole number above 0, but it is "${process.env[name]}"`);
}
