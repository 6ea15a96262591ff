import { chainOfId } from '../jsonRpc/chains';
import type { Look } from './families/family';
import type { HealthReading } from './healthReading';

/** Limits, and what is expected. */
export interface HealthLimits {
	/** Seconds. */
	maxAgeSeconds: number;
	maxBlocksBehind: number;
	/** Ids of the chain it has to belong to; empty where any chain is right. */
	expected: readonly string[];
	isExpectedByUser: boolean;
}

/**
 * Judges a look, the most important check first: a wrong chain makes everything else meaningless.
 * @param ageSeconds age of the newest block, where it is known
 */
export function verdictOn(
	look: Look,
	ageSeconds: number | undefined,
	{ maxAgeSeconds, maxBlocksBehind, expected, isExpectedByUser }: HealthLimits,
): Pick<HealthReading, 'healthy' | 'state' | 'reason'> {
	const { chainId } = look;
	if (expected.length > 0 && chainId !== undefined && !includes(expected, chainId)) {
		const reason = `it is on ${named(chainId)}, not on ${expected.map(named).join(' or ')}`;
		return { healthy: false, state: 'wrongChain', reason };
	}
	if (isExpectedByUser && chainId === undefined) {
		const reason = 'it does not say which chain it is on';
		return { healthy: false, state: 'invalidResponse', reason };
	}
	const isNear = look.reason === undefined && (look.blocksBehind ?? Infinity) <= maxBlocksBehind;
	if (look.isSyncing && !isNear) {
		return { healthy: false, state: 'syncing', reason: look.reason ?? progress(look, ageSeconds) };
	}
	if (ageSeconds !== undefined && ageSeconds > maxAgeSeconds) {
		const reason = `its newest block is ${ageSeconds} s old, more than the ${maxAgeSeconds} s allowed`;
		return { healthy: false, state: 'lagging', reason };
	}
	const note = look.reason === undefined ? {} : { reason: look.reason };
	return { healthy: true, state: look.isSyncing ? 'syncing' : 'ready', ...note };
}

/** @returns how far a synchronizing node is, as far as that is known */
function progress({ blocksBehind }: Look, ageSeconds: number | undefined): string {
	if (blocksBehind !== undefined) return `it is ${blocksBehind} blocks behind`;
	const age = ageSeconds === undefined ? '' : `; its newest block is ${ageSeconds} s old`;
	return `it says that it is synchronizing, but not how many blocks are missing${age}`;
}

function includes(ids: readonly string[], chainId: string): boolean {
	return ids.some((id) => id.toLowerCase() === chainId.toLowerCase());
}

function named(chainId: string): string {
	const known = chainOfId(chainId);
	return known === undefined ? `chain ${chainId}` : `chain ${chainId} (${known.name})`;
}
