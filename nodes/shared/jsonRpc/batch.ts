import type { Outcome } from '../http/outcome';
import { parseExactly } from '../text/exactJson';
import { groupBy } from '../text/json';
import { readAnswer, readElement, type RpcVersion } from './answer';
import type { RpcAnswer } from './fault';
import type { Asked } from './meaning';

/** The answers to a batch. */
export interface BatchAnswer {
	/**
	 * One for each call, in the order sent; `undefined` where the server left the call without one usable answer
	 * (missing, or two that differ), so that it has to be sent alone.
	 */
	answers: Array<RpcAnswer | undefined>;
	/** The server answered the request as a whole, not its calls one by one. */
	isWhole: boolean;
}

/**
 * Distributes the answers of a batch, whatever their order.
 * @param calls those of the batch, which carry the ids from 1 on
 */
export function readBatch(
	outcome: Outcome,
	calls: readonly Asked[],
	version: RpcVersion = '2.0',
): BatchAnswer {
	const elements = outcome.kind === 'answer' ? parseExactly(outcome.text) : undefined;
	if (outcome.kind !== 'answer' || !Array.isArray(elements)) {
		const whole = readAnswer(outcome, 1, version, { errors: calls[0]?.errors, isBatch: true });
		const isOtherJson = elements !== undefined && outcome.kind === 'answer' && outcome.status < 300;
		// An endpoint that answers one call of many, or with some other JSON, does not understand batches.
		const isMisunderstood =
			whole.kind === 'result' || (whole.kind === 'invalidResponse' && isOtherJson);
		const answer = isMisunderstood ? undefined : whole;
		return { answers: calls.map(() => answer), isWhole: true };
	}
	const byId = groupBy(elements, (element: { id?: unknown } | null) => element?.id);
	const answers = calls.map((asked, index) => {
		const [own, ...more] = byId.get(index + 1) ?? [];
		const isClear = more.every((each) => JSON.stringify(each) === JSON.stringify(own));
		if (!isClear) return undefined;
		return readElement(own, outcome, {
			id: index + 1,
			version,
			asked: { ...asked, isBatch: true },
		});
	});
	return { answers, isWhole: false };
}
