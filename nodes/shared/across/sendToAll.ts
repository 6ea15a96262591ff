import { whenFired } from '../scheduler/clock';
import type { OperationContext } from '../session/session';
import { askEndpoint, type AcrossCall } from './askEndpoint';
import { nobodyAnswered, type Attempt } from './attempt';
import type { Decided } from './inTurn';
import type { Target } from './target';

type Context = Pick<OperationContext, 'rpc' | 'clock' | 'retryOptions' | 'remember'>;

/** The method whose call any number of nodes may get: the transaction is signed, and takes effect once. */
export const RAW_TRANSACTION = 'eth_sendRawTransaction';

/** What clients say about a transaction they have (go-ethereum, core/txpool/errors.go; Erigon, Nethermind, Besu). */
const KNOWN = /\balready ?(known|imported|exists)\b|\bknown transaction\b/i;

/**
 * Sends a signed transaction to all endpoints at once. One that has it already counts as one that took it.
 * @throws Problem when no endpoint took it and nothing else is to be said
 */
export async function sendToAll(
	targets: readonly Target[],
	call: AcrossCall,
	context: Context,
): Promise<Decided> {
	const endings = targets.map(() => new AbortController());
	const release = whenFired(call.cancel, () => endings.forEach((ending) => ending.abort()));
	const attempts = await Promise.all(
		targets.map(async (target, index) => {
			const turn = { round: 0, ending: endings[index], isAlone: true };
			return await askEndpoint(target, call, context, turn);
		}),
	);
	release();
	const hashes = attempts.filter(({ reply }) => reply?.answer.kind === 'result');
	const known = attempts.filter(isKnown);
	const told = attempts.map((each) =>
		isKnown(each) ? { ...each, state: 'answered', reason: 'it has the transaction already' } : each,
	);
	const [took] = hashes;
	if (took !== undefined)
		return { answered: took, attempts: told, agreed: hashes.length + known.length };
	const said =
		known[0] ?? attempts.find((each) => each.class === 'unclear' || each.class === 'answer');
	if (said === undefined) throw nobodyAnswered(call.method, attempts);
	return { answered: said, attempts: told, ...(known.length > 0 && { agreed: known.length }) };
}

/** @returns whether an endpoint says that it has the transaction */
export function isKnown({ reply }: Attempt): boolean {
	return reply?.answer.kind === 'rpcError' && KNOWN.test(reply.answer.message);
}
