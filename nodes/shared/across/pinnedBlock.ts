import { ProbeError, settle } from '../families/family';
import { at, read } from '../families/readFields';
import { toExactNumber, parseHexQuantity } from '../jsonRpc/quantities';
import type { HealthSettings } from '../readiness/health';
import { EndpointProbeClient } from '../readiness/probeClient';
import { Cancelled, Problem, toProblem } from '../text/problem';
import type { LeftOut } from './askEndpoint';
import { isPassing, type Target } from './attempt';
import { readTags, replaceBlocks } from './blocks';
import {
	RETRY_MS,
	findOtherChains,
	findUnfitness,
	limitToQuickReads,
	readHeadsOnce,
	type Context,
	type Heads,
} from './heads';

/** The block that an endpoint has for a tag. */
interface Block {
	number: bigint;
	ageMs?: number;
}

interface Order {
	method: string;
	params: unknown;
	atLeast: number;
	settings: HealthSettings;
}

/**
 * Makes one number of each tag that endpoints understand differently: that of the highest block which at least as many
 * endpoints as have to agree, and more than half of all, have reached. It is the same for the whole run, until what was
 * read is read again.
 * @returns the parameters, the highest of these blocks if the call names any, and the endpoints that take no part, and
 * why; `undefined` for a method without a block
 * @throws Problem when too few endpoints have such a block, or it is too old, and Cancelled
 */
export async function pinBlocks(
	targets: readonly Target[],
	order: Order,
	context: Context,
): Promise<
	{ params: unknown[]; blockNumber?: bigint; leftOut: ReadonlyMap<Target, LeftOut> } | undefined
> {
	const { method, params } = order;
	const isEvm = targets.some(
		({ resolved }) => 'endpoint' in resolved && resolved.endpoint.family === 'evm',
	);
	if (!isEvm || !Array.isArray(params)) return undefined;
	const tags = readTags(method, params);
	if (tags === undefined) return undefined;
	if (tags.has('pending'))
		throw new Problem("Endpoints cannot agree on the block 'pending': each has its own", {
			hint: 'Use latest, safe or finalized, or another strategy',
		});
	if (tags.size === 0) return { params, leftOut: new Map() };
	for (let round = 0; ; round += 1) {
		const found = await findBlocks(targets, tags, order, context).catch(toProblem);
		if (!(found instanceof Problem)) {
			const { numbers, leftOut } = found;
			const hex = (tag: string): string => `0x${(numbers.get(tag) ?? 0n).toString(16)}`;
			const blockNumber = [...numbers.values()].reduce((a, b) => (a > b ? a : b));
			return { params: replaceBlocks(method, params, hex) ?? params, blockNumber, leftOut };
		}
		if (!found.isNetworkFault || round >= context.retryOptions.maxRetries) throw found;
		await context.clock.sleep(RETRY_MS + 1, context.cancel);
		if (context.cancel.aborted) throw new Cancelled();
	}
}

async function findBlocks(
	targets: readonly Target[],
	tags: ReadonlySet<string>,
	{ atLeast, settings }: Order,
	context: Context,
): Promise<{ numbers: ReadonlyMap<string, bigint>; leftOut: ReadonlyMap<Target, LeftOut> }> {
	const heads = await readHeadsOnce(targets, settings, context);
	const leftOut = new Map(findOtherChains(targets, heads, atLeast));
	for (const target of targets) {
		const health = heads.health.get(target.key);
		// Whether it is too far behind, the block that is chosen shows.
		const why = health && findUnfitness(health, { expectedChainId: settings.expectedChainId });
		if (why !== undefined) leftOut.set(target, why);
	}
	const fit = targets.filter((target) => !leftOut.has(target));
	const needed = Math.max(atLeast, Math.floor(targets.length / 2) + 1);
	const numbers = new Map<string, bigint>();
	for (const tag of tags) {
		const blocks = await readBlocks(tag, fit, heads, leftOut, context);
		const highestFirst = [...blocks].sort(([, a], [, b]) => Number(b.number - a.number));
		const found = highestFirst.at(needed - 1);
		if (found === undefined)
			throw makeTagProblem(tag, `${needed} of ${targets.length}`, blocks.size, leftOut);
		const [target, { number, ageMs = 0 }] = found;
		// Blocks that are final are old by nature, so only a limit of the user applies to them.
		const usual =
			tag === 'latest' ? heads.health.get(target.key)?.facts.maxBlockAgeSeconds : undefined;
		checkAge(tag, number, Math.round(ageMs / 1000), settings.maxBlockAgeSeconds ?? usual);
		for (const [behind] of highestFirst.filter(([, block]) => block.number < number)) {
			const has = toExactNumber(blocks.get(behind)?.number ?? 0n);
			const reason = `it has block ${has}, and ${toExactNumber(number)} was asked for`;
			leftOut.set(behind, { state: 'lagging', reason });
		}
		numbers.set(tag, number);
	}
	return { numbers, leftOut };
}

function makeTagProblem(
	tag: string,
	needed: string,
	known: number,
	leftOut: ReadonlyMap<Target, LeftOut>,
): Problem {
	const others = [...leftOut].map(
		([{ label }, { state, reason }]) => `${label}: ${state}, ${reason}`,
	);
	return new Problem(
		`No agreement on the block '${tag}': ${needed} endpoints have to have it, and ${known} said which one they have. ${others.join(' | ')}`,
		{
			hint: 'Check the endpoints with JSON-RPC, Check Health, or add another one',
			isNetworkFault: [...leftOut.values()].some(({ state }) => isPassing(state)),
		},
	);
}

function checkAge(tag: string, number: bigint, ageSeconds: number, limit = Infinity): void {
	if (ageSeconds <= limit) return;
	throw new Problem(
		`No agreement on a recent block: the block '${tag}' of most endpoints, ${toExactNumber(number)}, is ${ageSeconds} s old, more than the ${limit} s allowed`,
		{ hint: "Check the endpoints with JSON-RPC, Check Health, or raise 'Max Block Age'" },
	);
}

async function readBlocks(
	tag: string,
	targets: readonly Target[],
	heads: Heads,
	leftOut: Map<Target, LeftOut>,
	context: Context,
): Promise<Map<Target, Block>> {
	const sinceMs = context.clock.now() - heads.readAt;
	const blocks = new Map<Target, Block>();
	await Promise.all(
		targets.map(async (target) => {
			const head = heads.health.get(target.key)?.head;
			if (head === undefined || leftOut.has(target)) return;
			const { blockNumber: number, blockTimeMs, answeredAtMs } = head;
			const ageMs = (timeMs: number): number => answeredAtMs - timeMs + sinceMs;
			if (tag === 'latest') {
				blocks.set(target, { number, ...(blockTimeMs && { ageMs: ageMs(blockTimeMs) }) });
				return;
			}
			const key = `${tag} ${heads.readAt} ${target.key}`;
			const named = await context.once(key, () => readTag(target, tag, context));
			if ('reason' in named) leftOut.set(target, named);
			else blocks.set(target, { number: named.number, ageMs: ageMs(named.timeMs) });
		}),
	);
	return blocks;
}

async function readTag(
	{ resolved }: Target,
	tag: string,
	context: Context,
): Promise<{ number: bigint; timeMs: number } | LeftOut> {
	if ('absent' in resolved) return { state: 'notRunning', reason: resolved.absent };
	const ask = new EndpointProbeClient(resolved.endpoint, limitToQuickReads(context));
	const block = await settle(ask.call('eth_getBlockByNumber', [tag, false]));
	if (block instanceof ProbeError) return { state: block.answer.kind, reason: block.message };
	const number = parseHexQuantity(at(block, 'number'));
	const timeMs = read.time(at(block, 'timestamp'), 0.001);
	if (number !== undefined && timeMs !== undefined) return { number, timeMs };
	return { state: 'invalidResponse', reason: `it returned no block '${tag}'` };
}
