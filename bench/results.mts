// The results of the benchmarks, as bench/results.json keeps them. The pages of the documentation are made of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const file = fileURLToPath(new URL('./results.json', import.meta.url));

/** The parts of the benchmarks, in the order in which they run. */
export const PARTS = ['checks', 'expressions', 'limits', 'health', 'memory', 'upload'] as const;

export type PartName = (typeof PARTS)[number];

/** The results of one node, with a value for each round. */
export interface EntryResult {
	name: string;
	/** The time n8n reports for the node. */
	milliseconds: number[];
	/** Items that were answered, at least. */
	good?: number;
	/** HTTP requests that the server got. */
	requests?: number[];
	/** Most requests that were in flight at the same time. */
	inFlight?: number[];
	/** By how much n8n's main process grew, at most. */
	growthMb?: number[];
	/** Processor time of n8n's main process for the whole run, with all its threads. */
	cpuMs?: number[];
}

export interface CaseResult {
	id: string;
	title: string;
	/** How many items each node got. */
	items: number;
	/** The shortest time the server's limit allows. */
	idealMs?: number;
	entries: EntryResult[];
}

/** Where and when a part was measured. */
export interface Circumstances {
	/** Such as `2026-11-22`. */
	date: string;
	n8n: string;
	/** Version of the HTTP Request node. */
	httpRequest: number;
	package: string;
	/** Node.js that ran n8n. */
	nodeJs: string;
	machine: string;
}

export interface PartResult {
	circumstances: Circumstances;
	cases: CaseResult[];
}

export type Results = Partial<Record<PartName, PartResult>>;

/** The results so far. */
export function readResults(): Results {
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
}

/** Keeps the results of a part in place of its former ones. */
export async function keepResults(name: PartName, result: PartResult): Promise<void> {
	const results = { ...readResults(), [name]: result };
	const sorted = Object.fromEntries(
		PARTS.filter((part) => results[part] !== undefined).map((part) => [part, results[part]]),
	);
	writeFileSync(
		file,
		await format(JSON.stringify(sorted), { parser: 'json', useTabs: true, printWidth: 100 }),
	);
}
