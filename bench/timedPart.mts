import { startAnswerer, type Counters } from './answererProcess.mts';
import { ITEMS, type Case } from './cases.mts';
import { question } from './contestants.mts';
import { prepareN8n, withN8n, type RealN8n } from './realN8n.mts';
import type { CaseResult, EntryResult, PartResult } from './results.mts';
import { itemsFor, stored } from './workflow.mts';

/** From here on a run takes so long that two have to do, without one to warm up. */
const LONG_RUN_MS = 10_000;

/** How a benchmark is run. */
export interface Settings {
	rounds: number;
	/** Only the cases whose id contains it. */
	only: string;
	/** Told of each case as soon as it was measured. */
	report(measured: CaseResult): void;
}

/** Measures the time nodes take, in one n8n, in turn. One more round, which is not counted, comes first. */
export async function timedPart(
	cases: readonly Case[],
	{ rounds, only, report }: Settings,
): Promise<PartResult> {
	return await withN8n(await prepareN8n('bench'), async (n8n) => {
		const measured: CaseResult[] = [];
		for (const each of cases.filter(({ id }) => id.includes(only))) {
			const result = await measure(each, rounds, n8n);
			report(result);
			measured.push(result);
		}
		return { circumstances: n8n.circumstances, cases: measured };
	});
}

interface Run extends Counters {
	milliseconds: number;
	good: number;
}

async function measure(tested: Case, rounds: number, n8n: RealN8n): Promise<CaseResult> {
	const { id, title, given, idealMs } = tested;
	const server = await startAnswerer(tested.server);
	try {
		const { addresses } = server;
		const asked = question(addresses[0], given);
		const entries: Array<{ name: string; run(): Promise<Run>; runs: Run[] }> = [];
		for (const contestant of tested.contestants(asked, n8n.httpRequestVersion)) {
			const workflow = await stored(n8n.client, itemsFor(contestant, ITEMS, addresses));
			const run = async () => {
				await server.count();
				const { milliseconds, good } = await workflow.read(await workflow.run());
				return { milliseconds, good, ...(await server.count()) };
			};
			entries.push({ name: contestant.name, run, runs: [] });
		}
		const isLong = (idealMs ?? 0) > LONG_RUN_MS;
		if (!isLong) for (const { run } of entries) await run();
		for (let round = 0; round < (isLong ? Math.min(rounds, 2) : rounds); round += 1) {
			for (const { run, runs } of entries) runs.push(await run());
		}
		const results = entries.map(({ name, runs }) => entryOf(name, runs));
		return { id, title, items: ITEMS, idealMs, entries: results };
	} finally {
		server.stop();
	}
}

function entryOf(name: string, runs: readonly Run[]): EntryResult {
	const milliseconds = runs.map((run) => run.milliseconds);
	if (runs.every(({ requests }) => requests === 0)) return { name, milliseconds };
	return {
		name,
		milliseconds,
		good: Math.min(...runs.map(({ good }) => good)),
		requests: runs.map(({ requests }) => requests),
		inFlight: runs.map(({ mostInFlight }) => mostInFlight),
	};
}
