import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Property } from '../parameters/propertyTypes';
import { readValuesOfItems } from '../parameters/readValues';
import { asProblem, Cancelled, isTransient, Problem } from '../pure/problem';
import type { RetryOptions } from '../scheduler/retryOptions';
import { SecretMask } from '../secrets/secretMask';
import { NO_FILES } from '../session/binaryFiles';
import { nodeError } from '../session/nodeError';
import { openSession, type ItemAtWork, type Session } from '../session/session';
import { detectChanges } from './changes';
import type { Memory } from './memory';
import { withMaskedTexts, type Snapshot } from './observation';
import { itemsOf, sample } from './pollItems';
import { tellCutOff, tellUnsaved, tellUnwatched, warn } from './pollLog';
import { PollProcess, type LiveTrigger, type PollKind, type Turn } from './pollProcess';
import { levelProperties, reportingOf, reportingProperties, type Reporting } from './reporting';
import { emptyState, type PollState } from './savedState';
import type { Look, WatchEvent } from './watchEvent';

/** A poll ends within 30 s whatever the servers do; what is not back by then is unknown. Milliseconds. */
const POLL_MS = 25_000;

/** Share of the time n8n gives a poll that is used up at most. */
const OF_BUDGET = 0.8;

/** Shares of a poll: one attempt, so that one more fits into it; and the longest wait a server may ask for. */
const OF_ATTEMPT = 0.32;
const OF_WAIT = 0.4;

/** After this many polls in a row that could not look, the trigger fails: silence would be misleading. */
const MOST_SKIPPED = 3;

/** What the polls of this process share. */
const thisProcess = new PollProcess();

/** What a look came to. */
type Looked =
	| { snapshot: Snapshot; reporting: Reporting; scope: string; mask: SecretMask }
	| { problem: Problem; mask: SecretMask };

/**
 * Makes one poll: looks at everything the event watches and reports what has changed.
 *
 * The memory is changed at the very end, together with the report. n8n saves it when items are emitted,
 * so what was reported is remembered and what was not is found again after a restart.
 *
 * @returns the changes as items, or `null` when there are none, when the poll before is still
 * under way, or when it failed for a transient reason (that is logged)
 * @throws NodeApiError or NodeOperationError when the key is not accepted, a field makes no sense, or three
 * polls in a row could not look; never in the first poll after a start of n8n
 */
export async function runPoll(
	n8n: IPollFunctions,
	event: WatchEvent,
	process: PollProcess = thisProcess,
): Promise<INodeExecutionData[][] | null> {
	const trigger = process.trigger(n8n);
	if (n8n.getMode() === 'manual') return await testedByHand(n8n, event, process, trigger);
	const kind = process.kindOf(n8n);
	const turn = trigger.begin(n8n, kind);
	if (turn === undefined) return null;
	try {
		return await new Poll(n8n, event, process, trigger, kind, turn).run();
	} finally {
		turn.end();
	}
}

/** Shows how things are. Nothing is remembered, and no other poll is waited for. */
async function testedByHand(
	n8n: IPollFunctions,
	event: WatchEvent,
	process: PollProcess,
	{ lookedUp }: LiveTrigger,
): Promise<INodeExecutionData[][]> {
	const limits = { cancel: undefined, budgetMs: Infinity };
	const looked = await lookedAt(n8n, event, process, { state: emptyState(), lookedUp }, limits);
	const { mask } = looked;
	if ('problem' in looked) throw thrown(n8n, looked.problem, mask);
	const { snapshot, reporting } = looked;
	const items = sample(event, snapshot, process.now(), reporting.isGrouped);
	return [items.map((json) => ({ json: mask.deep(json) }))];
}

/** A poll at work. */
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

/** Looks at what is watched, within the time there is. Never throws; nothing goes on when it is over. */
async function lookedAt(
	n8n: IPollFunctions,
	event: WatchEvent,
	{ clock }: PollProcess,
	{ state, lookedUp }: { state: PollState; lookedUp: Map<string, unknown> },
	{ cancel, budgetMs }: { cancel: AbortSignal | undefined; budgetMs: number },
): Promise<Looked> {
	const pollMs = Math.min(POLL_MS, budgetMs * OF_BUDGET);
	const deadline = clock.timeout(pollMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	const limited = Object.create(n8n, {
		getExecutionCancelSignal: { value: () => end },
	}) as IPollFunctions;
	let session: Session | undefined;
	let work: ItemAtWork | undefined;
	try {
		const opened = await openSession(limited, { caller: 'rpc', clock });
		({ session } = opened);
		work = session.item(retryOptionsOf(pollMs), NO_FILES);
		if (opened.problem !== undefined) return await Promise.reject(opened.problem);
		const values = valuesOf(n8n, [
			...event.properties,
			...(event.confirmations === undefined ? reportingProperties : levelProperties),
		]);
		const reporting = reportingOf(values);
		const scope = scopeOf(event, values);
		const memory: Memory = isSameScope(state.watched, scope) ? state.memory : new Map();
		const look: Look = {
			context: work.context,
			known: new Map([...memory].map(([id, { name }]) => [id, name])),
			notes: isSameScope(state.watched, scope) ? state.notes : {},
			lookedUp,
			inTurn: (objects) => {
				const lookedIn = ({ id }: { id: string }): number => memory.get(id)?.lookedIn ?? -1;
				return [...objects].sort((a, b) => lookedIn(a) - lookedIn(b));
			},
		};
		const seen = await event.observe(values, look);
		const mask = work.mask();
		return { snapshot: withMaskedTexts(seen, mask), reporting, scope, mask };
	} catch (error) {
		const problem = error instanceof Cancelled ? notReadInTime(pollMs) : asProblem(error);
		return { problem, mask: work?.mask() ?? new SecretMask() };
	} finally {
		session?.end();
	}
}

function retryOptionsOf(pollMs: number): RetryOptions {
	return {
		timeoutMs: Math.round(pollMs * OF_ATTEMPT),
		maxRetries: 1,
		maxRetryWaitMs: Math.round(pollMs * OF_WAIT),
	};
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
 * Whether the next poll may go better. An answer that makes no sense is the doing of something in between, such as
 * a proxy's page; a refused key and a wrong field stay as they are.
 */
function mayPass(problem: Problem): boolean {
	const { httpStatus } = problem;
	if (isTransient(problem)) return true;
	return httpStatus !== undefined && httpStatus !== 401 && httpStatus !== 403;
}

/** @throws Problem when a field makes no sense */
function valuesOf(n8n: IPollFunctions, properties: readonly Property[]): Record<string, unknown> {
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

/** @returns what the memory belongs to: the trigger may be changed to watch something else */
function scopeOf({ value, scope }: WatchEvent, values: Record<string, unknown>): string {
	const chosen = scope.map((name) => values[name]).filter((each) => each !== '');
	return [value, ...chosen.map(String)].join(' ');
}

/** A state without any scope is new, or older than scopes; one without a project is older than that. */
function isSameScope(saved: string | undefined, own: string): boolean {
	return saved === undefined || saved === own || own.startsWith(`${saved} PR-`);
}

function notReadInTime(pollMs: number): Problem {
	return new Problem(`The lists could not be read within ${Math.round(pollMs / 1000)} s`, {
		isNetworkFault: true,
		hint: 'Watch a project or chosen objects instead of all',
	});
}
