/**
 * Simulates many days of the trigger: `npm run test:simulation:trigger -- --days 1000`, from `--from` on. What is due
 * is defined in `trigger/due.mts`. Each day comes from a seed and can be simulated alone, with everything that
 * was missed or wrong: `npm run test:simulation:trigger -- --seed 42`.
 *
 * With `--usage` it simulates billing periods and their levels instead, several for each seed: `--usage --periods 300`.
 * What is due there is defined in `trigger/usageDue.mts`.
 */
import { parseArgs } from 'node:util';

import { playDay } from './trigger/day.mts';
import type { RunResult } from './trigger/run.mts';
import { PERIODS, playUsage } from './trigger/usage.mts';

const REPORT_EVERY_MS = 10_000;

// Failing requests create exceptions by the thousand, and their stacks are never used.
Error.stackTraceLimit = 0;

const { values } = parseArgs({
	options: {
		days: { type: 'string', default: '100' },
		periods: { type: 'string', default: '300' },
		usage: { type: 'boolean', default: false },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
	},
});

/** What is added up. */
const COUNTED = [
	'due',
	'reminders',
	'remindersMissed',
	'spells',
	'failuresDue',
	'failures',
] as const;
const LISTED = ['missed', 'wrong', 'double', 'violations'] as const;

/** What is simulated from a seed, and how many days or periods that is. */
const [play, each, count] = values.usage
	? ([playUsage, PERIODS, wholeNumber('periods', values.periods)] as const)
	: ([playDay, 1, wholeNumber('days', values.days)] as const);

if (values.seed !== undefined) await replay(wholeNumber('seed', values.seed));
else await campaign(wholeNumber('from', values.from));

function wholeNumber(option: string, text: string): number {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value > 0) return value;
	throw new Error(`--${option} must be a whole number above 0, but it is "${text}"`);
}

function faultsOf({ missed, wrong, double, violations }: RunResult): string[] {
	return [
		...missed.map((text) => `missed: ${text}`),
		...wrong.map((text) => `wrong: ${text}`),
		...double.map((text) => `double: ${text}`),
		...violations,
	];
}

async function replay(seed: number): Promise<void> {
	const result = await play(seed);
	const faults = faultsOf(result);
	console.log(`${result.due} reports were due, in ${result.polls} polls`);
	console.log(faults.length === 0 ? 'exactly these were made' : faults.join('\n'));
	if (faults.length > 0) process.exitCode = 1;
}

async function campaign(from: number): Promise<void> {
	const played = values.usage ? 'periods' : 'days';
	const sum: Record<string, number> = Object.fromEntries(
		[played, ...COUNTED, ...LISTED].map((name) => [name, 0]),
	);
	let reportedAt = Date.now();
	for (let seed = from; sum[played] < count; seed += 1) {
		const result = await play(seed);
		sum[played] += each;
		for (const name of COUNTED) sum[name] += result[name];
		for (const name of LISTED) sum[name] += result[name].length;
		const faults = faultsOf(result);
		if (faults.length > 0) console.log(`seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
		if (Date.now() - reportedAt < REPORT_EVERY_MS) continue;
		reportedAt = Date.now();
		console.log(JSON.stringify(sum));
	}
	const failuresPerSpell = (sum.failures / Math.max(1, sum.spells)).toFixed(2);
	console.log(JSON.stringify({ ...sum, failuresPerSpell }));
	if (sum.missed + sum.wrong + sum.double + sum.violations > 0) process.exitCode = 1;
}
