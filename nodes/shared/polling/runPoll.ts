import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { createNodeError, maskProblem } from '../run/nodeError';
import { MAX_RETRIES } from '../fields/requestFields';
import { OperationContext } from '../run/operationContext';
import { openSession } from '../run/session';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryPolicy';
import { Cancelled, Problem, toProblem } from '../text/problem';
import type { Property } from '../values/field';
import { readValuesOfItems } from '../values/readValues';
import { detectChanges } from './detectChanges';
import { makeChangeItem } from './changeItem';
import type { LiveTrigger } from './liveTrigger';
import { createEmptyState, type PollState } from './memory';
import { countFailure, countSuccess, logEnds, logSkipped, type Outages } from './outages';
import { groupItems, makeSample } from './pollItems';
import { withFailedPoll, withHeartbeat } from './pollHeartbeat';
import { findQuietSince } from './quietObject';
import type { PollKind } from './pollKind';
import { PollProcess } from './pollProcess';
import { readRules, type ReportRules } from './reporting';
import { MOST_OBJECTS, NO_TIME, type Snapshot } from './snapshot';
import { makeSlowListsProblem, type Poll, type WatchEvent } from './watchEvent';

/** A manual test checks at most this many objects, and shows the first of them. */
const TESTED_OBJECTS = 20;

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

/** An endpoint that rejects calls while others at its host get through is asked so often in a poll at most. */
const MOST_REFUSALS = 3;

/** Shared by the polls of this process. */
const thisProcess = new PollProcess();

/**
 * Makes one poll: checks everything the event watches and reports what has changed.
 *
 * The memory is changed at the very end, together with the report. n8n saves it when items are emitted,
 * so what was reported is remembered and what was not is found again after a restart.
 *
 * @returns the changes as items, or `null` when there are none, when the poll before or its report is still
 * under way, or when it could not check (that is logged)
 * @throws NodeApiError or NodeOperationError, once while a reason lasts and then at long intervals, when the key is not
 * accepted, a field is invalid, or three polls in a row could not check; never in the first poll after a start of n8n
 */
export async function runPoll(
	n8n: IPollFunctions,
	event: WatchEvent,
	process: PollProcess = thisProcess,
): Promise<INodeExecutionData[][] | null> {
	const isTest = n8n.getMode() === 'manual';
	const trigger = isTest ? process.newTrigger() : process.trigger(n8n);
	const kind = trigger.begin(n8n);
	if (kind === undefined) return null;
	const { rpcScheduler, facts } = trigger;
	const { clock, random } = rpcScheduler;
	const pollMs = Math.min(POLL_MS, kind.budgetMs * OF_BUDGET);
	const cancel = AbortSignal.any([clock.timeout(pollMs), kind.cancel]);
	// The platform is asked in each poll, even if it asked for a wait that is longer than a poll accepts.
	const scheduler = new RequestScheduler({ clock, random });
	// One unanswered call must mean that its endpoint does not answer, whatever it does with batches.
	const parts = { options: { batchSize: 1 }, scheduler, rpcScheduler, cancel, facts };
	const session = await openSession(n8n, parts);
	const context = new OperationContext(session, retryOptionsOf(pollMs, OF_WAIT, 1));
	const probeOptions = {
		...retryOptionsOf(pollMs, OF_ENDPOINTS_WAIT, MAX_RETRIES.default),
		maxRefusals: MOST_REFUSALS,
	};
	const mostObjects = isTest ? TESTED_OBJECTS : MOST_OBJECTS;
	const given = { trigger, context, pollMs, probeOptions, mostObjects };
	const poll: OnePoll = { n8n, event, kind, problem: session.problem, ...given };
	try {
		const items = isTest ? await showSample(poll) : await reportChanges(poll);
		return items.length === 0 ? null : [items.map((json) => ({ json: context.mask.deep(json) }))];
	} catch (error) {
		throw createNodeError(maskProblem(toProblem(error), context.mask), n8n.getNode());
	} finally {
		session.end();
		trigger.end(kind);
	}
}

/** A poll in progress. */
interface OnePoll extends Omit<Poll, 'known' | keyof PollState> {
	n8n: IPollFunctions;
	event: WatchEvent;
	trigger: LiveTrigger;
	kind: PollKind;
	/** Why the credential cannot be used. */
	problem?: Problem;
	/** Known once the fields have been read. */
	rules?: ReportRules;
}

/** Shows the current states. Remembers nothing. @throws Problem */
async function showSample(poll: OnePoll): Promise<IDataObject[]> {
	const { snapshot, rules } = await takeSnapshot(poll, createEmptyState());
	return makeSample(poll.event, rules, snapshot, poll.context.clock.wallMs());
}

/** Reports what has changed, and remembers it. @throws Problem where nothing could be checked, unless that is logged */
async function reportChanges(poll: OnePoll): Promise<IDataObject[]> {
	const { n8n, event, trigger, kind } = poll;
	const saved = n8n.getWorkflowStaticData('node');
	const loaded = trigger.memory.load(saved, kind);
	if (loaded === undefined) return [];
	if (trigger.memory.isUnsaved) trigger.log.logUnsaved(n8n);
	// Objects that another event has seen are not known.
	const { gaps, polledAt, clockSetMs, outages: open, polls } = loaded;
	const kept = { gaps, polledAt, clockSetMs, outages: open, polls };
	const other: PollState = { ...kept, event: event.value, memory: new Map(), notes: {} };
	const state = loaded.event === event.value ? loaded : other;
	const taken = await takeSnapshot(poll, state).catch(toProblem);
	// A newer poll has superseded this one.
	if (kind.cancel.aborted) return [];
	const problem = taken instanceof Problem ? taken : taken.snapshot.problem;
	const { items, next } = compare(poll, state, taken);
	// What there is to report is not lost to a failure, which the next poll without a report makes up for.
	const mayFail = !kind.isStart && items.length === 0;
	const outages = countPoll(poll, state, problem, mayFail);
	const known = { ...next, outages: outages.after };
	if (outages.fails && problem !== undefined) {
		trigger.memory.keep(known);
		throw problem;
	}
	trigger.memory.save(saved, known, items.length > 0, kind);
	return items;
}

/** @returns the items of a poll, and the state after it */
function compare(
	{ n8n, event, trigger, context, rules: read }: OnePoll,
	before: PollState,
	taken: Problem | TakenSnapshot,
): { items: IDataObject[]; next: PollState } {
	const state = { ...before, quietSince: findQuietSince(before, read) };
	if (taken instanceof Problem) return { items: [], next: withFailedPoll(state) };
	const { snapshot, rules, selection } = taken;
	const polls = state.polls + 1;
	trigger.log.logSnapshot(n8n, snapshot, polls, context.mask);
	const { changes, memory } = detectChanges({ ...state, polls }, snapshot, rules);
	const { polledAt, clockSetMs } = state;
	const { value, healthyState } = event;
	const common = { event: value, healthyState, polledAt, clockSetMs };
	const items = changes.map((change) => makeChangeItem(change, common));
	const { notes = {} } = snapshot;
	const next = { ...state, selection, memory, notes, polls };
	return withHeartbeat(groupItems(items, rules), next, { before, changes, snapshot, rules });
}

/** Counts whether a poll could check, and logs what is new about that. */
function countPoll(
	{ n8n, context, rules }: OnePoll,
	{ outages, polledAt: now }: PollState,
	problem: Problem | undefined,
	mayFail: boolean,
): { after: Outages; fails: boolean } {
	if (problem === undefined) {
		const { isLevel, confirmations = 1, recoveryConfirmations = 1 } = rules ?? {};
		const enough = isLevel ? confirmations : recoveryConfirmations;
		const { outages: after, ended } = countSuccess(outages, now, enough);
		logEnds(n8n, ended);
		return { after, fails: false };
	}
	const againMs = rules?.remindAfterMs;
	const counted = countFailure(outages, problem, now, { mayFail, againMs });
	const { fails, outage } = counted;
	if (!fails) logSkipped(n8n, context.mask.text(problem.message), outage, now);
	return { after: counted.outages, fails };
}

/** What a poll saw, by which rules it is compared, and which fields selected it. */
interface TakenSnapshot {
	snapshot: Snapshot;
	rules: ReportRules;
	selection: string;
}

/**
 * Checks what is watched, within the available time; nothing keeps running when it returns.
 * @throws Problem
 */
async function takeSnapshot(poll: OnePoll, state: PollState): Promise<TakenSnapshot> {
	const { n8n, event, context } = poll;
	if (poll.problem !== undefined) throw poll.problem;
	const values = readValues(n8n, event.properties);
	const rules = readRules(event, values, () => n8n.getTimezone());
	poll.rules = rules;
	const selection = JSON.stringify((event.selection ?? []).map((name) => values[name]));
	// Objects that may no longer be selected are not missed.
	const known = state.selection === selection ? state.memory : new Map();
	const seen = await event.observe(values, { ...state, ...poll, known }).catch((error: unknown) => {
		if (!(error instanceof Cancelled)) throw error;
		throw makeSlowListsProblem(poll);
	});
	if (seen.problem === undefined) assertAnythingSeen(seen);
	else if (seen.observations.length === 0 && !seen.isElsewhere) throw seen.problem;
	// Ids are not masked, because objects are found by them.
	const { mask } = context;
	const observations = seen.observations.map((each) => ({ ...mask.deep(each), id: each.id }));
	return { snapshot: { ...seen, observations }, rules, selection };
}

/** @throws Problem when none of what is watched could be checked */
function assertAnythingSeen({ observations, unknown }: Snapshot): void {
	const reasons = [...unknown.values()].filter((reason) => reason !== undefined);
	if (observations.length > 0 || reasons.length === 0) return;
	const reason = reasons.find((each) => each !== NO_TIME) ?? NO_TIME;
	throw new Problem(`None of ${reasons.length} objects could be checked: ${reason}`, {
		isNetworkFault: true,
		hint: 'If this continues, watch fewer endpoints of a host, or poll at longer intervals',
	});
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
