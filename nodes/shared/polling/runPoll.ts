import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isTransient, type Problem } from '../pure/problem';
import type { SecretMask } from '../secrets/secretMask';
import { nodeError } from '../session/nodeError';
import { detectChanges } from './changes';
import { isSameScope, lookedAt } from './lookInTime';
import { itemsOf, sample } from './pollItems';
import { tellBeyond, tellCutOff, tellUnread, tellUnsaved, tellUnwatched, warn } from './pollLog';
import type { PollKind } from './pollKind';
import { PollProcess, type LiveTrigger, type Turn } from './pollProcess';
import type { Reporting } from './reporting';
import { emptyState, type PollState } from './savedState';
import type { WatchEvent } from './watchEvent';

/** After this many polls in a row that could not check, the trigger fails: silence would be misleading. */
const MOST_SKIPPED = 3;

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
 * under way, or when it failed for a transient reason (that is logged)
 * @throws NodeApiError or NodeOperationError when the key is not accepted, a field is invalid, or three
 * polls in a row could not check; never in the first poll after a start of n8n
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
		return await new Poll(n8n, event, process, trigger, kind, turn).run();
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
	const nothingKnown = { state: emptyState(), lookedUp: new Map<string, unknown>() };
	const looked = await lookedAt(n8n, event, process, nothingKnown, limits);
	const { mask } = looked;
	if ('problem' in looked) throw thrown(n8n, looked.problem, mask);
	const { snapshot, reporting } = looked;
	const items = sample(event, snapshot, process.now(), reporting.isGrouped);
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

/** A running poll. */
class Poll {
	constructor(
		private readonly n8n: IPollFunctions,
		private readonly event: WatchEvent,
		private readonly process: PollProcess,
		private readonly trigger: LiveTrigger,
		private readonly kind: PollKind,
		private readonly turn: Turn,
	) {}

	async run(): Promise<INodeExecutionData[][] | null> {
		const { n8n, event, process, trigger, kind, turn } = this;
		const now = process.now();
		const kept = n8n.getWorkflowStaticData('node');
		if (kind.isScheduled && trigger.memory.isReportUnderWay(kept)) return null;
		const { state, wasUnsaved } = trigger.memory.takeUp(kept, kind);
		if (wasUnsaved && kind.isScheduled) tellUnsaved(n8n, trigger);
		const limits = { cancel: turn.cancel, budgetMs: kind.budgetMs };
		const { lookedUp } = trigger;
		const looked = await lookedAt(n8n, event, process, { state, lookedUp }, limits);
		if (turn.isOvertaken) return null;
		const putDown = (next: PollState, isReport: boolean): void =>
			trigger.memory.putDown(kept, next, isReport, kind.isActivation);
		if ('problem' in looked) return this.withoutLook(looked, state, putDown);
		const { snapshot, reporting, scope, mask } = looked;
		const isNew = snapshot.isElsewhere === true || !isSameScope(state.watched, scope);
		const polls = state.polls + 1;
		const { changes, memory } = detectChanges(
			isNew ? new Map() : state.memory,
			snapshot,
			rulesOf(event, reporting),
			now,
			polls,
		);
		tellCutOff(n8n, snapshot, trigger, polls);
		tellUnread(n8n, snapshot, trigger, polls);
		tellBeyond(n8n, snapshot, trigger, polls);
		const reported = changes.filter((change) => !event.isSilent?.(change));
		const next: PollState = {
			watched: scope,
			memory,
			notes: snapshot.notes ?? {},
			skipped: 0,
			unwatched: tellUnwatched(n8n, snapshot, state.unwatched),
			polls,
		};
		putDown(next, reported.length > 0);
		if (reported.length === 0) return null;
		const items = itemsOf(event, reported, reporting.isGrouped);
		return [items.map((json) => ({ json: mask.deep(json) }))];
	}

	private withoutLook(
		{ problem, mask }: { problem: Problem; mask: SecretMask },
		state: PollState,
		putDown: (next: PollState, isReport: boolean) => void,
	): null {
		const skipped = state.skipped + 1;
		const maySkip = this.kind.isStart || (mayPass(problem) && skipped < MOST_SKIPPED);
		if (!maySkip) throw thrown(this.n8n, problem, mask);
		putDown({ ...state, skipped }, false);
		warn(this.n8n, `skipped a poll: ${mask.text(problem.message)}`);
		return null;
	}
}

function rulesOf({ isGood, isSame, startOfPeriod, confirmations }: WatchEvent, own: Reporting) {
	const counted =
		confirmations === undefined
			? own
			: {
					emitInitialState: own.emitInitialState,
					confirmations,
					recoveryConfirmations: confirmations,
				};
	return { ...counted, isGood, isSame, startOfPeriod };
}

function thrown(n8n: IPollFunctions, problem: Problem, mask: SecretMask): Error {
	return nodeError(problem, { node: n8n.getNode(), itemIndex: 0, mask, inOneText: true });
}

/**
 * Whether the next poll may succeed. A meaningless answer is caused by a proxy or the like; a rejected
 * key and an invalid field stay as they are.
 */
function mayPass(problem: Problem): boolean {
	const { httpStatus } = problem;
	if (isTransient(problem)) return true;
	return httpStatus !== undefined && httpStatus !== 401 && httpStatus !== 403;
}
