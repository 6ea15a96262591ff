import type { Outcome } from '../http/outcome';
import { parsedOrUndefined } from '../pure/json';
import { readAnswer, readElement, type RpcAnswer } from './answer';

/** Node endpoints take bodies of up to 1 MB (platform documentation, limits). */
const LARGEST_BODY_BYTES = 1_000_000;

/**
 * How many of these calls fit into one request.
 * @param bodies the calls as JSON texts, in order
 * @returns at least 1 unless there is none: a call too large for any batch goes alone
 */
export function sizeOfBatch(bodies: readonly string[]): number {
	let bytes = 2;
	const tooMany = bodies.findIndex((body) => {
		bytes += Buffer.byteLength(body) + 1;
		return bytes > LARGEST_BODY_BYTES;
	});
	return tooMany === -1 ? bodies.length : Math.max(1, tooMany);
}

/**
 * Distributes the answers of a batch, whose calls carry the ids 1 to `count`, whatever their order.
 *
 * @returns one entry per call, in the order sent; `undefined` where the server left the call without one
 * usable answer (missing, double, or it does not take batches), so that it has to be sent alone
 */
export function readBatch(outcome: Outcome, count: number): Array<RpcAnswer | undefined> {
	const whole = readAnswer(outcome, 1);
	const forEach = (answer: RpcAnswer | undefined): Array<RpcAnswer | undefined> =>
		Array.from({ length: count }, () => answer);
	if (outcome.kind !== 'answer') return forEach(whole);
	const elements = parsedOrUndefined(outcome.text);
	if (!Array.isArray(elements)) {
		const isTheSameForEach =
			whole.kind === 'unauthorized' ||
			whole.kind === 'rateLimited' ||
			(whole.kind === 'unreachable' && whole.transient) ||
			outcome.status === 404;
		return forEach(isTheSameForEach ? whole : undefined);
	}
	const byId = new Map<unknown, unknown[]>();
	for (const element of elements as unknown[]) {
		const id: unknown = (element as { id?: unknown } | null)?.id;
		const same = byId.get(id);
		if (same === undefined) byId.set(id, [element]);
		else same.push(element);
	}
	return Array.from({ length: count }, (_, index) => {
		const own = byId.get(index + 1) ?? [];
		return own.length === 1 ? readElement(own[0], index + 1, outcome) : undefined;
	});
}
