import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { createNodeError } from '../run/nodeError';
import type { Problem } from '../text/problem';
import { beginPoll } from './activation';
import { MOST_OBJECTS } from './observation';
import { makeItems, makeSample } from './pollItems';
import { logEnds, logSkipped } from './pollLog';
import { PollProcess, type LiveTrigger, type PollKind } from './pollProcess';
import { countFailure, classifySpell } from './spells';
import { detectChanges } from './stateMachine';
import { takeSnapshot } from './takeSnapshot';
import { createEmptyState, type PollEnd, type PollState } from './triggerMemory';
import type { WatchEvent } from './watchEvent';

/** A manual test checks at most this many objects, and shows the first of them. */
const TESTED_OBJECTS = 20;

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
	const kind = process.classify(n8n);
	const lease = trigger.begin(n8n, kind);
	if (lease === undefined) return null;
	try {
		return await pollOnce(n8n, event, trigger, kind, lease);
	} finally {
		trigger.end(lease);
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
	lease: AbortSignal,
): Promise<INodeExecutionData[][] | null> {
	const saved = n8n.getWorkflowStaticData('node');
	const loaded = trigger.memory.load(saved, kind);
	if (loaded === undefined) return null;
	const { now, isCurrent, isUnsaved } = loaded;
	if (isUnsaved && kind.isScheduled) trigger.log.logUnsaved(n8n);
	const state = beginPoll(ofEvent(loaded.state, event), kind, isCurrent, now);
	const limits = { cancel: lease, budgetMs: kind.budgetMs, mostObjects: MOST_OBJECTS };
	const taken = await takeSnapshot(n8n, event, trigger, state, limits);
	// A newer poll has superseded this one.
	if (lease.aborted) return null;
	const save = (next: PollState, end: PollEnd): void =>
		trigger.memory.save(saved, next, end, kind.isActivation);
	const { mask } = taken;
	if ('problem' in taken) {
		const { problem, rules } = taken;
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
	const { snapshot, rules, selection } = taken;
	const known = snapshot.isElsewhere === true ? new Map() : state.memory;
	const polls = state.polls + 1;
	const { changes, memory } = detectChanges(known, snapshot, rules, now, polls);
	trigger.log.logSnapshot(n8n, snapshot, polls, mask);
	const { notes = {} } = snapshot;
	const next = { ...state, selection, memory, notes, spells: {}, polls };
	save(next, changes.length > 0 ? 'report' : 'nothing');
	if (changes.length === 0) return null;
	const { clockSetMs } = state;
	const items = makeItems({ event, reporting: rules, clockSetMs }, changes);
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

/** @returns a state that knows nothing of what another event has seen */
function ofEvent(state: PollState, { value }: WatchEvent): PollState {
	if (state.event === value) return state;
	return { ...state, event: value, selection: undefined, memory: new Map(), notes: {} };
}

function toNodeError(n8n: IPollFunctions, problem: Problem, mask: SecretMask): Error {
	return createNodeError(problem, { node: n8n.getNode(), itemIndex: 0, mask, inOneText: true });
}
