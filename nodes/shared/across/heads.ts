import { findChainById } from '../addresses/chains';
import { compareWithEachOther } from '../readiness/compare';
import {
	assessHealth,
	type Health,
	type HealthSettings,
	type ProbeContext,
} from '../readiness/health';
import type { OperationContext } from '../run/session';
import { waitForAbort } from '../scheduler/clock';
import { Cancelled, Problem } from '../text/problem';
import type { LeftOut } from './askEndpoint';
import type { Target } from './attempt';

/** In a long run what was read is read again after this time, in milliseconds. */
const REREAD_MS = 30_000;

/** The same where an endpoint did not answer. */
export const RETRY_MS = 2000;

/** Once most endpoints have said theirs, the others have this long, in milliseconds: one may hang. */
const REST_MS = 1000;

/** Context in which endpoints are asked before a call. */
export type Context = ProbeContext & Pick<OperationContext, 'remember' | 'cancel'>;

/** The newest blocks of endpoints. */
export interface Heads {
	/** Monotonic time in milliseconds. */
	readAt: number;
	/** By the key of the endpoint. */
	health: ReadonlyMap<string, Health>;
}

/**
 * Asks endpoints for chain and newest block, once per run, however many calls need it.
 * @param rereadMs after how many milliseconds they are asked again
 * @throws Cancelled
 */
export async function readHeadsOnce(
	targets: readonly Target[],
	settings: HealthSettings,
	context: Context,
	rereadMs = REREAD_MS,
): Promise<Heads> {
	const { clock, remember, cancel } = context;
	const key = JSON.stringify(['heads', settings, targets.map((each) => each.key)]);
	const read = remember<{ heads?: Promise<Heads>; until: number }>(key, () => ({
		until: -Infinity,
	}));
	if (read.heads === undefined || clock.now() > read.until) {
		const reading = readHeads(targets, settings, context);
		read.heads = reading;
		read.until = Infinity;
		reading.then(
			({ health, readAt }) => {
				const isWhole = [...health.values()].every(({ head }) => head !== undefined);
				read.until = readAt + (isWhole ? rereadMs : RETRY_MS);
			},
			() => {
				read.heads = undefined;
			},
		);
	}
	// The others who wait for it may wait longer.
	const over = waitForAbort(cancel).then(() => Promise.reject(new Cancelled()));
	return await Promise.race([read.heads, over]);
}

async function readHeads(
	targets: readonly Target[],
	settings: HealthSettings,
	context: Context,
): Promise<Heads> {
	const reading = limitToQuickReads(context);
	const all = await readMost(targets, { ...settings, isCompared: true }, reading);
	const isBehind = settings.maxBlocksBehind !== undefined;
	const compared = isBehind ? await compareWithEachOther(all, reading) : all;
	return {
		readAt: context.clock.now(),
		health: new Map(targets.map(({ key }, index) => [key, compared[index]])),
	};
}

async function readMost(
	targets: readonly Target[],
	settings: HealthSettings,
	context: Context,
): Promise<Health[]> {
	const found = new Map<Target, Health>();
	const most = new AbortController();
	const all = Promise.all(
		targets.map(async (target) => {
			found.set(target, await assessHealth(target.resolved, settings, context));
			const known = [...found.values()].filter(({ head }) => head !== undefined);
			if (known.length > targets.length / 2) most.abort();
		}),
	);
	// Those that are not waited for may be cancelled.
	all.catch(() => undefined);
	const rest = waitForAbort(most.signal).then(async () => {
		await context.clock.sleep(REST_MS, context.cancel);
	});
	await Promise.race([all, rest]);
	const reason = `no newest block within ${REST_MS / 1000} s after most others`;
	return targets.map((target) => {
		const facts = { latencyMs: REST_MS, endpoint: target.label, attempts: 1 };
		return found.get(target) ?? { healthy: false, state: 'unreachable', reason, facts };
	});
}

/** @returns what reads before a call: nobody is to wait for an endpoint that does not answer at once */
export function limitToQuickReads(context: Context): Context {
	const { rpc, clock, remember, once, forget, cancel, retryOptions } = context;
	const { timeoutMs } = retryOptions;
	const quick = { ...retryOptions, maxRetries: 1, maxRetryWaitMs: timeoutMs, retryForMs: 0 };
	return { rpc, clock, remember, once, forget, cancel, retryOptions: quick };
}

/** @returns whether how new the blocks of an endpoint are decides whether it takes part */
export function checksHeads({ maxBlockAgeSeconds, maxBlocksBehind }: HealthSettings): boolean {
	return maxBlockAgeSeconds !== undefined || maxBlocksBehind !== undefined;
}

/** @returns why an endpoint takes no part, where it does not */
export function findUnfitness(health: Health, settings: HealthSettings): LeftOut | undefined {
	const { state, healthy, reason = state, head, facts } = health;
	const isBehind = (state === 'lagging' || state === 'syncing') && checksHeads(settings);
	if (!healthy && (isBehind || state === 'wrongChain' || head === undefined))
		return { state, reason };
	const isUnknown = facts.chainId === undefined && head?.chainKey === undefined;
	if (settings.expectedChainId === undefined || !isUnknown) return undefined;
	return { state: 'wrongChain', reason: 'it does not say which chain it is on' };
}

/**
 * Where endpoints turn out to be on different chains, and none is expected, that of most of them counts.
 * @param atLeast how many endpoints a chain needs
 * @returns those of other chains, and why they take no part
 * @throws Problem when no chain has more than half of the endpoints
 */
export function findOtherChains(
	targets: readonly Target[],
	{ health }: Heads,
	atLeast = 1,
): ReadonlyMap<Target, LeftOut> {
	const byChain = new Map<string, Target[]>();
	let known = 0;
	for (const target of targets) {
		const chainKey = health.get(target.key)?.head?.chainKey;
		if (chainKey === undefined) continue;
		known += 1;
		byChain.set(chainKey, [...(byChain.get(chainKey) ?? []), target]);
	}
	if (byChain.size <= 1) return new Map();
	const [[main, most], ...others] = [...byChain].sort(([, a], [, b]) => b.length - a.length);
	if (most.length * 2 <= known || most.length < atLeast) {
		const each = [...byChain].map(
			([chain, targets]) =>
				`${formatChain(chain)}: ${targets.map(({ label }) => label).join(', ')}`,
		);
		throw new Problem(`The endpoints are on different chains: ${each.join(' | ')}`, {
			hint: "Give only endpoints of one chain, or set 'Expected Chain ID' in the options",
		});
	}
	return new Map(
		others.flatMap(([chain, targets]) => {
			const reason = `it is on ${formatChain(chain)}, most others on ${formatChain(main)}`;
			return targets.map((target) => [target, { state: 'wrongChain', reason }] as const);
		}),
	);
}

/** @param chainKey such as `evm 1` */
function formatChain(chainKey: string): string {
	const id = chainKey.slice(chainKey.indexOf(' ') + 1);
	const known = chainKey.startsWith('evm ') ? findChainById(id) : undefined;
	return known === undefined ? `chain ${id}` : `chain ${id} (${known.name})`;
}
