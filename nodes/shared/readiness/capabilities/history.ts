import { hexQuantity } from '../../jsonRpc/hex';
import { jsonExcerpt } from '../../pure/excerpt';
import { EndpointFault, type Asker } from '../families/family';
import { abilityIn, evidenceOf, type Ability } from './finding';

/** How far back the state of the chain can be read. */
export interface History {
	/** `archive`: from the first block; `full`: for some time; `mixed`: old blocks are readable and newer ones are not. */
	depth: 'archive' | 'full' | 'mixed' | 'unknown';
	result: Ability;
	/** The oldest block whose state was read. */
	stateFromBlock?: number;
	/** Counted back from the newest block. */
	stateBlocks?: number;
	/** The oldest block with state is at most this many blocks before that one. */
	uncertainty?: number;
	evidence: string;
}

/** Most probes that are sent. */
const MOST_PROBES = 25;

/** Probes sent together in each step. */
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

/**
 * What nodes say about state they do not have (dshackle, EthereumLowerBoundStateDetector; eRPC,
 * architecture/evm/util.go). In lower case.
 */
const PRUNED = [
	...[
		'missing trie node',
		'header not found',
		'historical state',
		'state histories',
		'old data not available',
	],
	...[
		'has been pruned',
		'header for hash not found',
		'purged for block',
		'no state available',
		'body not found',
	],
	...[
		'data before txnum',
		'state at block',
		'no historical rpc',
		'historical backend',
		'no state found',
	],
	...[
		'unsupported block number',
		'such an id is pruned',
		'state is not available',
		'empty reader set',
	],
	...[
		'unexpected state root',
		'does not maintain archive data',
		'state is pruned',
		'lowest height is',
	],
	...[
		'version has either been pruned',
		'does not exist on height',
		'failed to load state',
		'state already discarded',
	],
	...['state pruning', 'state not found', 'pruned'],
];

/** Result of a probe: the state is available, pruned, or unknown. */
type Probe = { block: number } & (
	| { kind: 'state' }
	| { kind: 'pruned'; evidence: string }
	| { kind: 'failed'; result: Ability; evidence: string }
);

/**
 * Searches for the oldest block whose state is available.
 * @param newest number of the newest block
 * @throws Cancelled
 */
export async function historyOf(
	ask: Asker,
	newest: number,
	fullModeBlocks: number = FULL_MODE_BLOCKS,
): Promise<History> {
	const recent = Math.max(1, newest - fullModeBlocks - MARGIN);
	const quarters = [0.25, 0.5, 0.75].map((part) => Math.floor(newest * part));
	const settled = newest - NEAR_HEAD;
	const first = Math.min(1, newest);
	const blocks = [...new Set([first, ...quarters, recent, settled])].filter(
		(block) => block >= first && block <= Math.max(first, settled),
	);
	const probes = await probed(
		ask,
		blocks.sort((a, b) => a - b),
	);
	for (;;) {
		const failed = probes.find((each) => each.kind === 'failed');
		if (failed !== undefined) return unknown(failed.result, failed.evidence);
		const oldest = probes.find(({ kind }) => kind === 'state');
		const pruned = probes.filter((each) => each.kind === 'pruned');
		if (oldest === undefined) return unknown('notAvailable', pruned[0].evidence);
		const gap = pruned.find(({ block }) => block > oldest.block);
		if (gap !== undefined) {
			return found(
				'mixed',
				oldest.block,
				newest,
				0,
				`block ${oldest.block} is readable, block ${gap.block} is not: ${gap.evidence}`,
			);
		}
		if (oldest.block <= 1) return found('archive', oldest.block, newest, 0, readable(probes));
		// The first block was read as well, so there is one without state.
		const below = pruned[pruned.length - 1];
		const step = between(
			below.block,
			oldest.block,
			Math.min(PROBES_PER_STEP, MOST_PROBES - probes.length),
		);
		if (step.length === 0) {
			return found(
				'full',
				oldest.block,
				newest,
				oldest.block - below.block - 1,
				`block ${oldest.block} is readable, block ${below.block} is not: ${below.evidence}`,
			);
		}
		probes.push(...(await probed(ask, step)));
		probes.sort((a, b) => a.block - b.block);
	}
}

/** @returns blocks that divide the range between two into equal parts */
function between(from: number, to: number, count: number): number[] {
	const most = Math.min(count, to - from - 1);
	return Array.from(
		{ length: most },
		(_, index) => from + Math.ceil(((to - from) * (index + 1)) / (most + 1)),
	);
}

async function probed(ask: Asker, blocks: readonly number[]): Promise<Probe[]> {
	return await Promise.all(
		blocks.map(async (block): Promise<Probe> => {
			try {
				const balance = await ask.call('eth_getBalance', [NOBODY, `0x${block.toString(16)}`]);
				if (hexQuantity(balance) !== undefined) return { block, kind: 'state' };
				// Some clients return null for state they do not have.
				return { block, kind: 'pruned', evidence: `returned ${jsonExcerpt(balance)}` };
			} catch (error) {
				if (!(error instanceof EndpointFault)) return await Promise.reject(error);
				const evidence = evidenceOf(error);
				const text = error.message.toLowerCase();
				const isPruned =
					error.answer.kind === 'rpcError' && PRUNED.some((each) => text.includes(each));
				if (isPruned) return { block, kind: 'pruned', evidence };
				const ability = abilityIn(error);
				return {
					block,
					kind: 'failed',
					result: ability === 'available' ? 'failed' : ability,
					evidence,
				};
			}
		}),
	);
}

function readable(probes: readonly Probe[]): string {
	return `the state of blocks ${probes.map(({ block }) => block).join(', ')} is readable`;
}

function unknown(result: Ability, evidence: string): History {
	return { depth: 'unknown', result, evidence };
}

function found(
	depth: History['depth'],
	stateFromBlock: number,
	newest: number,
	uncertainty: number,
	evidence: string,
): History {
	const stateBlocks = newest - stateFromBlock + 1;
	const extent = { stateFromBlock, stateBlocks, uncertainty };
	return { depth, result: depth === 'mixed' ? 'failed' : 'available', ...extent, evidence };
}
