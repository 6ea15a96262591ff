import type { Chain } from '../addresses/chains';
import { ProbeError, settle, type ProbeClient } from '../families/family';
import { describeRefusal, type Finding } from '../families/finding';
import { parseHexQuantity, toHexQuantity } from '../jsonRpc/quantities';
import { jsonExcerpt } from '../text/excerpt';

/** How far back the state of the chain can be read. */
export interface History extends Finding {
	/**
	 * `archive`: from the first block with state; `full`: for as long as full nodes of its chain keep it; `extended`: for
	 * longer than that; `mixed`: old blocks are readable and newer ones are not.
	 */
	depth: 'archive' | 'extended' | 'full' | 'mixed' | 'unknown';
	/** The oldest block whose state was read. */
	stateFromBlock?: number;
	/** Counted back from the newest block. */
	stateBlocks?: number;
	/** The oldest block with state is at most this many blocks before that one. */
	uncertainty?: number;
}

const MOST_PROBES = 25;
const PROBES_PER_STEP = 3;

/** Blocks full nodes keep unless the chain is known to differ, and blocks that may be added during the search. */
const FULL_MODE_BLOCKS = 128;
const MARGIN = 64;

/**
 * Nodes behind one address differ by some blocks: this near to the newest one, a block that is not found shows
 * which of them answered, not what state they keep.
 */
const NEAR_HEAD = 8;

const NOBODY = '0x0000000000000000000000000000000000000000';

/** Whether the state of a block is readable. Where it is not, it was pruned, or the question failed. */
interface Probe extends Finding {
	block: number;
	isPruned: boolean;
}

/**
 * Searches for the oldest block whose state is available.
 * @param newest number of the newest block
 * @throws Cancelled
 */
export async function findHistory(
	ask: ProbeClient,
	newest: number,
	{
		fullModeBlocks = FULL_MODE_BLOCKS,
		stateFrom = 1,
	}: Pick<Chain, 'fullModeBlocks' | 'stateFrom'> = {},
): Promise<History> {
	const keptInFull = fullModeBlocks + MARGIN;
	const probes: Probe[] = [];
	let step = chooseFirstBlocks(newest, stateFrom, keptInFull);
	while (true) {
		probes.push(...(await Promise.all(step.map((block) => probeState(ask, block)))));
		probes.sort((a, b) => a.block - b.block);
		const border = findBorder(probes, newest);
		if ('depth' in border) return border;
		const { found, lack } = border;
		const from = found.stateFromBlock;
		step = divideRange(lack.block, from, Math.min(PROBES_PER_STEP, MOST_PROBES - probes.length));
		if (step.length === 0) {
			const depth = found.stateBlocks > keptInFull ? 'extended' : 'full';
			const evidence = describeBorder(from, lack);
			return { ...found, uncertainty: from - lack.block - 1, depth, evidence };
		}
	}
}

/** @returns the blocks to try before anything is known, the oldest first */
function chooseFirstBlocks(newest: number, stateFrom: number, keptInFull: number): number[] {
	// A shorter chain of the same id, such as a local one, begins with its first block.
	const first = stateFrom < newest ? stateFrom : Math.min(1, newest);
	const quarters = [0.25, 0.5, 0.75].map((part) => first + Math.floor((newest - first) * part));
	const settled = newest - NEAR_HEAD;
	const blocks = [...new Set([first, ...quarters, newest - keptInFull, settled])];
	const last = Math.max(first, settled);
	return blocks.filter((block) => block >= first && block <= last).sort((a, b) => a - b);
}

/** The oldest block whose state was read, and the newest one before it whose state is gone. */
interface Border {
	found: { result: 'available'; stateFromBlock: number; stateBlocks: number };
	lack: Probe;
}

/**
 * @param probes the oldest block first
 * @returns the border between state that is gone and state that is there, or the finding if there is no such border
 */
function findBorder(probes: readonly Probe[], newest: number): Border | History {
	const oldest = probes.find(({ result }) => result === 'available');
	const failed = probes.find(({ result, isPruned }) => result !== 'available' && !isPruned);
	if (failed !== undefined || oldest === undefined) {
		const { result, evidence } = failed ?? probes[0];
		return { depth: 'unknown', result, evidence };
	}
	const { block: from } = oldest;
	const stateBlocks = newest - from + 1;
	const found = { result: 'available', stateFromBlock: from, stateBlocks } as const;
	const lacking = probes.filter(({ isPruned }) => isPruned);
	const gap = lacking.find(({ block }) => block > from);
	if (gap !== undefined) {
		const evidence = describeBorder(from, gap);
		return { ...found, uncertainty: 0, depth: 'mixed', result: 'failed', evidence };
	}
	// The first block was read as well, so there is one without state unless that one has it.
	const lack = lacking.at(-1);
	if (lack !== undefined) return { found, lack };
	const read = probes.map(({ block }) => block).join(', ');
	const evidence = `the state of blocks ${read} is readable`;
	return { ...found, uncertainty: 0, depth: 'archive', evidence };
}

function describeBorder(from: number, lack: Probe): string {
	return `block ${from} is readable, block ${lack.block} is not: ${lack.evidence}`;
}

/** @returns blocks that divide the range between two into equal parts */
function divideRange(from: number, to: number, count: number): number[] {
	const most = Math.min(count, to - from - 1);
	return Array.from(
		{ length: most },
		(_, index) => from + Math.ceil(((to - from) * (index + 1)) / (most + 1)),
	);
}

async function probeState(ask: ProbeClient, block: number): Promise<Probe> {
	const balance = await settle(ask.call('eth_getBalance', [NOBODY, toHexQuantity(block)]));
	if (balance instanceof ProbeError) {
		const isPruned = balance.meaning.sign === 'missing';
		const { result, evidence } = describeRefusal(balance);
		return { block, isPruned, result: isPruned ? 'notAvailable' : result, evidence };
	}
	// Some clients return null for state they do not have.
	const isPruned = parseHexQuantity(balance) === undefined;
	const evidence = `returned ${jsonExcerpt(balance)}`;
	return { block, isPruned, result: isPruned ? 'notAvailable' : 'available', evidence };
}
