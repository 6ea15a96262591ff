import type { IDataObject } from 'n8n-workflow';

import { callAcross } from '../../../nodes/Chainstack/resources/jsonRpc/callAcross';
import { hashTransaction } from '../../../nodes/shared/across/transactionHash';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { OperationContext } from '../../../nodes/shared/run/operationContext';
import { Session } from '../../../nodes/shared/run/session';
import { Random } from '../support/random.mts';
import { VirtualClock } from '../support/virtualClock.mts';
import {
	balanceAt,
	blockHashOf,
	headAt,
	SLOW_CHAIN,
	TROUBLES,
	World,
	type ChainRules,
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
	/** Whether blocks are read instead of balances. */
	readsBlocks?: boolean;
	/** Its calls wait for limits, so that each has to have a block that was new when it was sent. */
	isDrained?: boolean;
	/** Each write is made twice, as by a workflow that is started again. */
	isRepeated?: boolean;
	chain?: ChainRules;
	/** How far the backends of each endpoint are behind, in milliseconds. */
	backendsBehindMs?: readonly number[];
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

/** Troubles of reads alone. */
const MISLEADING = new Set<Trouble>(['lies', 'lags', 'halts', 'differs in trifles']);

const TIMEOUT_S = 5;

const LONGEST_MS = 30 * 60_000;

/** @returns a scenario that a seed stands for */
export function scenarioOf(seed: number): Scenario {
	const random = new Random(seed * 7919);
	const trouble = random.pick(TROUBLES);
	const isWrite = trouble === 'loses answers' || (random.chance(0.2) && !MISLEADING.has(trouble));
	const strategies = ['first', 'fastest', 'agreement'] as const;
	// Only agreement finds out who lies; what changes something goes to one endpoint.
	const strategy =
		trouble === 'lies' || trouble === 'differs in trifles'
			? 'agreement'
			: random.pick(isWrite ? strategies.slice(0, 2) : strategies);
	const options: Record<string, unknown> = {};
	if ((trouble === 'lags' || trouble === 'halts') && strategy !== 'agreement')
		Object.assign(
			options,
			trouble === 'halts' || random.chance(0.5) ? { maxBlockAge: 60 } : { maxBlocksBehind: 5 },
		);
	if (trouble === 'other chain') options.expectedChainId = '1';
	return {
		seed,
		strategy,
		trouble,
		troubled: random.integer(0, 2),
		items: random.pick([1, 2, 3, 5, 10, 10, 20, 60]),
		withinMs: random.pick([0, 0, 500, 20_000]),
		isWrite,
		readsBlocks: strategy === 'agreement' && random.chance(0.4),
		isRepeated: isWrite && random.chance(0.3),
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
	const { seed, strategy, options, items, isWrite, withinMs, readsBlocks, chain } = scenario;
	const { isRepeated = false } = scenario;
	const method = chooseMethod(scenario);
	const clock = new VirtualClock();
	const random = new Random(seed ^ 0x5eed);
	const endpoints = scenario.oneWayMs.map((oneWayMs, index): Endpoint => {
		const isTroubled = index === scenario.troubled || scenario.isEverywhere === true;
		const trouble = isTroubled ? scenario.trouble : 'none';
		const { jitterMs, badUntilMs, hangsFromMs, rate, backendsBehindMs = [0] } = scenario;
		const url = `https://node-${index}.example.com/0a1b2c3d4e5f60718293a4b5c6d7e8f${index}`;
		const own = {
			url,
			trouble,
			oneWayMs,
			jitterMs,
			badUntilMs,
			hangsFromMs,
			rate,
			backendsBehindMs,
		};
		return { ...own, sent: [], requests: [] };
	});
	const world = new World(endpoints, clock, random, chain);
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
			method,
			params: isWrite ? [transaction] : readsBlocks ? ['latest', false] : [`${index}`, 'latest'],
			options,
		};
		const times = isRepeated ? 2 : 1;
		for (let time = 0; time < times; time += 1) {
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
				? judgeWrite(transaction, output, message, world)
				: judgeRead(index, output, message, { from, until: clock.now(), scenario });
			violations.push(...found.map((each) => `item ${index}: ${each}`));
		}
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
		if (times > (isRepeated ? 2 : 1)) violations.push(`${transaction} was taken ${times} times`);
	session.end();
	const sent = endpoints
		.flatMap((each) => each.sent)
		.filter((each) => each.method === method).length;
	return { violations, sent, tookMs: clock.now(), world };
}

function chooseMethod({ isWrite, readsBlocks = false }: Scenario): string {
	if (isWrite) return 'eth_sendRawTransaction';
	return readsBlocks ? 'eth_getBlockByNumber' : 'eth_getBalance';
}

/** The oldest block that may be chosen when a call ends, in milliseconds: the fastest chain keeps its state that long. */
const OLDEST_MS = 25_000;

/** A read has to say what is true of a block that was the newest one while it ran, or a little before. */
function judgeRead(
	account: number,
	output: IDataObject | undefined,
	message: string,
	{ from, until, scenario }: { from: number; until: number; scenario: Scenario },
): string[] {
	if (output === undefined) return [`no result: ${message}`];
	const { readsBlocks, chain = SLOW_CHAIN, strategy, isDrained } = scenario;
	const since = isDrained ? until : from;
	const first = headAt(since - OLDEST_MS, chain) - 5;
	const blocks = Array.from(
		{ length: headAt(until, chain) - first + 1 },
		(_, step) => first + step,
	);
	const { blockNumber } = output;
	if (strategy === 'agreement' && !blocks.includes(Number(blockNumber)))
		return [`block ${String(blockNumber)} was chosen, and the newest is ${blocks.at(-1)}`];
	const said = readsBlocks ? (output.result as IDataObject | null)?.hash : output.result;
	const isRight = blocks.some(
		(block) => said === (readsBlocks ? blockHashOf(block) : balanceAt(account, block)),
	);
	return isRight ? [] : [`wrong result ${JSON.stringify(output.result)}`];
}

/** A write has its hash; where it is not known whether it was accepted, no healthy endpoint has it. */
function judgeWrite(
	transaction: string,
	output: IDataObject | undefined,
	message: string,
	world: World,
): string[] {
	const hash = hashTransaction(transaction) ?? '';
	if (output !== undefined)
		return output.result === hash ? [] : [`wrong hash ${String(output.result)}`];
	const isUnknown = message.includes('may have been accepted');
	const knowing = world.endpoints.filter(
		(each) => each.trouble === 'none' && world.knows(each, hash),
	);
	if (knowing.length > 0) return [`failed although it is known: ${message}`];
	return isUnknown ? [] : [`failed: ${message}`];
}
