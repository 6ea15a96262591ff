import type { FamilyName } from '../addresses/chains';
import { familyNamed } from '../families';
import type { ProbeError } from '../families/family';
import { describeFault } from '../jsonRpc/answer';
import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';

/** Whether a node endpoint can be relied on, and if not, why. */
export type SyncState =
	| 'ready'
	| 'syncing'
	| 'rpcError'
	| 'invalidResponse'
	| 'unreachable'
	| 'unauthorized'
	| 'rateLimited';

/** @returns the state that an answer without a usable result stands for */
export function faultState(
	{ answer, result }: ProbeError,
	family: FamilyName,
): { state: SyncState; reason: string; inWords?: string; result: unknown } {
	const reason = describeFault(answer);
	if (answer.kind !== 'rpcError') {
		const inWords = answer.withStatus === undefined ? {} : { inWords: answer.reason };
		return { state: answer.kind, reason, ...inWords, result };
	}
	const { title } = familyNamed(family);
	const what =
		family === 'evm'
			? 'no EVM method here, check the path'
			: `no such method here, check the path, and whether it is a node of ${title}`;
	const hint = answer.code === NO_SUCH_METHOD ? `${what}: ` : '';
	return { state: 'rpcError', reason: `${hint}${reason}`, result };
}
