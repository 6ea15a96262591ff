import type { Chain } from '../../addresses/chains';
import { ProbeError, settle, type ProbeClient } from '../../families/family';
import { describeEvidence, readAbility, type Ability } from '../../families/finding';
import { parseHexQuantity } from '../../jsonRpc/quantities';
import { jsonExcerpt } from '../../text/excerpt';

/** How far back the state of the chain can be read. */
export interface History {
	/**
	 * `archive`: from the first block with state; `full`: for as long as full nodes of its chain keep it; `extended`: for
	 * longer than that; `mixed`: old blocks are readable and newer ones are not.
	 */
	depth: 'archive' | 'extended' | 'full' | 'mixed' | 'unknown';
	result: Ability;
	/** The oldest block whose state was read. */
	stateFromBlock?: number;
	/** Counted back from the newest block. */
	stateBlocks?: number;
	/** The oldest block with state is at most this many blocks before that one. */
	uncertainty?: number;
	evidence: string;
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

/** Result of a probe: the state is available, pruned, or unknown. */
type Probe =
	| { block: number; kind: 'state' }
	| Pruned
	| { block: number; kind: 'failed'; result: Ability; evidence: string };

interface Pruned {
	block: number;
	kind: 'pruned';
	evidence: string;
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
	// A shorter chain of the same id, such as a local one, begins with its first block.
	const first = stateFrom < newest ? stateFrom : Math.min(1, newest);
	const quarters = [0.25, 0.5, 0.75].map((part) => first + Math.floor((newest - first) * part));
	const settled = newest - NEAR_HEAD;
	const blocks = [...new Set([first, ...quarters, newest - keptInFull, settled])].filter(
		(block) => block >= first && block <= Math.max(first, settled),
	);
	const probes = await probeBlocks(
		ask,
		blocks.sort((a, b) => a - b),
	);
	for (;;) {
		const failed = probes.find((each) => each.kind === 'failed');
		if (failed !== undefined) return makeUnknownHistory(failed.result, failed.evidence);
		const oldest = probes.find(({ kind }) => kind === 'state');
		const pruned = probes.filter((each) => each.kind === 'pruned');
		if (oldest === undefined) return makeUnknownHistory('notAvailable', pruned[0].evidence);
		const gap = pruned.find(({ block }) => block > oldest.block);
		const extent = { stateFromBlock: oldest.block, stateBlocks: newest - oldest.block + 1 };
		if (gap !== undefined) {
			const evidence = describeGap(oldest.block, gap);
			return { depth: 'mixed', result: 'failed', ...extent, uncertainty: 0, evidence };
		}
		if (oldest.block <= first) {
			const read = probes.map(({ block }) => block).join(', ');
			const evidence = `the state of blocks ${read} is readable`;
			return { depth: 'archive', result: 'available', ...extent, uncertainty: 0, evidence };
		}
		// The first block was read as well, so there is one without state.
		const below = pruned[pruned.length - 1];
		const step = divideRange(
			below.block,
			oldest.block,
			Math.min(PROBES_PER_STEP, MOST_PROBES - probes.length),
		);
		if (step.length === 0) {
			const depth = extent.stateBlocks > keptInFull ? 'extended' : 'full';
			const uncertainty = oldest.block - below.block - 1;
			const evidence = describeGap(oldest.block, below);
			return { depth, result: 'available', ...extent, uncertainty, evidence };
		}
		probes.push(...(await probeBlocks(ask, step)));
		probes.sort((a, b) => a.block - b.block);
	}
}

/** @returns blocks that divide the range between two into equal parts */
function divideRange(from: number, to: number, count: number): number[] {
	const most = Math.min(count, to - from - 1);
	return Array.from(
		{ length: most },
		(_, index) => from + Math.ceil(((to - from) * (index + 1)) / (most + 1)),
	);
}

function probeBlocks(ask: ProbeClient, blocks: readonly number[]): Promise<Probe[]> {
	return Promise.all(
		blocks.map(async (block): Promise<Probe> => {
			const hex = `0x${block.toString(16)}`;
			const balance = await settle(ask.call('eth_getBalance', [NOBODY, hex]));
			if (!(balance instanceof ProbeError)) {
				if (parseHexQuantity(balance) !== undefined) return { block, kind: 'state' };
				// Some clients return null for state they do not have.
				return { block, kind: 'pruned', evidence: `returned ${jsonExcerpt(balance)}` };
			}
			const evidence = describeEvidence(balance);
			const isPruned = balance.answer.kind === 'rpcError' && lacksState(balance.message);
			if (isPruned) return { block, kind: 'pruned', evidence };
			const ability = readAbility(balance);
			const result = ability === 'available' ? 'failed' : ability;
			return { block, kind: 'failed', result, evidence };
		}),
	);
}

function makeUnknownHistory(result: Ability, evidence: string): History {
	return { depth: 'unknown', result, evidence };
}

function describeGap(oldest: number, { block, evidence }: Pruned): string {
	return `block ${oldest} is readable, block ${block} is not: ${evidence}`;
}

/**
 * Messages of nodes about state they do not have (dshackle, EthereumLowerBoundStateDetector; eRPC,
 * architecture/evm/util.go).
 */
const PRUNED = new RegExp(
	[
		'missing trie node|header not found|historical state|state histories|old data not available',
		'header for hash not found|purged for block|no state available|body not found',
		'data before txnum|state at block|no historical rpc|historical backend|no state found',
		'unsupported block number|state is not available|empty reader set|unexpected state root',
		'does not maintain archive data|lowest height is|does not exist on height',
		'failed to load state|state already discarded|state pruning|state not found|pruned',
	].join('|'),
	'i',
);

/** @returns whether a message of a node says that it does not have the state or the block that was asked for */
export function lacksState(message: string): boolean {
	return PRUNED.test(message);
}
