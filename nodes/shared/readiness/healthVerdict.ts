import type { ChainVerdict } from './expectedChain';
import type { Look } from './families/family';
import type { HealthReading } from './healthReading';

/** Limits, and what is expected. */
export interface HealthLimits {
	/** Seconds. */
	maxAgeSeconds: number;
	maxBlocksBehind: number;
	/** Whether it is on the chain it has to belong to. */
	chain: ChainVerdict;
}

/**
 * Judges a look, the most important check first: a wrong chain makes everything else meaningless.
 * @param ageSeconds age of the newest block, where it is known
 */
export function verdictOn(
	look: Look,
	ageSeconds: number | undefined,
	{ maxAgeSeconds, maxBlocksBehind, chain }: HealthLimits,
): Pick<HealthReading, 'healthy' | 'state' | 'reason'> {
	if (chain.wrong !== undefined)
		return { healthy: false, state: 'wrongChain', reason: chain.wrong };
	const isNear = look.reason === undefined && (look.blocksBehind ?? Infinity) <= maxBlocksBehind;
	if (look.isSyncing && !isNear) {
		return { healthy: false, state: 'syncing', reason: look.reason ?? progress(look, ageSeconds) };
	}
	if (ageSeconds !== undefined && ageSeconds > maxAgeSeconds) {
		const reason = `its newest block is ${ageSeconds} s old, more than the ${maxAgeSeconds} s allowed`;
		return { healthy: false, state: 'lagging', reason };
	}
	const notes = [look.reason, chain.note].filter((each) => each !== undefined);
	const note = notes.length === 0 ? {} : { reason: notes.join('; ') };
	return { healthy: true, state: look.isSyncing ? 'syncing' : 'ready', ...note };
}

/** @returns how far a synchronizing node is, as far as that is known */
function progress({ blocksBehind }: Look, ageSeconds: number | undefined): string {
	if (blocksBehind !== undefined) return `it is ${blocksBehind} blocks behind`;
	const age = ageSeconds === undefined ? '' : `; its newest block is ${ageSeconds} s old`;
	return `it says that it is synchronizing, but not how many blocks are missing${age}`;
}
