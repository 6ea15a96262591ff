import type { IDataObject } from 'n8n-workflow';

import { rpcErrorText } from '../jsonRpc/answer';
import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';
import type { FamilyName } from '../jsonRpc/chains';
import { exactNumber } from '../jsonRpc/hex';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import { inWords } from '../pure/duration';
import type { OperationContext } from '../session/session';
import { familyNamed } from './families';
import { ONLY_SYNC, type EndpointFault, type Look } from './families/family';
import { lastingHint } from './lastingHint';
import { lookAtEndpoint, type Effort, type LookResult } from './lookAt';
import { readSyncing, type SyncReading } from './syncState';
import { longestAgeMs, paceOf, paceOfFamily, type Pace } from './thresholds';

/** What an endpoint of a family other than EVM reported, and the effort it took. */
export interface FamilyAnswer extends SyncReading, Pick<Effort, 'latencyMs' | 'attempts'> {
	httpStatus?: number;
	lastingHint?: string;
}

/**
 * Asks an endpoint, as its family requires, whether it is synchronized. Where the newest block has a time, one
 * that is too old for the chain counts as synchronizing: several families give no other sign.
 * @throws Cancelled
 */
export async function askFamily(
	endpoint: RpcEndpoint,
	id: number,
	context: Pick<OperationContext, 'rpc' | 'retryOptions' | 'clock'>,
): Promise<FamilyAnswer> {
	const seen = await lookAtEndpoint(endpoint, ONLY_SYNC, context, id);
	const { latencyMs, attempts, httpStatus } = seen;
	const effort = { latencyMs, attempts, ...(httpStatus !== undefined && { httpStatus }) };
	if ('fault' in seen) {
		const hint = lastingHint(seen.fault.answer, httpStatus);
		return {
			...readingOfFault(seen.fault, endpoint.family),
			...effort,
			...(hint && { lastingHint: hint }),
		};
	}
	return { ...readingOf(endpoint, seen.look, seen), ...effort };
}

/** @returns the state that an answer without a result stands for */
export function readingOfFault(
	{ answer, code, result }: EndpointFault,
	family: FamilyName,
): SyncReading {
	const reading = { ...readSyncing(answer), result };
	if (code !== NO_SUCH_METHOD || family === 'evm') return reading;
	const { title } = familyNamed(family);
	return {
		...reading,
		reason: `no such method here, check the path, and whether it is a node of ${title}: ${rpcErrorText(answer as Extract<typeof answer, { kind: 'rpcError' }>)}`,
	};
}

/**
 * @returns how old the newest block is, in milliseconds, by the clock of the server where the clocks differ;
 * `undefined` where it has no time
 */
export function ageOf(
	look: Look,
	{ endedAtMs, clockAheadMs }: Pick<Effort, 'endedAtMs' | 'clockAheadMs'>,
	{ family, pace }: { family: FamilyName; pace: Pace },
): number | undefined {
	if (look.blockAgeMs !== undefined) return look.blockAgeMs;
	if (familyNamed(family).countsByClock && look.blocksBehind !== undefined) {
		return Number(look.blocksBehind) * pace.blockTimeMs;
	}
	if (look.blockTimeMs === undefined) return undefined;
	const byThisClock = endedAtMs - look.blockTimeMs;
	const byServer = byThisClock - clockAheadMs;
	// A block dated in the future by the server's clock shows that it is the server's clock that is late.
	const isServerLate = byServer < -MOST_IN_FUTURE_MS;
	return Math.max(0, isServerLate ? byThisClock : byServer);
}

/** Clients accept blocks dated up to this far ahead (geth: 15 s). */
const MOST_IN_FUTURE_MS = 15_000;

/**
 * @param ageMs age of the newest block, where it is known
 * @returns the look, without a statement that it is synchronizing where the age of its newest block refutes that
 */
export function settledByAge(look: Look, ageMs: number | undefined, longestMs: number): Look {
	const isRefuted = look.isSyncing === 'unlessRecent' && ageMs !== undefined && ageMs <= longestMs;
	return isRefuted ? { ...look, isSyncing: false, reason: undefined } : look;
}

function readingOf({ family, chain }: RpcEndpoint, seenLook: Look, seen: LookResult): SyncReading {
	const pace = paceOf(chain) ?? paceOfFamily(family);
	const knownAge = ageOf(seenLook, seen, { family, pace });
	const look = settledByAge(seenLook, knownAge, longestAgeMs(pace, family));
	const age = knownAge ?? 0;
	const isOld = age > longestAgeMs(pace, family);
	const oldHead = isOld ? `its newest block is ${inWords(age)} old` : undefined;
	const reason = look.reason ?? oldHead;
	return {
		state: look.isSyncing || isOld ? 'syncing' : 'ready',
		result: look.result,
		...(reason !== undefined && { reason: look.isSyncing ? reason : (oldHead ?? reason) }),
		blocks: blocksOf(look),
	};
}

/** @returns the block numbers of a look, as decimal texts where a number would not be exact */
export function blocksOf(look: Look): IDataObject {
	const names = ['startingBlock', 'currentBlock', 'highestBlock', 'blocksBehind'] as const;
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = look[name];
			return value === undefined ? [] : [[name, exactNumber(value)]];
		}),
	);
}
