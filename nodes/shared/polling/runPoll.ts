import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { nodeError } from '../run/nodeError';
import { inWords } from '../text/duration';
import type { Problem } from '../text/problem';
import { beginPoll } from './activation';
import { detectChanges } from './changes';
import { lookedAt } from './lookInTime';
import type { LookRules } from './objectLook';
import { itemsOf, sample } from './pollItems';
import type { PollKind } from './pollKind';
import { log } from './pollLog';
import { LiveTrigger, PollProcess, type Turn } from './pollProcess';
import type { Reporting } from './reporting';
import { emptyState, type PollState } from './savedState';
import { countFailure, SPELL_TEXTS, spellKindOf, type SpellKind } from './spells';
import type { PollEnd } from './triggerMemory';
import type { WatchEvent } from './watchEvent';

/** A manual test checks at most this many objects, and shows the first of them. */
const TESTED_OBJECTS = 20;

/** What the polls of this process share. */
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
	if (n8n.getMode() === 'manual') return await testedByHand(n8n, event, process);
	const trigger = process.trigger(n8n);
	const kind = process.kindOf(n8n);
	const turn = trigger.begin(n8n, kind);
	if (turn === undefined) return null;
	try {
		return await pollInTurn(n8n, event, { process, trigger, kind, turn });
	} finally {
		turn.end();
	}
}

/** Shows the current states. Remembers nothing, and waits for no other poll. */
async function testedByHand(
	n8n: IPollFunctions,
	event: WatchEvent,
	process: PollProcess,
): Promise<INodeExecutionData[][]> {
	const limits = { cancel: undefined, budgetMs: Infinity, mostObjects: TESTED_OBJECTS };
	const nothingKnown = new LiveTrigger('', process.clock, process.time, process.random);
	const looked = await lookedAt(n8n, event, nothingKnown, emptyState(), limits);
	const { mask } = looked;
	if ('problem' in looked) throw thrown(n8n, looked.problem, mask);
	const { snapshot, reporting } = looked;
	const { time } = process;
	const items = sample({ event, reporting, time }, snapshot, time.now());
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

/** Who polls, and why. */
interface PollContext {
	process: PollProcess;
	trigger: LiveTrigger;
	kind: PollKind;
	turn: Turn;
}

async function pollInTurn(
	n8n: IPollFunctions,
	event: WatchEvent,
	{ process, trigger, kind, turn }: PollContext,
): Promise<INodeExecutionData[][] | null> {
	const { time } = process;
	const now = time.now();
	const kept = n8n.getWorkflowStaticData('node');
	const loaded = trigger.memory.load(kept, kind);
	if (loaded === undefined) return null;
	if (loaded.wasUnsaved && kind.isScheduled) trigger.log.logUnsaved(n8n);
	const state = beginPoll(loaded.state, kind, loaded.isCurrent, now);
	const limits = { cancel: turn.cancel, budgetMs: kind.budgetMs };
	const looked = await lookedAt(n8n, event, trigger, state, limits);
	if (turn.isOvertaken) return null;
	const save = (next: PollState, end: PollEnd): void =>
		trigger.memory.save(kept, next, end, kind.isActivation);
	const { mask } = looked;
	if ('problem' in looked) {
		const { problem, reporting } = looked;
		const why = spellKindOf(problem);
		const { spell, isDue } = countFailure(why, state.spells[why], now, reporting?.remindAfterMs);
		const fails = isDue && !kind.isStart;
		const failed = fails ? { ...spell, failedAt: now } : spell;
		const spells = { ...state.spells, [why]: failed };
		save({ ...state, spells }, fails ? 'failure' : 'nothing');
		if (fails) throw thrown(n8n, problem, mask);
		logSkipped(n8n, mask.text(problem.message), spell.polls, now - spell.since);
		return null;
	}
	logEnds(n8n, state, now);
	const { snapshot, reporting, scope, selection } = looked;
	const isNew = snapshot.isElsewhere === true || state.watched !== scope;
	const polls = state.polls + 1;
	const { changes, memory } = detectChanges(
		isNew ? new Map() : state.memory,
		snapshot,
		rulesOf(event, reporting),
		now,
		polls,
	);
	trigger.log.logSnapshot(n8n, snapshot, polls);
	const reported = changes.filter((change) => !event.isSilent?.(change));
	const notes = snapshot.notes ?? {};
	const watched = { watched: scope, selection };
	const next = { ...state, ...watched, memory, notes, spells: {}, polls };
	save(next, reported.length > 0 ? 'report' : 'nothing');
	if (reported.length === 0) return null;
	const items = itemsOf({ event, reporting, time }, reported);
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

/** Logs that a poll could not check; while that lasts, ever more rarely, and since when. */
function logSkipped(n8n: IPollFunctions, reason: string, polls: number, lastsMs: number): void {
	const isPowerOfTwo = Number.isInteger(Math.log2(polls));
	if (!isPowerOfTwo) return;
	const count = polls === 1 ? 'a poll' : `${polls} polls in ${inWords(lastsMs)}`;
	log(n8n, `skipped ${count}: ${reason}`);
}

function logEnds(n8n: IPollFunctions, { spells }: PollState, now: number): void {
	for (const [kind, { since, polls }] of Object.entries(spells)) {
		const why = SPELL_TEXTS[kind as SpellKind];
		const count = polls === 1 ? 'one poll' : `${polls} polls`;
		log(n8n, `can check again: ${why} for ${inWords(now - since)}, in ${count}`, 'info');
	}
}

function rulesOf(
	{ isGood, isSame, startOfPeriod, confirmations }: WatchEvent,
	own: Reporting,
): LookRules {
	const { emitInitialState } = own;
	const counted =
		confirmations === undefined
			? own
			: { emitInitialState, confirmations, recoveryConfirmations: confirmations };
	return { ...counted, isGood, isSame, startOfPeriod };
}

function thrown(n8n: IPollFunctions, problem: Problem, mask: SecretMask): Error {
	return nodeError(problem, { node: n8n.getNode(), itemIndex: 0, mask, inOneText: true });
}
