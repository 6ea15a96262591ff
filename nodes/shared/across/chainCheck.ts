import { probeEndpoint } from '../readiness/probe';
import type { OperationContext } from '../run/operationContext';
import type { Candidate } from './attempt';
import { assertOneChain, isChainKnown } from './chains';
import { hintUnknownChain } from './heads';

/**
 * Asks an endpoint whose address does not say its chain, before it is called for the first time in a run, where the chain
 * of others is known.
 * @throws Problem when it says another chain than that of the others, and Cancelled
 */
export async function confirmChain(
	candidate: Candidate,
	candidates: readonly Candidate[],
	{ once, hint }: OperationContext,
): Promise<void> {
	const { key, resolved } = candidate;
	const isNeeded = !isChainKnown(candidate) && candidates.some((each) => isChainKnown(each));
	if (!isNeeded) return;
	const { report } = await once(`chain of ${key}`, async (shared) => {
		const { retryOptions } = shared;
		const patience = { ...retryOptions, maxRetries: 0, isFixed: true } as const;
		return await probeEndpoint(resolved, { chain: true }, shared.within(shared.cancel, patience));
	});
	if (report === undefined) return;
	assertOneChain(candidates, new Map([[key, report]]));
	if (!isChainKnown(candidate, report)) hintUnknownChain(candidate, hint);
}
