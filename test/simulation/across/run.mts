import type { IDataObject } from 'n8n-workflow';

import { callAcross } from '../../../nodes/Chainstack/resources/jsonRpc/callAcross';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { OperationContext } from '../../../nodes/shared/run/operationContext';
import { Session } from '../../../nodes/shared/run/session';
import { Random } from '../support/random.mts';
import { VirtualClock } from '../support/virtualClock.mts';
import {
	balanceAt,
	hashOf,
	headAt,
	TROUBLES,
	World,
	type Endpoint,
	type Trouble,
} from './world.mts';

const NO_FILE = new Promise<never>(() => undefined);

/** A run among three endpoints. */
export interface Scenario {
	seed: number;
	strategy: 'first' | 'fastest' | 'agreement';
	/** The fault of one of them, and which one has it. */
	trouble: Trouble;
	troubled: number;
	/** Whether it is wrong with all of them. */
	isEverywhere?: boolean;
	items: number;
	/** Over how many milliseconds the items begin. */
	withinMs: number;
	isWrite: boolean;
	/** Options of the operation. */
	options: Record<string, unknown>;
	/** Of each endpoint. */
	oneWayMs: readonly number[];
	jitterMs: number;
	badUntilMs: number;
	hangsFromMs: number;
	rate: number;
}

/** The outcome of a run. */
export interface Outcome {
	violations: string[];
	/** Calls of the items that were sent, over all endpoints. */
	sent: number;
	tookMs: number;
	world: World;
}

const TIMEOUT_S = 5;

const LONGEST_MS = 30 * 60_000;

/** @returns a scenario that a seed stands for */
export function scenarioOf(seed: number): Scenario {
	const random = new Random(seed * 7919);
	const trouble = random.pick(TROUBLES);
	const isWrite = random.chance(0.2) && trouble !== 'lies' && trouble !== 'lags';
	const strategies = ['first', 'fastest', 'agreement'] as const;
	// Only agreement finds out who lies; what changes something goes to one endpoint.
	const strategy =
		trouble === 'lies' ? 'agreement' : random.pick(isWrite ? strategies.slice(0, 2) : strategies);
	const options: Record<string, unknown> = {};
	if (trouble === 'lags' && strategy !== 'agreement')
		Object.assign(options, random.chance(0.5) ? { maxBlocksBehind: 5 } : { maxBlockAge: 60 });
	if (trouble === 'other chain') options.expectedChainId = '1';
	return {
		seed,
		strategy,
		trouble,
		troubled: random.integer(0, 2),
		items: random.pick([1, 2, 3, 5, 10, 10, 20, 60]),
		withinMs: random.pick([0, 0, 500, 20_000]),
		isWrite,
		options,
		oneWayMs: [0, 1, 2].map(() => random.integer(2, 60)),
		jitterMs: random.pick([0, 5, 40]),
		badUntilMs: random.integer(500, 30_000),
		hangsFromMs: random.pick([0, 0, random.integer(1, 5000)]),
		rate: random.integer(1, 50),
	};
}

/** Runs the operation for its items in virtual time, and judges what came out. */
export async function runScenario(scenario: Scenario): Promise<Outcome> {
	const { seed, strategy, options, items, isWrite, withinMs } = scenario;
	const clock = new VirtualClock();
	const random = new Random(seed ^ 0x5eed);
	const endpoints = scenario.oneWayMs.map((oneWayMs, index): Endpoint => {
		const isTroubled = index === scenario.troubled || scenario.isEverywhere === true;
		const trouble = isTroubled ? scenario.trouble : 'none';
		const { jitterMs, badUntilMs, hangsFromMs, rate } = scenario;
		const url = `https://node-${index}.example.com/0a1b2c3d4e5f60718293a4b5c6d7e8f${index}`;
		const own = { url, trouble, oneWayMs, jitterMs, badUntilMs, hangsFromMs, rate };
		return { ...own, sent: [], requests: [] };
	});
	const world = new World(endpoints, clock, random);
	const scheduler = new RequestScheduler({ clock, random: random.next });
	const session = new Session(world.context(), undefined, { scheduler });
	const violations: string[] = [];
	let ended = 0;
	const begin = async (index: number): Promise<void> => {
		const retry = { timeoutMs: TIMEOUT_S * 1000, maxRetries: 4, maxRetryWaitMs: 300_000 };
		const context = new OperationContext(session, retry);
		const transaction = `0x${(index + 1).toString(16).padStart(8, '0')}`;
		const values = {
			endpoints: 'addresses',
			addresses: endpoints.map(({ url }) => url),
			strategy,
			atLeast: 2,
			method: isWrite ? 'eth_sendRawTransaction' : 'eth_getBalance',
			params: isWrite ? [transaction] : [`${index}`, 'latest'],
			options,
		};
		const from = clock.now();
		let output: IDataObject | undefined;
		let message = '';
		try {
			output = (await callAcross.execute(
				values,
				context,
				async () => await NO_FILE,
			)) as IDataObject;
		} catch (error) {
			message = (error as Error).message;
		}
		const found = isWrite
			? judgeWrite(transaction, output, message, scenario)
			: judgeRead(index, output, message, { from, until: clock.now() });
		violations.push(...found.map((each) => `item ${index}: ${each}`));
		ended += 1;
	};
	for (let index = 0; index < items; index += 1) {
		const at = (index / items) * withinMs;
		if (at === 0) void begin(index);
		else clock.after(at, () => void begin(index));
	}
	const isOver = await clock.runUntil(() => ended === items, LONGEST_MS);
	if (!isOver) violations.push(`${items - ended} items did not end`);
	for (const [transaction, times] of world.taken)
		if (times > 1) violations.push(`${transaction} was taken ${times} times`);
	session.end();
	const method = isWrite ? 'eth_sendRawTransaction' : 'eth_getBalance';
	const sent = endpoints
		.flatMap((each) => each.sent)
		.filter((each) => each.method === method).length;
	return { violations, sent, tookMs: clock.now(), world };
}

/** A read has to have the balance of a block that was the newest one while it ran. */
function judgeRead(
	account: number,
	output: IDataObject | undefined,
	message: string,
	{ from, until }: { from: number; until: number },
): string[] {
	if (output === undefined) return [`no result: ${message}`];
	// Agreement may use a block that was read up to 30 s before.
	const blocks = Array.from(
		{ length: headAt(until) - headAt(from) + 6 },
		(_, step) => headAt(from) - 5 + step,
	);
	const isRight = blocks.some((block) => balanceAt(account, block) === output.result);
	return isRight ? [] : [`wrong result ${String(output.result)}`];
}

/** A write has its hash, or nobody knows: then only where an endpoint that may have taken it did not answer. */
function judgeWrite(
	transaction: string,
	output: IDataObject | undefined,
	message: string,
	{ trouble }: Scenario,
): string[] {
	if (output !== undefined)
		return output.result === hashOf(transaction) ? [] : [`wrong hash ${String(output.result)}`];
	const mayBeUnclear = trouble === 'hangs' || trouble === '5xx for a while';
	return mayBeUnclear && message.includes('may have been accepted') ? [] : [`failed: ${message}`];
}
