import { answer, errorOf, type Call, type Reply } from './answers.mts';

/** How a server answers a batch with more calls than it accepts. */
export const BATCH_REFUSALS = [
	'one error',
	'413',
	'400',
	'web page',
	// go-ethereum, rpc/handler.go: the error carries the id of the first call, and nothing answers the rest.
	'-32600 for the first',
	'-32600 for each',
	// go-ethereum: the first calls are answered; the rest ran out of time, or was beyond the size of a response.
	'-32002 for the rest',
	'-32003 for the rest',
] as const;

/** A kind of refusal. */
export type BatchRefusal = (typeof BATCH_REFUSALS)[number];

/** The most calls of a batch that a server answers, and what it answers to more. */
export interface BatchLimit {
	most: number;
	kind: BatchRefusal;
	/** It accepts larger batches from this time on, in milliseconds. */
	untilMs?: number;
}

const REST: Partial<Record<BatchRefusal, [code: number, message: string]>> = {
	'-32002 for the rest': [-32002, 'request timed out'],
	'-32003 for the rest': [-32003, 'response too large'],
};

/** @returns the answer to a batch that is refused as a whole; `undefined` where its first calls are answered */
export function wholeRefusal(kind: BatchRefusal, calls: readonly Call[]): Reply | undefined {
	switch (kind) {
		case 'one error':
			return answer(200, errorOf(null, -32600, 'no such batches'));
		case '413':
			return answer(413, 'Request Entity Too Large');
		case '400':
			return answer(400, { error: 'batch too large' });
		case 'web page':
			return answer(200, '<html><body>Bad request</body></html>');
		case '-32600 for the first':
			return answer(200, [errorOf(calls[0].id, -32600, 'batch too large')]);
		case '-32600 for each':
			return answer(
				200,
				calls.map(({ id }) => errorOf(id, -32600, 'batch too large')),
			);
		default:
			return undefined;
	}
}

/** @returns the error of a call beyond those that were answered */
export function restError(kind: BatchRefusal, id: number): object {
	const [code, message] = REST[kind] ?? [-32600, 'batch too large'];
	return errorOf(id, code, message);
}
