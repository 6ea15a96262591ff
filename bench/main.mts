// npm run bench [-- [--rounds 3] [--only <part of an id>] [part…]]: the package beside n8n's built-in HTTP Request
// node doing the same, in one real n8n, in turn. Keeps what it measured in bench/results.json, from which
// npm run docs makes docs/performance.md; with --only it just prints. The part mechanisms plays worlds in virtual time,
// for docs/scheduler.md.
import { parseArgs } from 'node:util';
import { table } from '../scripts/lib/table.mts';
import { checks, expressions, health, limits } from './cases.mts';
import { measureMechanisms } from './mechanisms/measure.mts';
import { memoryPart } from './memory.mts';
import {
	keepResults,
	PARTS,
	type CaseResult,
	type EntryResult,
	type PartName,
	type PartResult,
} from './results.mts';
import { median } from './statistics.mts';
import { timedPart, type Settings } from './timedPart.mts';
import { uploadPart } from './upload.mts';

const RUN: Readonly<Record<PartName, (settings: Settings) => Promise<PartResult>>> = {
	checks: (settings) => timedPart(checks, settings),
	expressions: (settings) => timedPart(expressions, settings),
	limits: (settings) => timedPart(limits, settings),
	health: (settings) => timedPart(health, settings),
	memory: memoryPart,
	upload: uploadPart,
};

/** The part that needs no n8n: what gets worse without each mechanism of the scheduler. */
const MECHANISMS = 'mechanisms';

const COLUMNS = ['milliseconds', 'requests', 'inFlight', 'growthMb', 'cpuMs'] as const;

const TITLES: Readonly<Record<(typeof COLUMNS)[number], string>> = {
	milliseconds: 'ms',
	requests: 'Requests',
	inFlight: 'In flight',
	growthMb: 'Growth MB',
	cpuMs: 'CPU ms',
};

function report({ title, idealMs, entries }: CaseResult): void {
	const columns = COLUMNS.filter((column) => entries.some((entry) => entry[column]));
	const head = ['Node', 'Good', ...columns.flatMap((column) => [TITLES[column], 'From, to'])];
	const rows = entries.map((entry) => [
		entry.name,
		`${entry.good ?? ''}`,
		...columns.flatMap((column) => cells(entry[column])),
	]);
	console.log(idealMs === undefined ? title : `${title} (shortest possible: ${idealMs} ms)`);
	console.log(`${table(head, rows)}\n`);
}

function cells(values: EntryResult['requests']): string[] {
	if (values === undefined) return ['', ''];
	return [`${median(values)}`, `${Math.min(...values)} to ${Math.max(...values)}`];
}

if (process.platform !== 'linux') {
	console.error('The benchmarks need Linux: its loopback network has many addresses, and /proc.');
	process.exit(1);
}
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: 'string', default: '3' },
		only: { type: 'string', default: '' },
	},
});
const names: readonly string[] = [...PARTS, MECHANISMS];
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`No part is called '${unknown[0]}': ${names.join(', ')}`);
const settings = { rounds: Number(values.rounds), only: values.only, report };
for (const part of PARTS.filter((name) => positionals.length === 0 || positionals.includes(name))) {
	console.log(`=== ${part}\n`);
	const result = await RUN[part](settings);
	if (values.only === '') await keepResults(part, result);
}
if (positionals.includes(MECHANISMS) || (positionals.length === 0 && values.only === '')) {
	console.log(`=== ${MECHANISMS}\n`);
	await measureMechanisms();
}
if (values.only === '')
	console.log('Kept in bench/results.json; npm run docs makes the page of it.');
