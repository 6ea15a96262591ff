import { compareWithEachOther } from '../readiness/compare';
import { formatChain } from '../readiness/expectedChain';
import { assessHealth, type Health, type HealthSettings } from '../readiness/health';
import type { OperationContext } from '../run/session';
import { waitForAbort } from '../scheduler/clock';
import { Cancelled, Problem } from '../text/problem';
import { groupBy, type LeftOut, type Target } from './attempt';

/** In a long run what was read is read again after this time, in milliseconds. */
const REREAD_MS = 30_000;

/** The same where an endpoint did not answer. */
const RETRY_MS = 2000;

/** Once enough endpoints have said theirs, the others have this long, in milliseconds: one may hang. */
const REST_MS = 1000;

/** The health of endpoints with their newest blocks, by their keys; those that did not answer in time are missing. */
export type Heads = ReadonlyMap<string, Health>;

/**
 * Asks endpoints for chain and newest block, once per run, however many calls need it.
 * @param needed how many have to answer before no other is waited for
 * @throws Cancelled
 */
export async function readHeads(
	targets: readonly Target[],
	settings: HealthSettings,
	context: OperationContext,
	needed = Math.ceil(targets.length / 2),
): Promise<Heads> {
	const { clock, session, cancel } = context;
	const key = JSON.stringify(['heads', settings, targets.map((each) => each.key)]);
	const read = session.remember<{ until: number; heads?: Promise<Heads> }>(key, () => ({
		until: -1,
	}));
	if (clock.now() > read.until) {
		read.until = Infinity;
		read.heads = readEnough(targets, needed, settings, context).then((heads) => {
			const isWhole = countKnown(heads) === targets.length;
			read.until = clock.now() + (isWhole ? REREAD_MS : RETRY_MS);
			return heads;
		});
	}
	// The others who wait for it may wait longer.
	const heads = await Promise.race([read.heads, waitForAbort(cancel)]);
	if (heads === undefined) throw new Cancelled();
	return heads;
}

function countKnown(heads: Heads): number {
	return [...heads.values()].filter(({ report }) => report?.blockNumber !== undefined).length;
}

async function readEnough(
	targets: readonly Target[],
	needed: number,
	settings: HealthSettings,
	context: OperationContext,
): Promise<Heads> {
	const { clock, cancel, retryOptions } = context;
	// One that hangs is not asked again.
	const patience = { ...retryOptions, retryForMs: retryOptions.timeoutMs };
	const reading = context.within(cancel, patience);
	const heads = new Map<string, Health>();
	const enough = new AbortController();
	const all = targets.map(async ({ key, resolved }) => {
		heads.set(key, await assessHealth(resolved, { ...settings, chain: true }, reading));
		if (countKnown(heads) >= needed) enough.abort();
	});
	const rest = waitForAbort(enough.signal).then(() => clock.sleep(REST_MS, cancel));
	await Promise.race([Promise.all(all), rest]);
	const keys = [...heads.keys()];
	const found = [...heads.values()];
	const isCompared = settings.maxBlocksBehind !== undefined;
	const compared = isCompared ? await compareWithEachOther(found, reading) : found;
	return new Map(keys.map((key, index) => [key, compared[index]]));
}

/**
 * Finds the endpoints that take no part, by their keys, and why: they do not answer, are on another chain than expected,
 * or than most, or fail what is required of their newest blocks.
 * @param atLeast how many endpoints have to be on the same chain
 * @param isStrict whether their newest blocks have to be recent, whatever the settings require
 * @throws Problem when none is expected, and no chain has more than half of the endpoints
 */
export function findLeftOut(
	targets: readonly Target[],
	heads: Heads,
	settings: HealthSettings,
	{ atLeast = 1, isStrict = false } = {},
): Map<string, LeftOut> {
	const { expectedChainId, maxBlockAgeSeconds, maxBlocksBehind } = settings;
	const hasLimit = maxBlockAgeSeconds !== undefined || maxBlocksBehind !== undefined;
	const isExpected = expectedChainId !== undefined;
	const others = isExpected ? undefined : findOtherChains(targets, heads, atLeast);
	const leftOut = new Map<string, LeftOut>();
	for (const { key } of targets) {
		const why = others?.get(key) ?? findUnfitness(heads.get(key), isStrict || hasLimit, isExpected);
		if (why !== undefined) leftOut.set(key, why);
	}
	return leftOut;
}

function findUnfitness(
	health: Health | undefined,
	isStrict: boolean,
	isChainExpected: boolean,
): LeftOut | undefined {
	if (health === undefined) {
		const reason = `no newest block within ${REST_MS / 1000} s after most others`;
		return { state: 'unreachable', reason };
	}
	const { healthy, state, reason = state, report } = health;
	if (!healthy && (isStrict || state === 'wrongChain' || report?.blockNumber === undefined))
		return { state, reason };
	const isKnown = (report?.chainId ?? report?.chainKey) !== undefined;
	if (!isChainExpected || isKnown) return undefined;
	return { state: 'wrongChain', reason: 'it does not say which chain it is on' };
}

/** Where endpoints turn out to be on different chains, and none is expected, that of most of them counts. */
function findOtherChains(
	targets: readonly Target[],
	heads: Heads,
	atLeast: number,
): Map<string, LeftOut> {
	const getChain = ({ key }: Target): string | undefined => {
		const chainKey = heads.get(key)?.report?.chainKey;
		return chainKey && formatChain(chainKey.slice(chainKey.indexOf(' ') + 1));
	};
	const chains = groupBy(targets, getChain);
	if (chains.length <= 1) return new Map();
	const [most, ...others] = chains;
	const otherTargets = others.flat();
	if (most.length <= otherTargets.length || most.length < atLeast) {
		const each = chains.map(
			(group) => `${getChain(group[0])}: ${group.map(({ label }) => label).join(', ')}`,
		);
		throw new Problem(`The endpoints are on different chains: ${each.join(' | ')}`, {
			hint: "Give only endpoints of one chain, or set 'Expected Chain ID' in the options",
		});
	}
	return new Map(
		otherTargets.map((target) => {
			const reason = `it is on ${getChain(target)}, most others on ${getChain(most[0])}`;
			return [target.key, { state: 'wrongChain', reason }];
		}),
	);
}
