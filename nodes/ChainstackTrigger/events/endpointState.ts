import type { Observation } from '../../shared/polling/observation';
import { without } from '../../shared/pure/without';
import { compareWithEachOther } from '../../shared/readiness/compare';
import { checkedChainId } from '../../shared/readiness/expectedChain';
import { healthOf, type HealthSettings } from '../../shared/readiness/health';
import { blocksOf, probeSync } from '../../shared/readiness/probe';
import type { ResolvedEndpoint } from '../../shared/readiness/resolveEndpoint';
import type { OperationContext } from '../../shared/session/session';
import { askedInPoll, isRefused, type Answer } from './askEndpoint';
import type { Endpoint } from './endpoints';
import type { HostPaces, Question } from './hostPaces';

/** Which endpoints are asked, and how fast. */
export interface Asking {
	/** Those whose turn it is come first. */
	endpoints: readonly Endpoint[];
	paces: HostPaces;
	context: OperationContext;
}

/** Results for the endpoints that were to be asked. */
export interface Asked {
	observations: Observation[];
	/** Ids of those whose state is unknown because the poll had to end first. */
	cutOff: string[];
}

/** Asks endpoints whether they are synchronized. */
export async function syncStates(all: Asking): Promise<Asked> {
	const asked = await askedAll(
		all,
		async ({ target }, asking) => await probeSync(target, 1, asking),
	);
	return {
		cutOff: asked.cutOff,
		observations: asked.known.map(({ endpoint: { id, name }, answer }) => {
			const { state, reason, latencyMs, endpoint, look } = answer;
			const facts = { endpoint, latencyMs, ...blocksOf(look), ...given({ reason }) };
			return { id, name, state, facts };
		}),
	};
}

/**
 * The chain that the user expects applies to endpoints whose chain is not known otherwise.
 * @throws Problem when it is not the id of a chain
 */
function settingsFor(
	target: ResolvedEndpoint,
	{ expectedChainId, ...settings }: HealthSettings,
): HealthSettings {
	const compared = { ...settings, isCompared: true };
	if (expectedChainId === undefined || !('endpoint' in target)) return compared;
	const { chain, family } = target.endpoint;
	if (chain !== undefined && chain.ids.length > 0) return compared;
	return { ...compared, expectedChainId: checkedChainId(expectedChainId, family) };
}

/** Asks endpoints for their health, and compares those of the same chain with each other. */
export async function healthStates(asking: Asking, settings: HealthSettings): Promise<Asked> {
	const asked = await askedAll(
		asking,
		async ({ target }, context) => await healthOf(target, settingsFor(target, settings), context),
	);
	const all = asked.known.map(({ answer }) => answer);
	const compared = await compareWithEachOther(all, asking.context);
	return {
		cutOff: asked.cutOff,
		observations: asked.known.map(({ endpoint: { id, name } }, place) => {
			const { healthy, state, reason, facts, ...comparison } = without(
				compared[place],
				'head',
				'lastingHint',
			);
			const known = { ...given({ reason }), ...without(facts, 'attempts'), ...comparison };
			// A node that is a few blocks behind reports that it is synchronizing, but is well.
			return { id, name, state: healthy ? 'ready' : state, facts: known };
		}),
	};
}

/** Result of asking an endpoint. */
interface Told<A> {
	endpoint: Endpoint;
	answer?: A;
	/** Counts as its answer only if all endpoints at its host are rejected. */
	refusal?: A;
	question: Question;
}

/** Asks endpoints, those of each host at that host's pace. */
async function askedAll<A extends Answer>(
	{ endpoints, paces, context }: Asking,
	ask: (endpoint: Endpoint, asking: OperationContext) => Promise<A>,
): Promise<{ known: Array<{ endpoint: Endpoint; answer: A }>; cutOff: string[] }> {
	const { clock, cancel } = context;
	const hosts = new Set(endpoints.map(({ host }) => host));
	const asked = await Promise.all(
		[...hosts].map(async (host) => {
			const own = endpoints.filter((endpoint) => endpoint.host === host);
			const pace = paces.of(host);
			const turn = turnsAt(pace, context);
			return await inTurn(own, turn, async (endpoint): Promise<Told<A>> => {
				const { id } = endpoint;
				const askedAt = cancel.aborted ? undefined : clock.now();
				const isFirstAlone = pace !== undefined || paces.isSilent(id);
				const { answer, refusal, wasRefused, calls } = await askedInPoll(
					context,
					{ isInTurn: pace !== undefined, isFirstAlone, turn },
					async (asking) => await ask(endpoint, asking),
				);
				const question = { id, host, wasRefused, calls, endedAt: clock.now() };
				const outcome = outcomeOf(answer);
				return {
					endpoint,
					answer,
					refusal,
					question: { ...question, outcome, ...given({ askedAt }) },
				};
			});
		}),
	);
	const all = asked.flat();
	const { doubtful, refusing } = paces.learn(all.map(({ question }) => question));
	const known = all.flatMap(({ endpoint, answer: own, refusal }) => {
		const answer = own ?? (refusing.has(endpoint.host) ? refusal : undefined);
		return answer === undefined || doubtful.has(endpoint.id) ? [] : [{ endpoint, answer }];
	});
	const isKnown = new Set(known.map(({ endpoint }) => endpoint));
	return {
		known,
		cutOff: endpoints.filter((endpoint) => !isKnown.has(endpoint)).map(({ id }) => id),
	};
}

function outcomeOf(answer: Answer | undefined): Question['outcome'] {
	if (answer === undefined) return 'unknown';
	if (isRefused(answer)) return 'refused';
	return answer.state === 'unreachable' ? 'silent' : 'told';
}

/**
 * Spreads calls over time, in the order in which they ask for their turn.
 * @param pace how many calls a second; `undefined` for all at once
 */
function turnsAt(
	pace: number | undefined,
	{ clock, cancel }: Pick<OperationContext, 'clock' | 'cancel'>,
): (calls: number) => Promise<void> {
	let nextAt = clock.now();
	return async (calls) => {
		if (pace === undefined) return;
		const now = clock.now();
		const at = Math.max(nextAt, now);
		nextAt = at + (calls * 1000) / pace;
		if (at > now) await clock.sleep(at - now, cancel);
	};
}

/** Starts work on each of several things when its turn has come. */
async function inTurn<T, R>(
	all: readonly T[],
	turn: (calls: number) => Promise<void>,
	begin: (each: T) => Promise<R>,
): Promise<R[]> {
	const begun: Array<Promise<R>> = [];
	for (const each of all) {
		await turn(1);
		const one = begin(each);
		begun.push(one);
		// What fails while others wait for their turn is thrown at the end.
		void one.catch(() => undefined);
	}
	return await Promise.all(begun);
}

/** The properties that have a value: only these belong in an item. */
function given<T extends object>(values: T): Partial<T> {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as Partial<T>;
}
