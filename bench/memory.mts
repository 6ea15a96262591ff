import { setTimeout as sleep } from 'node:timers/promises';
import { startAnswerer } from './answererProcess.mts';
import { checkSync, httpRequest, noOperation, question, type Contestant } from './contestants.mts';
import { mainProcess } from './mainProcess.mts';
import { prepareN8n, withN8n, type RealN8n } from './realN8n.mts';
import type { CaseResult, PartResult } from './results.mts';
import type { Settings } from './timedPart.mts';
import { itemsFor, stored } from './workflow.mts';

const ITEMS = 10_000;
const SAMPLE_MS = 50;

const CASES = [
	{ id: 'fixed', title: 'one endpoint, no expression' },
	{ id: 'referred', title: 'one endpoint, `{{ $json.address }}`' },
] as const;

interface Run {
	growthMb: number;
	cpuMs: number;
	milliseconds: number;
	good: number;
}

/**
 * How much n8n's main process grows, and how much processor time it spends, while a node asks for 10,000 items;
 * and while a node that does nothing gets them, which is n8n's own share. Each measurement has a freshly started
 * n8n, warmed up with ten items. The growth is the highest resident memory until n8n has stored the execution, less
 * what it was before.
 */
export async function memoryPart({ rounds, only, report }: Settings): Promise<PartResult> {
	const server = await startAnswerer({ delayMs: 5 });
	try {
		const start = await prepareN8n('bench-memory');
		// The first start sets up the database, which no measurement is to see.
		const { circumstances, version } = await withN8n(start, (n8n) => ({
			circumstances: n8n.circumstances,
			version: n8n.httpRequestVersion,
		}));
		const cases: CaseResult[] = [];
		for (const { id, title } of CASES.filter((each) => each.id.includes(only))) {
			const asked = question(server.addresses[0], id);
			const contestants = [checkSync(asked), httpRequest(asked, version), noOperation];
			const entries = contestants.map((contestant) => ({ contestant, runs: [] as Run[] }));
			for (let round = 0; round < rounds; round += 1) {
				for (const { contestant, runs } of entries) {
					runs.push(await withN8n(start, (n8n) => measure(n8n, contestant, server.addresses)));
				}
			}
			const results = entries.map(({ contestant, runs }) => entryOf(contestant, runs));
			const measured = { id, title, items: ITEMS, entries: results };
			report(measured);
			cases.push(measured);
		}
		return { circumstances, cases };
	} finally {
		server.stop();
	}
}

async function measure(n8n: RealN8n, contestant: Contestant, addresses: string[]): Promise<Run> {
	const warmUp = await stored(n8n.client, itemsFor(contestant, 10, addresses));
	await warmUp.run();
	const workflow = await stored(n8n.client, itemsFor(contestant, ITEMS, addresses));
	await sleep(2000);
	const { residentMb, cpuMs } = mainProcess(n8n);
	const before = residentMb();
	const cpuBefore = cpuMs();
	let peak = before;
	const sampler = setInterval(() => {
		peak = Math.max(peak, residentMb());
	}, SAMPLE_MS);
	const execution = await workflow.run().finally(() => clearInterval(sampler));
	const spentMs = cpuMs() - cpuBefore;
	const { milliseconds, good } = await workflow.read(execution);
	return { growthMb: Math.round(peak - before), cpuMs: spentMs, milliseconds, good };
}

function entryOf(contestant: Contestant, runs: readonly Run[]): CaseResult['entries'][number] {
	return {
		name: contestant.name,
		milliseconds: runs.map(({ milliseconds }) => milliseconds),
		...(contestant !== noOperation && { good: Math.min(...runs.map(({ good }) => good)) }),
		growthMb: runs.map(({ growthMb }) => growthMb),
		cpuMs: runs.map(({ cpuMs }) => cpuMs),
	};
}
