import type { FamilyName } from '../jsonRpc/chains';
import { Cancelled } from '../pure/problem';
import type { OperationContext } from '../session/session';
import { askFamily } from './askFamily';
import { lastingHint } from './lastingHint';
import type { ResolvedEndpoint } from './resolveEndpoint';
import { readSyncing, type SyncReading } from './syncState';

/** What an endpoint reported, and the effort it took. */
export interface SyncAnswer extends SyncReading {
	/** The family of its chain, unless it is EVM. */
	protocol?: FamilyName;
	/** What may be shown of the address; empty where there is none yet. */
	endpoint: string;
	latencyMs: number;
	attempts: number;
	httpStatus?: number;
	/** Set where the state is unlikely to change on its own: what to do about it. */
	lastingHint?: string;
}

/**
 * Asks an endpoint whether it is synchronized. A node that is not deployed yet gets a result without being asked.
 * @throws Cancelled; its effect is `unclear` when the question was under way
 */
export async function askSyncing(
	resolved: ResolvedEndpoint,
	id: number,
	context: Pick<OperationContext, 'rpc' | 'retryOptions' | 'clock'>,
): Promise<SyncAnswer> {
	if ('absent' in resolved) {
		const reading: SyncReading = {
			state: 'unreachable',
			result: null,
			reason: resolved.absent,
			blocks: {},
		};
		return { ...reading, endpoint: '', latencyMs: 0, attempts: 0 };
	}
	const { endpoint } = resolved;
	const { rpc, retryOptions } = context;
	if (endpoint.family !== 'evm') {
		const answer = await askFamily(endpoint, id, context);
		return { ...answer, protocol: endpoint.family, endpoint: endpoint.label };
	}
	const request = { method: 'eth_syncing', params: [], id, retryOptions };
	const { answer, latencyMs, attempts, httpStatus, mayHaveBeenProcessed } = await rpc.call(
		endpoint,
		request,
	);
	if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
	return {
		...readSyncing(answer),
		endpoint: endpoint.label,
		latencyMs,
		attempts,
		httpStatus,
		lastingHint: lastingHint(answer, httpStatus),
	};
}
