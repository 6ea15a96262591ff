import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FaultKind, FaultRule } from '../../sandbox/start.mts';
import type { OperationName } from '../engine/fixtures/platform.mts';
import { binaryItem, type NodeLike } from '../engine/support/index.mts';
import { Random } from '../simulation/support/random.mts';
import { plans, type OperationPlan } from './plans.mts';

/** One run of the campaign; its seed determines all of it. */
export interface Scenario {
	seed: number;
	operation: OperationName;
	plan: OperationPlan;
	parameters: IDataObject & { options: IDataObject };
	items: INodeExecutionData[];
	node: Partial<NodeLike>;
	faults: FaultRule[];
	/** When the execution is cancelled, if it is. */
	abortAfterMs?: number;
	/** Milliseconds after which it has to have ended. */
	boundMs: number;
}

/** Seconds; servers that ask for a longer wait end the item. */
const LONGEST_RETRY_AFTER = 0.3;

/** Statuses that say nothing was done; after the server acted they would be wrong. */
const REFUSALS = [400, 401, 403, 404, 409, 422, 429];
const BREAKDOWNS = [500, 502, 503, 504];

/** @returns the scenario of a seed, with one of the operations */
export function scenarioOf(seed: number, operations: readonly OperationName[]): Scenario {
	const random = new Random(seed);
	// In turn, so that few runs are enough to cover every operation.
	const operation = operations[seed % operations.length];
	const plan = plans[operation.join('.')];
	const maxRetries = random.integer(0, 2);
	const timeout = random.integer(3, 8) / 10;
	const tries = random.chance(0.4) ? 2 : 1;
	const { options, ...parameters } = plan.parameters(random);
	const ofAttempt = plan.hasTimeout === true && { timeout };
	// The time for one of several endpoints is an option of its own.
	const isAcross = operation.join('.') === 'jsonRpc.callAcross';
	const items = Array.from({ length: random.integer(1, 5) }, (_, n) =>
		// With Use It, several items are about the same object.
		itemOf(random, `run ${seed}.${parameters.ifExists === 'use' ? n % 2 : n}`, n, plan),
	);
	const node = {
		onError: random.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
		...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
	};
	const faults = Array.from({ length: random.integer(0, 4) }, () => faultOf(random, plan));
	const abortAfterMs = random.chance(0.05) ? random.integer(1, 400) : undefined;
	// A server of virtual time answers at once, before an execution can be cancelled.
	if (abortAfterMs !== undefined) faults.push({ kind: 'delay', delayMs: 100 });
	// With backoff.
	const perAttempt = timeout + LONGEST_RETRY_AFTER + 1;
	return {
		seed,
		operation,
		plan,
		parameters: {
			...parameters,
			options: {
				...(options as IDataObject | undefined),
				...(isAcross && ofAttempt),
				limits: {
					maxRetries,
					maxRetryWait: LONGEST_RETRY_AFTER,
					...(!isAcross && ofAttempt),
				},
			},
		},
		items,
		node,
		faults,
		abortAfterMs,
		// A request, a search before it and one after it, and a wait.
		boundMs: 1000 * (10 + tries * items.length * (3 * (maxRetries + 1) * perAttempt + 4)),
	};
}

function itemOf(
	random: Random,
	name: string,
	n: number,
	{ item, hasFile }: OperationPlan,
): INodeExecutionData {
	const json = { n, name, ...item?.(random) };
	return hasFile === true
		? binaryItem(json, { data: { content: name, fileName: name, mimeType: 'text/plain' } })
		: { json };
}

function faultOf(random: Random, plan: OperationPlan): FaultRule {
	const isAfter = random.chance(0.4);
	// An upload may take any time while it makes progress: a server that goes silent is waited for for a minute.
	const slow: FaultKind[] = plan.hasTimeout === true ? ['hang', 'drip'] : [];
	const kinds: FaultKind[] = ['status', 'html', 'truncated', 'empty', 'reset', 'wrongShape'];
	const before: FaultKind[] = ['delay', 'rateLimit', 'echoKey', 'redirect'];
	const kind = random.pick([...kinds, ...slow, ...(isAfter ? [] : before)]);
	return {
		kind,
		when: isAfter ? 'after' : 'before',
		...detailsOf(random, kind, isAfter),
		...(random.chance(0.3) && { method: random.pick(['GET', 'POST', 'PATCH', 'DELETE']) }),
		...(random.chance(0.3) && { server: random.pick(['platform', 'rpc'] as const) }),
		...(random.chance(0.4) && { times: random.integer(1, 3) }),
		...(random.chance(0.3) && { skip: random.integer(1, 4) }),
		probability: random.pick([0.1, 0.3, 0.6, 1]),
		seed: random.integer(1, 1_000_000),
	};
}

function detailsOf(random: Random, kind: FaultKind, isAfter: boolean): Partial<FaultRule> {
	const status = random.pick(isAfter || random.chance(0.6) ? BREAKDOWNS : REFUSALS);
	// With Retry-After, an outage also says that nothing was done.
	const asksToWait = !isAfter && random.chance(0.5);
	const wait = asksToWait && { retryAfter: random.pick([0, 0.05, LONGEST_RETRY_AFTER, 3600]) };
	switch (kind) {
		case 'status':
			return { status, ...wait };
		case 'html':
			return { status };
		case 'rateLimit':
			return { ...wait };
		case 'delay':
			return { delayMs: random.integer(1, 250) };
		case 'drip':
			// So slow that the answer, which claims something that was not done, is never complete.
			return { delayMs: random.integer(15, 100) };
		case 'truncated':
			return { announced: random.chance(0.5) };
		case 'redirect':
			return { location: 'https://redirected.example/elsewhere' };
		default:
			return {};
	}
}

/** @returns how many milliseconds after its arrival a request may be processed at the latest, with some margin */
export function latestActMs(faults: readonly FaultRule[]): number {
	return faults.reduce((sum, { delayMs = 0, kind }) => sum + (kind === 'delay' ? delayMs : 0), 200);
}
