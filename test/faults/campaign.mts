import { resources } from '../../nodes/Chainstack/resources';
import { startSandbox, type Sandbox } from '../../sandbox/start.mts';
import { testKeys, type OperationName } from '../engine/fixtures/platform.mts';
import { runNode } from '../engine/support/index.mts';
import { violationsOf } from './invariants.mts';
import { plans } from './plans.mts';
import { latestActMs, scenarioOf, type Scenario } from './scenario.mts';

/** A run that violates an invariant. */
export interface Finding {
	seed: number;
	operation: string;
	violations: string[];
}

/** The result of a campaign. */
export interface CampaignReport {
	runs: number;
	/** Runs in which every item succeeded, some failed, the node stopped, or the execution was cancelled. */
	ends: Record<'succeeded' | 'someFailed' | 'stopped' | 'cancelled', number>;
	/** Requests the sandbox received, and those that a fault affected. */
	requests: number;
	faulty: number;
	/** The run that took longest, and the share of its time limit that the closest to it used. */
	slowest: { seed: number; tookMs: number };
	longestShare: number;
	findings: Finding[];
}

/** How many runs execute in parallel; they wait most of the time. */
const SIDE_BY_SIDE = 12;

/** The operations of the node. @throws Error for one that has no plan */
const operations: readonly OperationName[] = resources.flatMap((resource) =>
	resource.operations.map((operation) => {
		const name = [resource.value, operation.value] as const;
		if (!Object.hasOwn(plans, name.join('.')))
			throw new Error(`test/faults/plans.mts says nothing about ${name.join('.')}`);
		return name;
	}),
);

/**
 * Runs the scenarios of this many seeds, each in its own sandbox.
 * @param noteProgress is called after every hundredth run
 */
export async function campaign(
	{ from, runs }: { from: number; runs: number },
	noteProgress: (report: CampaignReport) => void = () => {},
): Promise<CampaignReport> {
	const report: CampaignReport = {
		runs: 0,
		ends: { succeeded: 0, someFailed: 0, stopped: 0, cancelled: 0 },
		requests: 0,
		faulty: 0,
		slowest: { seed: 0, tookMs: 0 },
		longestShare: 0,
		findings: [],
	};
	let next = from;
	const work = async (): Promise<void> => {
		while (next < from + runs) {
			const number = next;
			next += 1;
			// Each run has its own: requests that a run abandoned may arrive late.
			const sandbox = await startSandbox({ evm: 'minimal', deployMs: 20, ...testKeys });
			try {
				await runScenario(scenarioOf(number, operations), sandbox, report);
			} finally {
				await sandbox.stop();
			}
			if (report.runs % 100 === 0) noteProgress(report);
		}
	};
	await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, runs) }, work));
	return report;
}

async function sleep(milliseconds: number): Promise<undefined> {
	return await new Promise((resolve) => {
		setTimeout(resolve, milliseconds);
	});
}

async function runScenario(
	scenario: Scenario,
	sandbox: Sandbox,
	report: CampaignReport,
): Promise<void> {
	const { operation, parameters, items, node, faults, abortAfterMs, seed } = scenario;
	const { apiKey, url: baseUrl, nodeEndpoint, endpointKey } = sandbox;
	const before = sandbox.state();
	for (const fault of faults) sandbox.fault(fault);
	const startedAt = performance.now();
	const running = runNode({
		parameters: { resource: operation[0], operation: operation[1], ...parameters },
		items,
		node,
		abortAfterMs,
		credentials: { chainstackApi: { apiKey, baseUrl, nodeEndpoint, endpointKey } },
	});
	const run = await Promise.race([running, sleep(2 * scenario.boundMs)]);
	if (run === undefined) {
		const violations = [`still runs after ${2 * scenario.boundMs} ms`];
		report.findings.push({ seed, operation: operation.join('.'), violations });
		return;
	}
	const tookMs = Math.round(performance.now() - startedAt);
	// A request that was abandoned may still be processed.
	await sleep(latestActMs(faults));
	const after = sandbox.state();
	const requests = sandbox.requests();
	const ended = { scenario, run, tookMs, keys: sandbox, requests, before, after };
	const violations = violationsOf(ended);
	if (violations.length > 0) {
		report.findings.push({ seed, operation: operation.join('.'), violations });
	}
	report.runs += 1;
	report.requests += requests.length;
	report.faulty += requests.filter((request) => request.faults.length > 0).length;
	if (tookMs > report.slowest.tookMs) report.slowest = { seed, tookMs };
	report.longestShare = Math.max(report.longestShare, tookMs / scenario.boundMs);
	const hasFailed = [...run.output, ...run.errorOutput].some(
		({ json, error }) => (json.error ?? error) !== undefined,
	);
	if (run.status === 'canceled') report.ends.cancelled += 1;
	else if (run.status !== 'success') report.ends.stopped += 1;
	else report.ends[hasFailed ? 'someFailed' : 'succeeded'] += 1;
}
