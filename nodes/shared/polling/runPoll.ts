import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { createNodeError, maskProblem } from '../run/nodeError';
import { MAX_RETRIES } from '../run/requestOptions';
import { openSession, OperationContext } from '../run/session';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryOptions';
import { Cancelled, Problem, toProblem } from '../text/problem';
import type { Property } from '../values/field';
import { readValuesOfItems } from '../values/readValues';
import { beginPoll } from './activation';
import { MOST_OBJECTS, NO_TIME, type Snapshot } from './observation';
import { makeItems, makeSample } from './pollItems';
import { logEnds, logSkipped } from './pollLog';
import { PollProcess, type LiveTrigger, type PollKind } from './pollProcess';
import type { ReportRules } from './report';
import { readRules } from './reporting';
import { countFailure, classifySpell } from './spells';
import { detectChanges } from './stateMachine';
import { createEmptyState, type PollEnd, type PollState } from './triggerMemory';
import type { WatchEvent } from './watchEvent';

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
	if (n8n.getMode() === 'manual') return await showSample(n8n, event, process.newTrigger());
	const trigger = process.trigger(n8n);
	const kind = trigger.begin(n8n);
	if (kind === undefined) return null;
	try {
		return await pollOnce(n8n, event, trigger, kind);
	} finally {
		trigger.end(kind);
	}
}

/** Shows the current states. Remembers nothing, and waits for no other poll. */
async function showSample(
	n8n: IPollFunctions,
	event: WatchEvent,
	trigger: LiveTrigger,
): Promise<INodeExecutionData[][]> {
	const limits = { budgetMs: Infinity, mostObjects: TESTED_OBJECTS };
	const taken = await takeSnapshot(n8n, event, trigger, createEmptyState(), limits);
	const { mask } = taken;
	if ('problem' in taken) throw toNodeError(n8n, taken.problem, mask);
	const { snapshot, rules: reporting } = taken;
	const now = trigger.clock.wallMs();
	const items = makeSample({ event, reporting, clockSetMs: 0 }, snapshot, now);
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

async function pollOnce(
	n8n: IPollFunctions,
	event: WatchEvent,
	trigger: LiveTrigger,
	kind: PollKind,
): Promise<INodeExecutionData[][] | null> {
	const saved = n8n.getWorkflowStaticData('node');
	const loaded = trigger.memory.load(saved, kind);
	if (loaded === undefined) return null;
	const { now, isCurrent, isUnsaved } = loaded;
	if (isUnsaved) trigger.log.logUnsaved(n8n);
	const state = beginPoll(ofEvent(loaded.state, event), kind, isCurrent, now);
	const taken = await takeSnapshot(n8n, event, trigger, state, kind);
	// A newer poll has superseded this one.
	if (kind.cancel.aborted) return null;
	const save = (next: PollState, end: PollEnd): void =>
		trigger.memory.save(saved, next, end, kind.isActivation);
	const { mask, rules } = taken;
	if ('problem' in taken) {
		const { problem } = taken;
		const why = classifySpell(problem);
		const { spell, isDue } = countFailure(why, state.spells[why], now, rules?.remindAfterMs);
		const fails = isDue && !kind.isStart;
		const failed = fails ? { ...spell, failedAt: now } : spell;
		save({ ...state, spells: { ...state.spells, [why]: failed } }, fails ? 'failure' : 'nothing');
		if (fails) throw toNodeError(n8n, problem, mask);
		logSkipped(n8n, mask.text(problem.message), spell, now);
		return null;
	}
	logEnds(n8n, state.spells, now);
	const { snapshot, selection } = taken;
	const known = snapshot.isElsewhere === true ? new Map() : state.memory;
	const polls = state.polls + 1;
	const { changes, memory } = detectChanges(known, snapshot, taken.rules, now, polls);
	trigger.log.logSnapshot(n8n, snapshot, polls, mask);
	const { notes = {} } = snapshot;
	const next = { ...state, selection, memory, notes, spells: {}, polls };
	save(next, changes.length > 0 ? 'report' : 'nothing');
	if (changes.length === 0) return null;
	const { clockSetMs } = state;
	const items = makeItems({ event, reporting: taken.rules, clockSetMs }, changes);
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

/** @returns a state that knows nothing of what another event has seen */
function ofEvent(state: PollState, { value }: WatchEvent): PollState {
	if (state.event === value) return state;
	return { ...state, event: value, selection: undefined, memory: new Map(), notes: {} };
}

function toNodeError(n8n: IPollFunctions, problem: Problem, mask: SecretMask): Error {
	return createNodeError(maskProblem(problem, mask), n8n.getNode());
}

/**
 * Checks what is watched, within the available time. Never throws; nothing keeps running when it returns.
 * @param limits `cancel` ends it early; n8n waits `budgetMs` for it
 * @returns a snapshot, or why there is none
 */
async function takeSnapshot(
	n8n: IPollFunctions,
	event: WatchEvent,
	{ rpcScheduler, facts, networks, failedLookUps, lastProbes }: LiveTrigger,
	{ memory, notes, selection: selectedBefore, activatedAfter }: PollState,
	limits: { cancel?: AbortSignal; budgetMs: number; mostObjects?: number },
): Promise<
	| { snapshot: Snapshot; rules: ReportRules; selection: string; mask: SecretMask }
	| { problem: Problem; rules?: ReportRules; mask: SecretMask }
> {
	const { cancel, budgetMs, mostObjects = MOST_OBJECTS } = limits;
	const { clock, random } = rpcScheduler;
	// The platform is asked in each poll, even if it asked for a wait that is longer than a poll accepts.
	const scheduler = new RequestScheduler({ clock, random });
	const pollMs = Math.min(POLL_MS, budgetMs * OF_BUDGET);
	const deadline = clock.timeout(pollMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	// One unanswered call must mean that its endpoint does not answer, whatever it does with batches.
	const options = { batchSize: 1 };
	const parts = { options, scheduler, rpcScheduler, cancel: end, facts };
	const session = await openSession(n8n, parts);
	const context = new OperationContext(session, retryOptionsOf(pollMs, OF_WAIT, 1));
	let rules: ReportRules | undefined;
	try {
		if (session.problem !== undefined) return await Promise.reject(session.problem);
		const values = readValues(n8n, event.properties);
		rules = readRules(event, values);
		const selection = JSON.stringify((event.selection ?? []).map((name) => values[name]));
		const seen = await event.observe(values, {
			context,
			...{ networks, failedLookUps, lastProbes, memory, notes, activatedAfter },
			...{ pollMs, mostObjects },
			// What may no longer be selected is not missed.
			known: selectedBefore === selection ? memory : new Map(),
			probeOptions: retryOptionsOf(pollMs, OF_ENDPOINTS_WAIT, MAX_RETRIES.default),
		});
		assertAnythingSeen(seen);
		const { mask } = context;
		// Ids are not masked, because objects are found by them.
		const observations = seen.observations.map((each) => ({ ...mask.deep(each), id: each.id }));
		return { snapshot: { ...seen, observations }, rules, selection, mask };
	} catch (error) {
		const problem = error instanceof Cancelled ? makeNotReadProblem(pollMs) : toProblem(error);
		return { problem, mask: context.mask, rules };
	} finally {
		session.end();
	}
}

function makeNotReadProblem(pollMs: number): Problem {
	return new Problem(`The lists could not be read within a poll of ${pollMs / 1000} s`, {
		isNetworkFault: true,
		hint: 'Watch a project or chosen objects instead of all',
	});
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
