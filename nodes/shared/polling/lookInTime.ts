import type { IPollFunctions } from 'n8n-workflow';

import type { TriedAddresses } from '../jsonRpc/addressTrial';
import type { Property } from '../parameters/propertyTypes';
import { readValuesOfItems } from '../parameters/readValues';
import { asProblem, Cancelled, Problem } from '../pure/problem';
import type { RetryOptions } from '../scheduler/retryOptions';
import { SecretMask } from '../secrets/secretMask';
import { NO_FILES } from '../session/binaryFiles';
import { openSession, type ItemAtWork, type Session } from '../session/session';
import { MOST_OBJECTS, type Memory } from './memory';
import { withMaskedTexts, type Snapshot } from './observation';
import type { PollProcess } from './pollProcess';
import { levelProperties, reportingOf, reportingProperties, type Reporting } from './reporting';
import type { PollState } from './savedState';
import type { Look, WatchEvent } from './watchEvent';

/** A poll ends within 30 s whatever the servers do; what has not answered by then is unknown. Milliseconds. */
const POLL_MS = 25_000;

/** Largest share of the time n8n gives a poll that is used. */
const OF_BUDGET = 0.8;

/** Shares of a poll: one attempt, so that one more fits into it; and the longest wait a server may ask for. */
const OF_ATTEMPT = 0.32;
const OF_WAIT = 0.4;

/** Result of a look. */
export type Looked =
	| { snapshot: Snapshot; reporting: Reporting; scope: string; mask: SecretMask }
	| { problem: Problem; mask: SecretMask; reporting?: Reporting };

/** Checks what is watched, within the available time. Never throws; nothing keeps running when it returns. */
export async function lookedAt(
	n8n: IPollFunctions,
	event: WatchEvent,
	{ clock }: PollProcess,
	{ state, lookedUp }: { state: PollState; lookedUp: Map<string, unknown> },
	{
		cancel,
		budgetMs,
		mostObjects = MOST_OBJECTS,
	}: { cancel: AbortSignal | undefined; budgetMs: number; mostObjects?: number },
): Promise<Looked> {
	const pollMs = Math.min(POLL_MS, budgetMs * OF_BUDGET);
	const deadline = clock.timeout(pollMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	const limited = Object.create(n8n, {
		getExecutionCancelSignal: { value: () => end },
	}) as IPollFunctions;
	let session: Session | undefined;
	let work: ItemAtWork | undefined;
	let reporting: Reporting | undefined;
	try {
		const tried = (lookedUp.get('tried addresses') ?? new Map()) as TriedAddresses;
		lookedUp.set('tried addresses', tried);
		const opened = await openSession(limited, { caller: 'rpc', clock, tried });
		({ session } = opened);
		work = session.item(retryOptionsOf(pollMs), NO_FILES);
		if (opened.problem !== undefined) return await Promise.reject(opened.problem);
		const values = valuesOf(n8n, [
			...event.properties,
			...(event.confirmations === undefined ? reportingProperties : levelProperties),
		]);
		reporting = reportingOf(values);
		const scope = scopeOf(event, values);
		const isSame = state.watched === scope;
		const memory: Memory = isSame ? state.memory : new Map();
		const look: Look = {
			context: work.context,
			known: new Map([...memory].map(([id, { name }]) => [id, name])),
			isWatched: (id) => {
				const { lookedIn = 0, incident } = memory.get(id) ?? {};
				return lookedIn > state.activatedAfter || incident?.toldAt !== undefined;
			},
			notes: isSame ? state.notes : {},
			lookedUp,
			inTurn: (objects) => {
				const lookedIn = ({ id }: { id: string }): number => memory.get(id)?.lookedIn ?? -1;
				return [...objects].sort((a, b) => lookedIn(a) - lookedIn(b));
			},
			atMost: (objects) => {
				if (objects.length <= mostObjects) return [...objects];
				const known = objects.filter(({ id }) => memory.has(id));
				const others = objects.filter(({ id }) => !memory.has(id));
				return [...known, ...others].slice(0, mostObjects);
			},
		};
		const seen = await event.observe(values, look);
		const mask = work.mask();
		return { snapshot: withMaskedTexts(seen, mask), reporting, scope, mask };
	} catch (error) {
		const problem = error instanceof Cancelled ? notReadInTime(pollMs) : asProblem(error);
		return { problem, mask: work?.mask() ?? new SecretMask(), ...(reporting && { reporting }) };
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

/** @throws Problem when a field is invalid */
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

function notReadInTime(pollMs: number): Problem {
	return new Problem(`The lists could not be read within ${Math.round(pollMs / 1000)} s`, {
		isNetworkFault: true,
		hint: 'Watch a project or chosen objects instead of all',
	});
}
