import type { IPollFunctions } from 'n8n-workflow';

import { SecretMask } from '../redact/secretMask';
import { MAX_RETRIES } from '../run/requestOptions';
import { openSession, OperationContext } from '../run/session';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryOptions';
import { toProblem, Cancelled, type Problem } from '../text/problem';
import type { Property } from '../values/field';
import { readValuesOfItems } from '../values/readValues';
import { makeNotReadProblem, type Snapshot } from './observation';
import type { LiveTrigger } from './pollProcess';
import type { ReportRules } from './report';
import { readRules } from './reporting';
import type { PollState } from './triggerMemory';
import type { WatchEvent } from './watchEvent';

/** A poll ends within 30 s whatever the servers do; what has not answered by then is unknown. Milliseconds. */
const POLL_MS = 25_000;

/** Largest share of the time n8n gives a poll that is used. */
const OF_BUDGET = 0.8;

/**
 * Shares of a poll: one attempt; for how long after it one that failed is repeated, which is less, so that a server
 * that hangs is asked once; and the longest wait that the platform, and an endpoint, may ask for.
 */
const OF_ATTEMPT = 0.32;
const OF_REPEATING = 0.2;
const OF_WAIT = 0.4;
const OF_ENDPOINTS_WAIT = 0.1;

/** A snapshot, or why there is none. */
export type SnapshotResult =
	| {
			snapshot: Snapshot;
			rules: ReportRules;
			selection: string;
			mask: SecretMask;
	  }
	| { problem: Problem; mask: SecretMask; rules?: ReportRules };

/**
 * Checks what is watched, within the available time. Never throws; nothing keeps running when it returns.
 * @param limits `cancel` ends it early; n8n waits `budgetMs` for it
 */
export async function takeSnapshot(
	n8n: IPollFunctions,
	event: WatchEvent,
	{ rpcScheduler, facts, networks, failedLookUps, lastProbes }: LiveTrigger,
	{ memory, notes, selection: selectedBefore, activatedAfter }: PollState,
	{
		cancel,
		budgetMs,
		mostObjects,
	}: { cancel?: AbortSignal; budgetMs: number; mostObjects: number },
): Promise<SnapshotResult> {
	const { clock, random } = rpcScheduler;
	// The platform is asked in each poll, even if it asked for a wait that is longer than a poll accepts.
	const scheduler = new RequestScheduler({ clock, random });
	const pollMs = Math.min(POLL_MS, budgetMs * OF_BUDGET);
	const deadline = clock.timeout(pollMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	// One unanswered call must mean that its endpoint does not answer, whatever it does with batches.
	const options = { batchSize: 1 };
	const parts = { options, scheduler, rpcScheduler, cancel: end, facts };
	const opened = await openSession(n8n, parts);
	const { session } = opened;
	const context = new OperationContext(session, retryOptionsOf(pollMs, OF_WAIT, 1));
	let rules: ReportRules | undefined;
	try {
		if (opened.problem !== undefined) return await Promise.reject(opened.problem);
		const values = readValues(n8n, event.properties);
		rules = readRules(event, values);
		const selection = listChosen(values, event.selection).join(' ');
		const seen = await event.observe(values, {
			context,
			...{ networks, failedLookUps, lastProbes, memory, notes, activatedAfter },
			...{ pollMs, mostObjects },
			// What may no longer be selected is not missed.
			known: selectedBefore === selection ? memory : new Map(),
			probeOptions: retryOptionsOf(pollMs, OF_ENDPOINTS_WAIT, MAX_RETRIES.default),
		});
		const { mask } = context;
		// Ids are not masked, because objects are found by them.
		const observations = seen.observations.map((each) => ({ ...mask.deep(each), id: each.id }));
		return { snapshot: { ...seen, observations }, rules, selection, mask };
	} catch (error) {
		const problem = error instanceof Cancelled ? makeNotReadProblem(pollMs) : toProblem(error);
		return { problem, mask: context.mask, ...(rules && { rules }) };
	} finally {
		session.end();
	}
}

function retryOptionsOf(pollMs: number, ofWait: number, maxRetries: number): RetryOptions {
	return {
		timeoutMs: Math.round(pollMs * OF_ATTEMPT),
		maxRetries,
		maxRetryWaitMs: Math.round(pollMs * ofWait),
		retryForMs: pollMs * OF_REPEATING,
		isFixed: true,
	};
}

/** @throws Problem when a field is invalid */
function readValues(n8n: IPollFunctions, properties: readonly Property[]): Record<string, unknown> {
	const reader = {
		getNode: () => n8n.getNode(),
		getNodeParameter: (name: string, _itemIndex: number, fallback: unknown) =>
			n8n.getNodeParameter(name, fallback),
	};
	const [read] = readValuesOfItems(reader as Parameters<typeof readValuesOfItems>[0], properties, [
		{ json: {} },
	]);
	if ('problem' in read) throw read.problem;
	return read.values;
}

/** @returns the values of fields that are shown and filled in */
function listChosen(values: Record<string, unknown>, names: readonly string[] = []): string[] {
	return names
		.map((name) => values[name])
		.filter((value) => value !== undefined && value !== '')
		.map(String);
}
