import type { RpcReply } from '../../../shared/jsonRpc/rpcClient';
import { exactNumber, hexQuantity } from '../../../shared/jsonRpc/hex';
import { jsonExcerpt } from '../../../shared/pure/excerpt';
import { isRecord } from '../../../shared/pure/json';
import { Cancelled } from '../../../shared/pure/problem';
import type { ResolvedEndpoint } from '../../../shared/readiness/resolveEndpoint';
import { readSyncing, type SyncReading, type SyncState } from '../../../shared/readiness/syncState';
import type { OperationContext } from '../../../shared/session/session';

/** What still counts as healthy. */
export interface HealthLimits {
	maxBlockAgeSeconds: number;
	maxBlocksBehind: number;
}

/** How an endpoint is. */
export interface HealthReading {
	healthy: boolean;
	state: SyncState | 'stale';
	reason?: string;
	blockNumber?: number | string;
	blockTime?: string;
	blockAgeSeconds?: number;
	blocksBehind?: number | string;
	latencyMs: number;
	endpoint: string;
	httpStatus?: number;
	attempts: number;
}

/**
 * Asks for sync state, block number and newest block in one request. An endpoint is healthy if all three
 * are answered, it is not further behind than the limit, and its newest block is not older than the limit.
 * @throws Cancelled
 */
export async function readHealth(
	resolved: ResolvedEndpoint,
	limits: HealthLimits,
	{ rpc, retryOptions }: OperationContext,
): Promise<HealthReading> {
	if ('absent' in resolved) {
		return {
			healthy: false,
			state: 'unreachable',
			reason: resolved.absent,
			latencyMs: 0,
			endpoint: '',
			attempts: 0,
		};
	}
	const { endpoint } = resolved;
	const [syncing, height, block] = await Promise.all([
		rpc.call(endpoint, { method: 'eth_syncing', params: [], id: 1, retryOptions }),
		rpc.call(endpoint, { method: 'eth_blockNumber', params: [], id: 2, retryOptions }),
		rpc.call(endpoint, {
			method: 'eth_getBlockByNumber',
			params: ['latest', false],
			id: 3,
			retryOptions,
		}),
	]);
	const head = headOf(height, block);
	const verdict = judge(
		readingOf(syncing),
		head,
		[
			{ reading: partOf(height, 'block number', (result) => hexQuantity(result) !== undefined) },
			{ reading: partOf(block, 'newest block', isRecord) },
		],
		limits,
	);
	return {
		...verdict,
		...head,
		latencyMs: Math.max(syncing.latencyMs, height.latencyMs, block.latencyMs),
		endpoint: endpoint.label,
		...(syncing.httpStatus !== undefined && { httpStatus: syncing.httpStatus }),
		attempts: Math.max(syncing.attempts, height.attempts, block.attempts),
	};
}

type Head = Pick<HealthReading, 'blockNumber' | 'blockTime' | 'blockAgeSeconds'>;

function judge(
	sync: SyncReading,
	head: Head,
	others: ReadonlyArray<{ reading: Part }>,
	limits: HealthLimits,
): Pick<HealthReading, 'healthy' | 'state' | 'reason' | 'blocksBehind'> {
	const { blocksBehind } = sync.blocks as { blocksBehind?: number | string };
	const behind = blocksBehind === undefined ? {} : { blocksBehind };
	if (sync.state !== 'ready' && sync.state !== 'syncing') {
		return { healthy: false, state: sync.state, reason: sync.reason, ...behind };
	}
	if (sync.state === 'syncing' && !(Number(blocksBehind) <= limits.maxBlocksBehind)) {
		const distance = blocksBehind === undefined ? 'an unknown number of' : String(blocksBehind);
		return {
			healthy: false,
			state: 'syncing',
			reason: `it is ${distance} blocks behind`,
			...behind,
		};
	}
	const missing = others.find(({ reading }) => reading.reason !== undefined);
	if (missing !== undefined)
		return {
			healthy: false,
			state: missing.reading.state,
			reason: missing.reading.reason,
			...behind,
		};
	if (head.blockAgeSeconds === undefined) {
		return {
			healthy: false,
			state: 'invalidResponse',
			reason: 'the newest block has no readable time',
			...behind,
		};
	}
	if (head.blockAgeSeconds > limits.maxBlockAgeSeconds) {
		const reason = `its newest block is ${head.blockAgeSeconds} s old, more than ${limits.maxBlockAgeSeconds} s`;
		return { healthy: false, state: 'stale', reason, ...behind };
	}
	return { healthy: true, state: sync.state, ...behind };
}

type Part = Pick<SyncReading, 'state' | 'reason'>;

function readingOf({ answer }: RpcReply): SyncReading {
	if (answer.kind === 'cancelled') throw new Cancelled();
	return readSyncing(answer);
}

/** @returns what is wrong with the answer to one of the other calls, if anything */
function partOf(reply: RpcReply, name: string, isUsable: (result: unknown) => boolean): Part {
	const { answer } = reply;
	if (answer.kind !== 'result') return readingOf(reply);
	if (isUsable(answer.result)) return { state: 'ready' };
	const found = jsonExcerpt(answer.result);
	return { state: 'invalidResponse', reason: `the endpoint gave no ${name} (${found})` };
}

function headOf(height: RpcReply, block: RpcReply): Head {
	const result =
		block.answer.kind === 'result' && isRecord(block.answer.result) ? block.answer.result : {};
	const number =
		hexQuantity(height.answer.kind === 'result' ? height.answer.result : undefined) ??
		hexQuantity(result.number);
	const seconds = hexQuantity(result.timestamp);
	if (seconds === undefined)
		return number === undefined ? {} : { blockNumber: exactNumber(number) };
	const time = Number(seconds) * 1000;
	const age = Math.max(0, Math.round((Date.now() - time) / 1000));
	const isDate = Number.isFinite(new Date(time).getTime());
	return {
		...(number !== undefined && { blockNumber: exactNumber(number) }),
		...(isDate && { blockTime: new Date(time).toISOString(), blockAgeSeconds: age }),
	};
}
