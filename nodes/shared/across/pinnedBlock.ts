import { exactNumber, hexQuantity } from '../jsonRpc/hex';
import { isRecord } from '../pure/json';
import { asProblem, Cancelled, Problem } from '../pure/problem';
import { askerOf } from '../readiness/asker';
import { EndpointFault } from '../readiness/families/family';
import { timeIn } from '../readiness/families/readFields';
import type { HealthSettings } from '../readiness/health';
import type { OperationContext } from '../session/session';
import type { LeftOut } from './askEndpoint';
import { isPassing } from './attempt';
import { tagsOf, withBlocks } from './blocks';
import { headsOf, onOtherChains, quickly, RETRY_MS, unfit, type Heads } from './heads';
import type { Target } from './target';

type Context = Pick<
	OperationContext,
	'rpc' | 'clock' | 'retryOptions' | 'remember' | 'once' | 'forget' | 'cancel'
>;

/** A call whose moving blocks became numbers. */
export interface PinnedCall {
	params: unknown[];
	/** The highest of these blocks; absent where the call names none. */
	blockNumber?: bigint;
	/** Endpoints that take no part, and why. */
	leftOut: ReadonlyMap<Target, LeftOut>;
}

/** The block that an endpoint has for a tag. */
interface Block {
	number: bigint;
	/** How old it is, in milliseconds, where that is known. */
	ageMs?: number;
}

/** What is pinned, and for whom. */
interface Pinning {
	method: string;
	params: readonly unknown[];
	tags: ReadonlySet<string>;
	atLeast: number;
	settings: HealthSettings;
}

/**
 * Makes one number of each tag that endpoints understand differently: that of the highest block which at least as many
 * endpoints as have to agree, and more than half of all, have reached. It is the same for the whole run, until what was
 * read is read again.
 * @returns `undefined` for a method without a block
 * @throws Problem when too few endpoints have such a block, or it is too old, and Cancelled
 */
export async function pinnedCall(
	targets: readonly Target[],
	{ method, params }: { method: string; params: readonly unknown[] },
	{ atLeast, settings }: { atLeast: number; settings: HealthSettings },
	context: Context,
): Promise<PinnedCall | undefined> {
	const tags = tagsOf(method, params);
	if (tags === undefined) return undefined;
	if (tags.has('pending')) {
		throw new Problem("Endpoints cannot agree on the block 'pending': each has its own", {
			hint: 'Use latest, safe or finalized, or another strategy',
		});
	}
	if (tags.size === 0) return { params: [...params], leftOut: new Map() };
	const pinning = { method, params, tags, atLeast, settings };
	for (let round = 0; ; round += 1) {
		const made = await pinned(targets, pinning, context).catch(asProblem);
		if (!(made instanceof Problem)) return made;
		if (!made.isNetworkFault || round >= context.retryOptions.maxRetries) throw made;
		await context.clock.sleep(RETRY_MS + 1, context.cancel);
		if (context.cancel.aborted) throw new Cancelled();
	}
}

async function pinned(
	targets: readonly Target[],
	{ method, params, tags, atLeast, settings }: Pinning,
	context: Context,
): Promise<PinnedCall> {
	const heads = await headsOf(targets, settings, context);
	const leftOut = new Map<Target, LeftOut>(onOtherChains(heads, atLeast));
	for (const [target, health] of heads.health) {
		const why = unfit(health, settings);
		// Whether it is too far behind, the block that is chosen shows.
		const isBehind = why?.state === 'syncing' || why?.state === 'lagging';
		if (why !== undefined && !(isBehind && health.head !== undefined)) leftOut.set(target, why);
	}
	const needed = Math.max(atLeast, Math.floor(targets.length / 2) + 1);
	const numbers = new Map<string, bigint>();
	for (const tag of tags) {
		const blocks = await blocksOf(tag, heads, leftOut, context);
		const number = highestOfMost(blocks, needed, { tag, of: targets.length, leftOut });
		checkAge(tag, number, blocks, heads, settings);
		for (const [target, block] of blocks) {
			if (block.number >= number) continue;
			const reason = `it has block ${exactNumber(block.number)}, and ${exactNumber(number)} was asked for`;
			leftOut.set(target, { state: 'lagging', reason });
		}
		numbers.set(tag, number);
	}
	const hex = (tag: string): string => `0x${(numbers.get(tag) ?? 0n).toString(16)}`;
	const numbered = withBlocks(method, params, hex) ?? [...params];
	const blockNumber = [...numbers.values()].reduce((a, b) => (a > b ? a : b));
	return { params: numbered, blockNumber, leftOut };
}

function highestOfMost(
	blocks: ReadonlyMap<Target, Block>,
	needed: number,
	{ tag, of, leftOut }: { tag: string; of: number; leftOut: ReadonlyMap<Target, LeftOut> },
): bigint {
	const highestFirst = [...blocks.values()].sort((a, b) => Number(b.number - a.number));
	const found = highestFirst.at(needed - 1);
	if (found !== undefined) return found.number;
	const others = [...leftOut].map(
		([{ label }, { state, reason }]) => `${label}: ${state}, ${reason}`,
	);
	throw new Problem(
		`No agreement on the block '${tag}': ${needed} of ${of} endpoints have to have it, and ${blocks.size} said which one they have. ${others.join(' | ')}`,
		{
			hint: 'Check the endpoints with JSON-RPC, Check Health, or add another one',
			isNetworkFault: [...leftOut.values()].some(({ state }) => isPassing(state)),
		},
	);
}

/** Blocks that are final are old by nature, so only a limit of the user applies to them. */
function checkAge(
	tag: string,
	number: bigint,
	blocks: ReadonlyMap<Target, Block>,
	heads: Heads,
	{ maxBlockAgeSeconds }: HealthSettings,
): void {
	const [target, block] = [...blocks].find(([, each]) => each.number === number) ?? [];
	const usual = target && tag === 'latest' ? heads.health.get(target)?.facts : undefined;
	const limit = maxBlockAgeSeconds ?? usual?.maxBlockAgeSeconds;
	const age = Math.round((block?.ageMs ?? 0) / 1000);
	if (limit === undefined || age <= limit) return;
	throw new Problem(
		`No agreement on a recent block: the block '${tag}' of most endpoints, ${exactNumber(number)}, is ${age} s old, more than the ${limit} s allowed`,
		{ hint: "Check the endpoints with JSON-RPC, Check Health, or raise 'Max Block Age'" },
	);
}

async function blocksOf(
	tag: string,
	heads: Heads,
	leftOut: Map<Target, LeftOut>,
	context: Context,
): Promise<Map<Target, Block>> {
	const sinceMs = context.clock.now() - heads.readAt;
	const blocks = new Map<Target, Block>();
	const fit = [...heads.health].filter(([target]) => !leftOut.has(target));
	await Promise.all(
		fit.map(async ([target, { head }]) => {
			if (head === undefined) return;
			const { blockNumber: number, blockTimeMs, answeredAtMs } = head;
			const ageMs = (timeMs: number): number => answeredAtMs - timeMs + sinceMs;
			if (tag === 'latest') {
				blocks.set(target, { number, ...(blockTimeMs && { ageMs: ageMs(blockTimeMs) }) });
				return;
			}
			const key = `${tag} ${heads.readAt} ${target.key}`;
			const named = await context.once(key, async () => await namedBlock(target, tag, context));
			if ('reason' in named) leftOut.set(target, named);
			else blocks.set(target, { number: named.number, ageMs: ageMs(named.timeMs) });
		}),
	);
	return blocks;
}

async function namedBlock(
	{ resolved }: Target,
	tag: string,
	context: Context,
): Promise<{ number: bigint; timeMs: number } | LeftOut> {
	if ('absent' in resolved) return { state: 'notRunning', reason: resolved.absent };
	try {
		const ask = askerOf(resolved.endpoint, quickly(context));
		const block = await ask.call('eth_getBlockByNumber', [tag, false]);
		const number = isRecord(block) ? hexQuantity(block.number) : undefined;
		const timeMs = isRecord(block) ? timeIn(block.timestamp, 0.001) : undefined;
		if (number !== undefined && timeMs !== undefined) return { number, timeMs };
		return { state: 'invalidResponse', reason: `it returned no block '${tag}'` };
	} catch (error) {
		if (error instanceof EndpointFault) return { state: error.answer.kind, reason: error.message };
		return error instanceof Cancelled
			? { state: 'cancelled', reason: error.message }
			: await Promise.reject(error);
	}
}
