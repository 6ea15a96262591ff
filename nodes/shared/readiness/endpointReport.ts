import { findChainById, type Chain } from '../addresses/chains';
import { FAMILIES } from '../families';
import type { NodeReport } from '../families/family';
import { makeFault } from '../families/readFields';
import type { RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';

/** A node's report about itself, with what follows from where and when it was made. */
export interface EndpointReport extends NodeReport {
	endpoint: RpcEndpoint;
	/** As the node says, or else its address. */
	chain?: Chain;
	/** Distinguishes its chain from all others; absent where that is not known. */
	chainKey?: string;
	/**
	 * When the request for its newest block was sent, and when the answer arrived, by the server's clock where the clocks
	 * differ; milliseconds since 1970. The node looked in between.
	 */
	askedAtMs: number;
	headAtMs: number;
	/** How old that block was at least when the node looked, in milliseconds, where that is known. */
	ageMs?: number;
}

/**
 * HTTP dates are whole seconds, and answers take time: clocks that differ by less agree. Where they do not, that of the
 * server counts, because clocks that date blocks are kept accurate. Milliseconds.
 */
const CLOCKS_AGREE_MS = 5000;

/** Clients accept blocks dated up to this far ahead (geth: 15 s). A later one shows a server with a late clock. */
const MOST_AHEAD_MS = 15_000;

/**
 * Chains date blocks two hours ahead of time at most (Bitcoin). What is further ahead than a day has another unit, or
 * comes from a broken clock; a clock of this machine or of the server may be hours late.
 */
const MOST_IN_FUTURE_MS = 24 * 3_600_000;

/**
 * Adds what follows from where and when a report was made.
 * @param head the reply with the newest block
 * @throws ProbeError for a block without a usable time: it could stand still for ever and seem new
 */
export function dateReport(
	report: NodeReport,
	endpoint: RpcEndpoint,
	head: Pick<RpcReply, 'receivedAtMs' | 'clockAheadMs' | 'latencyMs'>,
): EndpointReport {
	const chain = findChain(endpoint, report);
	const headAtMs = findArrival(report, head);
	const askedAtMs = headAtMs - head.latencyMs;
	return {
		...report,
		blocksBehind: hasTarget(report) ? report.blocksBehind : undefined,
		endpoint,
		chain,
		chainKey: findChainKey(endpoint, report),
		askedAtMs,
		headAtMs,
		ageMs: findAge(report, askedAtMs, findSlotMs(endpoint, chain)),
	};
}

/** @returns when the newest block of an endpoint was made, at the latest; milliseconds since 1970 */
export function getMadeAtMs({ blockTimeMs, ageMs, headAtMs }: EndpointReport): number | undefined {
	return blockTimeMs ?? (ageMs === undefined ? undefined : headAtMs - ageMs);
}

/** A node that says it synchronizes towards its own newest block, or one below, has no target yet. */
function hasTarget({ isSyncing, blocksBehind = 0n }: NodeReport): boolean {
	return isSyncing === false || blocksBehind > 0n;
}

/** @returns when the answer with the newest block arrived, by the clock that dates blocks */
function findArrival(
	{ blockTimeMs = -Infinity, result }: NodeReport,
	{ receivedAtMs = 0, clockAheadMs = 0 }: Pick<RpcReply, 'receivedAtMs' | 'clockAheadMs'>,
): number {
	const isSame = Math.abs(clockAheadMs) < CLOCKS_AGREE_MS;
	const byServerMs = isSame ? receivedAtMs : receivedAtMs - clockAheadMs;
	if (blockTimeMs > Math.max(receivedAtMs, byServerMs) + MOST_IN_FUTURE_MS) {
		const time = new Date(blockTimeMs).toISOString();
		throw makeFault(`the newest block is dated ${time}, which is in the future`, result);
	}
	// A block dated in the future by the server's clock shows that it is the server's clock that is late.
	return blockTimeMs > byServerMs + MOST_AHEAD_MS ? receivedAtMs : byServerMs;
}

/** @returns the time between slots, in a family that counts the missing ones by the clock */
function findSlotMs({ family }: RpcEndpoint, chain: Chain | undefined): number | undefined {
	const { slotMs } = FAMILIES[family];
	return slotMs === undefined ? undefined : (chain?.blockTimeMs ?? slotMs);
}

function findAge(
	{ blockTimeMs, blockAgeMs, blocksBehind }: NodeReport,
	askedAtMs: number,
	slotMs: number | undefined,
): number | undefined {
	if (blockAgeMs !== undefined) return blockAgeMs;
	if (blockTimeMs !== undefined) return Math.max(0, askedAtMs - blockTimeMs);
	if (slotMs === undefined || blocksBehind === undefined) return undefined;
	return Number(blocksBehind) * slotMs;
}

function findChainKey({ family, chain }: RpcEndpoint, report: NodeReport): string | undefined {
	const { chainsShareIds = false } = FAMILIES[family];
	const id = chainsShareIds ? undefined : report.chainId;
	const name = report.chainMark ?? id ?? chain?.network;
	return name === undefined ? undefined : `${family} ${name}`;
}

/** A node's own id takes precedence over its address. */
function findChain({ family, chain }: RpcEndpoint, { chainId }: NodeReport): Chain | undefined {
	if (family !== 'evm' || chainId === undefined) return chain;
	return findChainById(chainId) ?? (chain?.ids.length === 0 ? chain : undefined);
}
