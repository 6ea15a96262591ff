import type { Answer, Outcome } from '../http/outcome';
import { getMeaning, type RpcAnswer } from './fault';

/**
 * What an answer shows about the path of its request. `refused`: nothing took the request, so it had no effect.
 * `noRpc`: something answered, but not in JSON-RPC. `suspected`: it was refused for a reason that may be the path.
 */
export type WrongPath = 'refused' | 'noRpc' | 'suspected';

/** Statuses that say there is nothing at a path, or nothing that takes a POST (RFC 9110, 15.5.5, 15.5.6, 15.5.11). */
const NOTHING_HERE = new Set([404, 405, 410]);

/**
 * A fault of a server says nothing about the path, and neither does JSON-RPC with any other status.
 * @returns `undefined` where nothing speaks against the path
 */
export function findWrongPath(
	answer: RpcAnswer | undefined,
	outcome: Outcome | undefined,
): WrongPath | undefined {
	if (outcome?.kind !== 'answer' || answer === undefined) return undefined;
	if (answer.kind !== 'invalidResponse' && answer.kind !== 'rpcError') return undefined;
	const { status } = outcome;
	if (NOTHING_HERE.has(status)) return 'refused';
	// Gateways refuse a path with 400 as well (eRPC, http_server.go: "url path is not valid").
	if (status === 400) return getMeaning(answer).sign === 'path' ? 'refused' : 'suspected';
	return answer.kind === 'invalidResponse' && isOther(outcome) ? 'noRpc' : undefined;
}

/** @returns whether an answer is a success, but none of JSON-RPC */
function isOther({ status, text }: Answer): boolean {
	return status >= 200 && status < 300 && !text.includes('"jsonrpc"');
}
