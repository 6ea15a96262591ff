import { CHAINS, type Chain, type FamilyName } from '../jsonRpc/chains';
import { familyNamed } from './families';

/** The speed of a chain, and how far its healthy nodes may be behind at times. */
export interface Pace {
	blockTimeMs: number;
	/** In blocks. */
	usualLag: number;
	/** Set where nothing is known about the speed of this chain, only about others like it. */
	isGuess?: true;
}

/** Heads younger than this are never too old, however fast the chain: requests take time and clocks differ. */
const YOUNGEST_OLD_MS = 10_000;

/** After this many block times without a block the head counts as old (dshackle, HeadLivenessValidatorImpl). */
const OLD_HEAD_BLOCKS = 6;

/** Assumed for an unknown chain that gives no block times (web3-proxy's default). */
const UNKNOWN_BLOCK_TIME_MS = 10_000;

/** How far nodes of a chain of known speed may be behind if nothing else is known about it. */
const USUAL_LAG_MS = 10_000;
const LEAST_USUAL_LAG = 5;

/** @returns the pace of a chain from the table; `undefined` where its block time is not known */
export function paceOf(chain: Chain | undefined): Pace | undefined {
	if (chain?.blockTimeMs === undefined) return undefined;
	const { blockTimeMs, usualLag = paceOfBlockTime(blockTimeMs).usualLag } = chain;
	return { blockTimeMs, usualLag };
}

/** @returns the pace of a chain whose block time was measured; without one, a cautious guess */
export function paceOfBlockTime(blockTimeMs?: number): Pace {
	if (blockTimeMs === undefined)
		return { ...paceOfBlockTime(UNKNOWN_BLOCK_TIME_MS), isGuess: true };
	const usualLag = Math.max(LEAST_USUAL_LAG, Math.ceil(USUAL_LAG_MS / blockTimeMs));
	return { blockTimeMs, usualLag };
}

/** @returns the pace of the first chain listed for a family, for endpoints whose chain is unknown */
export function paceOfFamily(family: FamilyName): Pace {
	const known = CHAINS.find((chain) => chain.family === family && chain.blockTimeMs !== undefined);
	return { ...(paceOf(known) ?? paceOfBlockTime()), isGuess: true };
}

/** @returns how old the newest block may be, in milliseconds */
export function longestAgeMs({ blockTimeMs, usualLag }: Pace, family: FamilyName): number {
	const { oldHeadBlocks = OLD_HEAD_BLOCKS } = familyNamed(family);
	return Math.max(YOUNGEST_OLD_MS, Math.max(oldHeadBlocks, usualLag) * blockTimeMs);
}
