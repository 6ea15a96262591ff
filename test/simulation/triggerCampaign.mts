/**
 * Plays many days of the trigger: `npm run test:simulation:trigger -- --days 1000`, from `--from` on. What is due
 * is written down in `trigger/due.mts`. Each day comes from a seed and can be played alone, with everything that
 * was missed or wrong: `npm run test:simulation:trigger -- --seed 42`.
 */
import { parseArgs } from 'node:util';

import { playDay, type DayResult } from './trigger/day.mts';

const REPORT_EVERY_MS = 10_000;

// Requests that fail make exceptions by the thousand, and nobody looks at their stacks.
Error.stackTraceLimit = 0;

const { values } = parseArgs({
	options: {
		days: { type: 'string', default: '100' },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
	},
});

if (values.seed !== undefined) await replay(wholeNumber('seed', values.seed));
else await campaign(wholeNumber('from', values.from), wholeNumber('days', values.days));

function wholeNumber(option: string, text: string): number {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value > 0) return value;
	throw new Error(`--${option} has to be a whole number above 0, but it is "${text}"`);
}

function faultsOf({ missed, wrong, double, violations }: DayResult): string[] {
	return [
		...missed.map((text) => `missed: ${text}`),
		...wrong.map((text) => `wrong: ${text}`),
		...double.map((text) => `double: ${text}`),
		...violations,
	];
}

async function replay(seed: number): Promise<void> {
	const result = await playDay(seed);
	const faults = faultsOf(result);
	console.log(`${result.due} reports were due, in ${result.polls} polls`);
	console.log(faults.length === 0 ? 'exactly these were made' : faults.join('\n'));
	if (faults.length > 0) process.exitCode = 1;
}

async function campaign(from: number, days: number): Promise<void> {
	const sum = { days: 0, due: 0, missed: 0, wrong: 0, double: 0, violations: 0 };
	let reportedAt = Date.now();
	for (let seed = from; seed < from + days; seed += 1) {
		const result = await playDay(seed);
		const { due, missed, wrong, double, violations } = result;
		sum.days += 1;
		sum.due += due;
		sum.missed += missed.length;
		sum.wrong += wrong.length;
		sum.double += double.length;
		sum.violations += violations.length;
		const faults = faultsOf(result);
		if (faults.length > 0) console.log(`seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
		if (Date.now() - reportedAt < REPORT_EVERY_MS) continue;
		reportedAt = Date.now();
		console.log(JSON.stringify(sum));
	}
	console.log(JSON.stringify(sum));
	if (sum.missed + sum.wrong + sum.double + sum.violations > 0) process.exitCode = 1;
}
