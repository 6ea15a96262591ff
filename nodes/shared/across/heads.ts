import { compareWithEachOther } from '../readiness/compare';
import { assessHealth, type Health, type HealthSettings } from '../readiness/health';
import type { OperationContext } from '../run/operationContext';
import { waitForAbort } from '../scheduler/clock';
import { Cancelled } from '../text/problem';
import type { Candidate, Excluded } from './attempt';
import { assertOneChain, isChainKnown } from './chains';
import type { Why } from './answerClass';

/**
 * In a long run what was read is read again after this time, in milliseconds: the fastest chains keep the state of a
 * block for 25 s (128 blocks of 200 ms).
 */
export const REREAD_MS = 5000;

/** The same where an endpoint did not answer. */
const RETRY_MS = 2000;

/** Once enough endpoints have said theirs, the others have this long, in milliseconds: one may hang. */
const REST_MS = 1000;

/** What endpoints said of their chain and newest block. */
export interface Heads {
	/** By their keys; those that did not answer in time are missing. */
	health: ReadonlyMap<string, Health>;
	/** When they began to be asked, in monotonic milliseconds. */
	askedAt: number;
}

/**
 * Asks endpoints for chain and newest block, once for all calls that need it at about the same time.
 * @param needed how many have to answer before no other is waited for
 * @param since what was asked before this time is asked again, in monotonic milliseconds
 * @throws Cancelled
 */
export async function readHeads(
	candidates: readonly Candidate[],
	settings: HealthSettings,
	{ needed, since }: { needed: number; since: number },
	context: OperationContext,
): Promise<Heads> {
	const { once, session, cancel, clock } = context;
	const key = JSON.stringify(['heads', settings, candidates.map((each) => each.key)]);
	const latest = session.remember(key, (): LatestHeads => ({ count: 0, until: -Infinity }));
	const now = clock.now();
	if (latest.reading === undefined || latest.until < now || (latest.askedAt ?? -Infinity) < since) {
		latest.count += 1;
		latest.askedAt = now;
		latest.until = now + REREAD_MS;
		latest.reading = once(`${key} ${latest.count}`, async (shared) => {
			const health = await readEnough(candidates, needed, settings, shared);
			if (countKnown(health) < candidates.length) latest.until = now + RETRY_MS;
			return { health, askedAt: now };
		});
	}
	// The others who wait for it may wait longer.
	const heads = await Promise.race([latest.reading, waitForAbort(cancel)]);
	if (heads === undefined) throw new Cancelled();
	return heads;
}

/** The last time that endpoints were asked. */
interface LatestHeads {
	count: number;
	reading?: Promise<Heads>;
	askedAt?: number;
	/** Until when what they said is used. */
	until: number;
}

function countKnown(health: Heads['health']): number {
	return [...health.values()].filter(({ report }) => report?.blockNumber !== undefined).length;
}

async function readEnough(
	candidates: readonly Candidate[],
	needed: number,
	settings: HealthSettings,
	context: OperationContext,
): Promise<Heads['health']> {
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

/** What endpoints have to fulfil, and who is told of doubts. */
interface HeadRequirements {
	settings: HealthSettings;
	/** Whether their newest blocks have to be recent, whatever the settings require. */
	isStrict: boolean;
	hint: OperationContext['hint'];
}

/**
 * @returns the endpoints that do not answer, are on another chain than expected, or fail what is required of their newest
 * blocks
 * @throws Problem when no chain is expected, and they are on different ones
 */
export function judgeHeads(
	candidates: readonly Candidate[],
	{ health }: Heads,
	{ settings, isStrict, hint }: HeadRequirements,
): Excluded {
	if (settings.expectedChainId === undefined) checkChains(candidates, health, hint);
	const excluded: Excluded = new Map();
	for (const candidate of candidates) {
		const why = judgeHead(health.get(candidate.key) ?? SILENT, settings, isStrict);
		if (why !== undefined) excluded.set(candidate, why);
	}
	return excluded;
}

function checkChains(
	candidates: readonly Candidate[],
	health: Heads['health'],
	hint: OperationContext['hint'],
): void {
	const reports = new Map([...health].map(([key, { report }]) => [key, report]));
	assertOneChain(candidates, reports);
	const isKnown = (each: Candidate): boolean => isChainKnown(each, reports.get(each.key));
	const answered = candidates.filter(({ key }) => reports.get(key) !== undefined);
	if (!candidates.some(isKnown)) return;
	for (const each of answered) if (!isKnown(each)) hintUnknownChain(each, hint);
}

/** Says that an endpoint takes part although it may be on another chain than the others. */
export function hintUnknownChain({ label }: Candidate, hint: OperationContext['hint']): void {
	hint(
		`${label} does not say on which chain it is, so it may be another one than that of the others. Set 'Expected Chain ID' in the options to leave it out.`,
	);
}

/** The health of an endpoint that did not answer in time. */
const SILENT: Pick<Health, 'healthy' | 'state' | 'reason' | 'report'> = {
	healthy: false,
	state: 'unreachable',
	reason: `no newest block within ${REST_MS / 1000} s after most others`,
};

/** @returns why an endpoint takes no part, if it does not */
function judgeHead(
	health: typeof SILENT,
	settings: HealthSettings,
	isStrict: boolean,
): Why | undefined {
	const { state, reason = state } = health;
	if (!health.healthy && mustBeHealthy(health, settings, isStrict)) return { state, reason };
	if (settings.expectedChainId === undefined || saysChain(health)) return undefined;
	return { state: 'wrongChain', reason: 'it does not say which chain it is on' };
}

function mustBeHealthy(
	{ state, report }: typeof SILENT,
	{ maxBlockAgeSeconds, maxBlocksBehind }: HealthSettings,
	isStrict: boolean,
): boolean {
	if (isStrict || maxBlockAgeSeconds !== undefined || maxBlocksBehind !== undefined) return true;
	return state === 'wrongChain' || report?.blockNumber === undefined;
}

function saysChain({ report }: typeof SILENT): boolean {
	return (report?.chainId ?? report?.chainKey) !== undefined;
}
