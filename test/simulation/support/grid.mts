import { LIMIT_KINDS, type LimitKind } from './rateLimits.mts';
import { PLAIN, type Scenario } from './scenario.mts';
import { REFUSALS, type Refusal } from './refusals.mts';
import { simulate } from './simulate.mts';

/** A cell of the grid: one address with a limit, and calls that all arrive at once. */
export interface GridCase {
	kind: LimitKind;
	rate: number;
	refusal: Refusal;
	calls: number;
	roundTripMs: number;
	/** How much of the first fixed second has passed, in milliseconds. */
	phaseMs: number;
}

/** The result of a cell. All times are milliseconds. */
export interface GridResult extends GridCase {
	/** The time a client that knows the limit needs: the calls beyond those accepted at once, divided by the rate. */
	idealMs: number;
	boundMs: number;
	tookMs: number;
	/** Calls sent, including those of rejected batches, and the maximum allowed. */
	sent: number;
	mostSent: number;
	answered: number;
}

/** All cells, with runs of at most this many calls. */
export function gridCases(mostCalls = 2000): GridCase[] {
	const cases: GridCase[] = [];
	for (const rate of [5, 25, 250, 1000])
		for (const kind of LIMIT_KINDS)
			for (const refusal of REFUSALS)
				for (const calls of [200, 1000, 2000])
					for (const roundTripMs of [1, 10, 50])
						for (const phaseMs of kind === 'fixed seconds' ? [50, 500, 950] : [0]) {
							// Longer runs at this rate take minutes and show nothing new.
							if (calls / rate > 50 || calls > mostCalls) continue;
							cases.push({ kind, rate, refusal, calls, roundTripMs, phaseMs });
						}
	return cases;
}

/** Runs one cell. */
export async function runCase(cell: GridCase): Promise<GridResult> {
	const { kind, rate, refusal, calls, roundTripMs, phaseMs } = cell;
	const scenario: Scenario = {
		...PLAIN,
		callsPerAddress: calls,
		limit: { kind, rate, phaseMs, isShared: true },
		refusal,
		oneWayMs: roundTripMs / 2,
	};
	const run = await simulate(scenario, 3_600_000);
	const firstAnswerAt = Math.min(...run.transfers.map(({ endedAt }) => endedAt));
	const count = (transfers: typeof run.transfers): number =>
		transfers.reduce((sum, { tags }) => sum + tags.length, 0);
	const idealMs = (Math.max(0, calls - burstOf(refusal, run.burst)) / rate) * 1000;
	return {
		...cell,
		idealMs,
		boundMs: boundMs(refusal, idealMs),
		tookMs: Math.max(...run.calls.map(({ settledAt }) => settledAt)),
		sent: count(run.transfers),
		mostSent: 2 * calls + count(run.transfers.filter(({ sentAt }) => sentAt < firstAnswerAt)),
		answered: run.calls.filter(({ replies: [reply] }) => reply?.answer.kind === 'result').length,
	};
}

/** A server that rejects whole requests accepts only whole batches at once. */
function burstOf(refusal: Refusal, burst: number): number {
	if (refusal.startsWith('each call')) return burst;
	const batches = Math.floor(burst / PLAIN.batchSize);
	return refusal === 'batches only' || batches === 0 ? 1 : batches * PLAIN.batchSize;
}

/**
 * The maximum number of milliseconds that a run may take with a server with a limit.
 * @param idealMs what a client that knows the limit needs
 */
export function boundMs(refusal: Refusal, idealMs: number): number {
	// Each refusal costs a second at least where waits are given in whole seconds.
	const isInSeconds =
		refusal === 'the request, 429 with seconds' || refusal === 'the request, 429 with a date';
	return isInSeconds ? 1.4 * idealMs + 12_000 : 1.5 * idealMs + 4000;
}
