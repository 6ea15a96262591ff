import type { NodeReport } from '../families/family';
import type { ChainVerdict } from './expectedChain';

/** Limits, and what is expected. */
export interface HealthLimits {
	maxAgeSeconds: number;
	/** How many blocks behind the node may say it is, where the user sets that; otherwise the age of its head decides. */
	maxBlocksBehind?: number;
	chain: ChainVerdict;
}

/** A verdict on what a node reports about itself. */
export interface Verdict {
	healthy: boolean;
	state: 'ready' | 'syncing' | 'lagging' | 'wrongChain';
	reason?: string;
}

/**
 * Judges a report, the most important check first: a wrong chain makes everything else meaningless.
 * @param ageSeconds age of the newest block, where it is known
 */
export function judgeReport(
	report: NodeReport,
	ageSeconds: number | undefined,
	limits: HealthLimits,
): Verdict {
	const { maxAgeSeconds, maxBlocksBehind, chain } = limits;
	if (chain.wrong !== undefined)
		return { healthy: false, state: 'wrongChain', reason: chain.wrong };
	const isRecent = ageSeconds !== undefined && ageSeconds <= maxAgeSeconds;
	const isSyncing = report.isSyncing === 'unlessRecent' ? !isRecent : report.isSyncing;
	const { blocksBehind } = report;
	const isClose =
		maxBlocksBehind === undefined ? isRecent : (blocksBehind ?? 0n) <= maxBlocksBehind;
	// A node that says how many blocks it is behind may just be following its chain.
	const isNear = report.reason === undefined && blocksBehind !== undefined && isClose;
	if (isSyncing && !isNear)
		return {
			healthy: false,
			state: 'syncing',
			reason: report.reason ?? describeProgress(report, ageSeconds),
		};
	if (ageSeconds !== undefined && !isRecent) {
		const reason = `its newest block is ${ageSeconds} s old, more than the ${maxAgeSeconds} s allowed`;
		return { healthy: false, state: 'lagging', reason };
	}
	const own = report.isSyncing === 'unlessRecent' ? undefined : report.reason;
	const notes = [own, chain.note].filter((each) => each !== undefined);
	const note = notes.length === 0 ? {} : { reason: notes.join('; ') };
	return { healthy: true, state: isSyncing ? 'syncing' : 'ready', ...note };
}

/**
 * @param report what the node reports, if it reports anything
 * @param ageSeconds age of its newest block, where it is known
 * @returns how far a synchronizing node is, as far as that is known
 */
export function describeProgress(report: NodeReport | undefined, ageSeconds?: number): string {
	const blocksBehind = report?.blocksBehind;
	if (blocksBehind !== undefined) return `it is ${blocksBehind} blocks behind`;
	const age = ageSeconds === undefined ? '' : `; its newest block is ${ageSeconds} s old`;
	return `it says that it is synchronizing, but not how many blocks are missing${age}`;
}
