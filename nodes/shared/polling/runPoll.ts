import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Property } from '../parameters/propertyTypes';
import { readValuesOfItems } from '../parameters/readValues';
import { asProblem, Cancelled, isTransient, Problem } from '../pure/problem';
import { SecretMask } from '../secrets/secretMask';
import { NO_FILES } from '../session/binaryFiles';
import { nodeError } from '../session/nodeError';
import { openSession, type ItemAtWork } from '../session/session';
import { detectChanges, type Change, type Memory, type Snapshot } from './changes';
import { reportingOf, reportingProperties, type Reporting } from './reporting';
import type { WatchEvent } from './watchEvent';

/** A poll ends within 30 s whatever the servers do; what is not back by then is unknown. Milliseconds. */
const POLL_MS = 25_000;

/** Short attempts, so that one more fits into a poll. */
const POLL_RETRY_OPTIONS = { timeoutMs: 8000, maxRetries: 1, maxRetryWaitMs: 10_000 };

/** After so many polls in a row that could not look, silence would be a lie. */
const MOST_SKIPPED = 3;

/** A manual test shows so many objects at most. */
const SAMPLE_SIZE = 5;

/**
 * Contexts that have polled; n8n makes one per activation. A poll that throws while n8n starts would leave
 * the workflow without polls for good, active as it looks (n8n 2.41 gives up after five attempts).
 */
const begun = new WeakSet<IPollFunctions>();

/** Polls under way, by workflow and node: a slow one must not be overtaken by the next. */
const underWay = new Set<string>();

interface PollState extends IDataObject {
	/** The event and fields the memory belongs to. */
	watched?: string;
	memory?: IDataObject;
	skipped?: number;
	/** Ids that cannot be watched and were told of. */
	unwatched?: string[];
}

/**
 * Makes one poll: looks at everything the event watches and reports what has changed.
 *
 * The memory is changed at the very end, together with the report. n8n saves it when items are emitted,
 * so what was reported is remembered and what was not is found again after a restart.
 *
 * @returns the changes as one item each, or `null` when there are none, when the poll before is still
 * under way, or when it failed for a transient reason (that is logged)
 * @throws NodeApiError or NodeOperationError when the key is not accepted, a field makes no sense, or three
 * polls in a row could not look; never in the first poll after a start of n8n
 */
export async function runPoll(
	n8n: IPollFunctions,
	event: WatchEvent,
): Promise<INodeExecutionData[][] | null> {
	const key = `${n8n.getWorkflow().id} ${n8n.getNode().id}`;
	if (underWay.has(key)) return null;
	underWay.add(key);
	try {
		return await poll(n8n, event);
	} finally {
		underWay.delete(key);
	}
}

async function poll(
	n8n: IPollFunctions,
	event: WatchEvent,
): Promise<INodeExecutionData[][] | null> {
	const node = n8n.getNode();
	const state = n8n.getWorkflowStaticData('node') as PollState;
	const isTest = n8n.getMode() === 'manual';
	const isStart = isFirstAfterStart(n8n);
	let work: ItemAtWork | undefined;
	let reporting: Reporting;
	let snapshot: Snapshot;
	try {
		work = await startWork(n8n);
		const values = valuesOf(n8n, [...event.properties, ...reportingProperties]);
		reporting = reportingOf(values);
		snapshot = await event.observe(values, work.context);
	} catch (error) {
		const problem = error instanceof Cancelled ? notReadInTime() : asProblem(error);
		const mask = work?.mask() ?? new SecretMask();
		const skipped = (state.skipped ?? 0) + 1;
		const maySkip = isStart || (mayBeTransient(problem) && skipped < MOST_SKIPPED);
		if (isTest || !maySkip) {
			throw nodeError(problem, { node, itemIndex: 0, mask, inOneText: true });
		}
		state.skipped = skipped;
		warn(n8n, `skipped a poll: ${mask.text(problem.message)}`);
		return null;
	}
	const rules = {
		...reporting,
		confirmations: event.confirmations ?? reporting.confirmations,
		isGood: event.isGood,
		isSame: event.isSame,
	};
	const mask = work.mask();
	if (isTest) return [sample(event, snapshot).map((json) => ({ json: mask.deep(json) }))];
	const { changes, memory } = detectChanges(
		memoryOf(state, n8n, event),
		snapshot,
		rules,
		new Date(),
	);
	state.memory = memory as unknown as IDataObject;
	state.watched = watchedBy(n8n, event);
	state.skipped = 0;
	state.unwatched = tellUnwatched(n8n, snapshot, state.unwatched);
	const reported = changes.filter((change) => !event.isSilent?.(change));
	return reported.length === 0
		? null
		: [reported.map((change) => ({ json: mask.deep(itemOf(event, change)) }))];
}

/** @throws Problem when the credential cannot be read */
async function startWork(n8n: IPollFunctions): Promise<ItemAtWork> {
	const deadline = AbortSignal.timeout(POLL_MS);
	const limited = Object.create(n8n, {
		getExecutionCancelSignal: { value: () => deadline },
	}) as IPollFunctions;
	const { session, problem } = await openSession(limited, { caller: 'rpc' });
	if (problem !== undefined) throw problem;
	return session.item(POLL_RETRY_OPTIONS, NO_FILES);
}

/** Whether n8n itself has just started, or taken over, and activates what was active. */
function isFirstAfterStart(n8n: IPollFunctions): boolean {
	if (begun.has(n8n)) return false;
	begun.add(n8n);
	return ['init', 'leadershipChange'].includes(n8n.getActivationMode());
}

/** n8n's log shows only the text, so the text says where it comes from. */
function warn(n8n: IPollFunctions, text: string): void {
	const { name, id } = n8n.getWorkflow();
	n8n.logger.warn(`Chainstack Trigger '${n8n.getNode().name}' of workflow '${name ?? id}' ${text}`);
}

/** A success that cannot be read is the doing of something in between, such as a proxy's page. */
function mayBeTransient(problem: Problem): boolean {
	const { httpStatus = 0 } = problem;
	return isTransient(problem) || (httpStatus >= 200 && httpStatus < 300);
}

/** Says in n8n's log, once each, what the trigger was told to watch and cannot. */
function tellUnwatched(
	n8n: IPollFunctions,
	{ unwatched = new Map() }: Snapshot,
	told: readonly string[] = [],
): string[] {
	for (const [id, reason] of unwatched) {
		if (!told.includes(id)) warn(n8n, `does not watch ${id}: ${reason}`);
	}
	return [...unwatched.keys()];
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

/** What is remembered, unless the trigger has been changed to watch something else since. */
function memoryOf(state: PollState, n8n: IPollFunctions, event: WatchEvent): Memory {
	const isSame = state.watched === undefined || state.watched === watchedBy(n8n, event);
	return isSame ? ((state.memory ?? {}) as unknown as Memory) : {};
}

function watchedBy(n8n: IPollFunctions, event: WatchEvent): string {
	const { parameters } = n8n.getNode();
	const names = event.properties.map(({ name }) => name);
	const chosen = names
		.filter((name) => /^(watch|metric)$/.test(name))
		.map((name) => String(parameters[name]));
	return [event.value, ...chosen].join(' ');
}

function notReadInTime(): Problem {
	return new Problem(`The lists could not be read within ${POLL_MS / 1000} s`, {
		isNetworkFault: true,
		hint: 'Watch a project or chosen objects instead of all',
	});
}

function itemOf(event: WatchEvent, { facts, ...change }: Change): IDataObject {
	return { event: event.value, ...change, ...facts } as IDataObject;
}

/** What a manual test shows: how the objects are now, in the shape of a change. Nothing is remembered. */
function sample(
	event: WatchEvent,
	{ observations, unwatched = new Map() }: Snapshot,
): IDataObject[] {
	const since = new Date().toISOString();
	const shown = observations
		.slice(0, SAMPLE_SIZE)
		.map(({ state, ...object }) =>
			itemOf(event, { ...object, from: null, to: state, since, confirmedAfter: 1 }),
		);
	const notes = [...unwatched].map(([id, reason]) => ({
		event: event.value,
		id,
		note: `This is not watched: ${reason}`,
	}));
	const items = [...shown, ...notes];
	return items.length > 0
		? items
		: [{ event: event.value, note: 'There is nothing to watch at present' }];
}
