import { compareWithEachOther } from '../readiness/compare';
import { formatChain } from '../readiness/expectedChain';
import { assessHealth, type Health, type HealthSettings } from '../readiness/health';
import type { EndpointReport } from '../readiness/endpointReport';
import type { OperationContext } from '../run/operationContext';
import { waitForAbort } from '../scheduler/clock';
import { Cancelled, Problem } from '../text/problem';
import { listGroups, type Excluded, type CallPlan, type Candidate } from './attempt';

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
	candidates: readonly Candidate[],
	settings: HealthSettings,
	{ once, session, cancel }: OperationContext,
	needed = Math.ceil(candidates.length / 2),
): Promise<Heads> {
	const key = JSON.stringify(['heads', settings, candidates.map((each) => each.key)]);
	const reading = once(key, async (shared) => {
		const heads = await readEnough(candidates, needed, settings, shared);
		const validMs = countKnown(heads) === candidates.length ? REREAD_MS : RETRY_MS;
		void shared.clock.sleep(validMs, shared.cancel).then(() => session.forget(key));
		return heads;
	});
	// The others who wait for it may wait longer.
	const heads = await Promise.race([reading, waitForAbort(cancel)]);
	if (heads === undefined) throw new Cancelled();
	return heads;
}

function countKnown(heads: Heads): number {
	return [...heads.values()].filter(({ report }) => report?.blockNumber !== undefined).length;
}

async function readEnough(
	candidates: readonly Candidate[],
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
	const all = candidates.map(async ({ key, resolved }) => {
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
 * Finds the endpoints that take no part. Nothing is sent where nothing is required.
 * @throws Problem when they are on different chains, and Cancelled
 */
export async function findExcluded(
	candidates: readonly Candidate[],
	plan: CallPlan,
	context: OperationContext,
): Promise<Excluded> {
	const { settings } = plan;
	if (Object.keys(settings).length === 0) return new Map();
	return judgeHeads(candidates, await readHeads(candidates, settings, context), plan);
}

/**
 * @param isStrict whether their newest blocks have to be recent, whatever is required
 * @returns the endpoints that do not answer, are on another chain than expected, or than most, or fail what is required
 * of their newest blocks
 * @throws Problem when no chain is expected, and none has more than half of the endpoints, and as many as have to agree
 */
export function judgeHeads(
	candidates: readonly Candidate[],
	heads: Heads,
	{ settings, atLeast }: CallPlan,
	isStrict = false,
): Excluded {
	const { expectedChainId, maxBlockAgeSeconds, maxBlocksBehind } = settings;
	const isExpected = expectedChainId !== undefined;
	const chainOfMost = isExpected ? undefined : findChainOfMost(candidates, heads, atLeast);
	const isJudged = isStrict || (maxBlockAgeSeconds ?? maxBlocksBehind) !== undefined;
	const excluded: Excluded = new Map();
	for (const candidate of candidates) {
		const { healthy, state, reason = state, report } = heads.get(candidate.key) ?? SILENT;
		const chain = nameChain(report);
		const isRequired = isJudged || state === 'wrongChain' || report?.blockNumber === undefined;
		if (chain !== undefined && chain !== (chainOfMost ?? chain)) {
			const why = `it is on ${chain}, most others on ${chainOfMost}`;
			excluded.set(candidate, { state: 'wrongChain', reason: why });
		} else if (!healthy && isRequired) excluded.set(candidate, { state, reason });
		else if (isExpected && (report?.chainId ?? chain) === undefined)
			excluded.set(candidate, {
				state: 'wrongChain',
				reason: 'it does not say which chain it is on',
			});
	}
	return excluded;
}

/** The health of an endpoint that did not answer in time. */
const SILENT: Pick<Health, 'healthy' | 'state' | 'reason' | 'report'> = {
	healthy: false,
	state: 'unreachable',
	reason: `no newest block within ${REST_MS / 1000} s after most others`,
};

/** @returns the chain that counts where endpoints turn out to be on different ones */
function findChainOfMost(
	candidates: readonly Candidate[],
	heads: Heads,
	atLeast: number,
): string | undefined {
	const getChain = ({ key }: Candidate): string | undefined => nameChain(heads.get(key)?.report);
	const chains = listGroups(candidates, getChain);
	const [most = [], ...others] = chains;
	const isMost = most.length > others.flat().length && most.length >= atLeast;
	if (others.length === 0 || isMost) return most.map(getChain)[0];
	const each = chains.map(
		(group) => `${getChain(group[0])}: ${group.map(({ label }) => label).join(', ')}`,
	);
	throw new Problem(`The endpoints are on different chains: ${each.join(' | ')}`, {
		hint: "Give only endpoints of one chain, or set 'Expected Chain ID' in the options",
	});
}

function nameChain({ chainKey }: Partial<EndpointReport> = {}): string | undefined {
	return chainKey && formatChain(chainKey.slice(chainKey.indexOf(' ') + 1));
}
