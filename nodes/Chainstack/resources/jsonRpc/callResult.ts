import { isReadMethod } from '../../../shared/families';
import { classifyFailure, formatRpcError, type FaultAnswer } from '../../../shared/jsonRpc/fault';
import {
	hasQuantities,
	convertToUnits,
	convertQuantitiesToDecimals,
} from '../../../shared/jsonRpc/quantities';
import type { RpcReply } from '../../../shared/jsonRpc/rpcClient';
import type { OperationContext } from '../../../shared/run/operationContext';
import { jsonExcerpt } from '../../../shared/text/excerpt';
import { Cancelled, Problem } from '../../../shared/text/problem';

/** Longer results are not repeated in a message. */
const LONGEST_RECEIPT = 200;

/** The maximum number of characters shown of an error's data. */
const LONGEST_DATA = 300;

/** Advice by JSON-RPC error code. */
const HINTS: Readonly<Record<string, string>> = {
	'-32601': 'This endpoint has no such method: check its name and the path of the endpoint',
	'-32602':
		'The endpoint did not accept the parameters: check their number, order and format in \'Params (JSON)\', such as ["0x…", "latest"]',
};

/** @returns the result as the options want it */
export function convertResult(
	method: string,
	result: unknown,
	{ convertHex = false, decimals }: { convertHex?: boolean; decimals?: number },
	{ hint }: Pick<OperationContext, 'hint'>,
): unknown {
	if (decimals !== undefined) return convertToUnits(method, result, decimals);
	if (!convertHex) return result;
	if (!hasQuantities(method))
		hint(`No quantities are known in the result of ${method}, so it was not converted.`);
	return convertQuantitiesToDecimals(method, result);
}

/** @returns a result in a few words; usually it is the hash of a transaction */
export function describeReceipt(method: string, result: unknown): string {
	const isShort = typeof result === 'string' && result.length <= LONGEST_RECEIPT;
	return `${method} ${isShort ? result : '(result not shown)'}`;
}

/**
 * @param endpoint what may be shown of its address
 * @throws Problem that says what the endpoint answered instead of a result
 */
export function readResult(
	{ answer, httpStatus, mayHaveBeenProcessed }: RpcReply,
	method: string,
	endpoint: string,
): unknown {
	if (answer.kind === 'result') return answer.result;
	const isWrite = !isReadMethod(method);
	const effect = mayHaveBeenProcessed && isWrite ? 'unclear' : 'none';
	if (answer.kind === 'cancelled') throw new Cancelled(effect);
	if (answer.kind === 'rpcError') {
		const data =
			answer.data === undefined ? '' : `, data ${jsonExcerpt(answer.data, LONGEST_DATA)}`;
		throw new Problem(`${method}: ${formatRpcError(answer)}${data}`, {
			httpStatus,
			hint: HINTS[String(answer.code)],
		});
	}
	const { reason } = answer;
	if (effect === 'unclear')
		throw new Problem(`${method} may have been accepted by ${endpoint}: ${reason}`, {
			effect,
			httpStatus,
			hint: 'It was not sent again. Check on the chain whether it took effect before you repeat it',
		});
	throw new Problem(`${method} at ${endpoint}: ${reason}`, {
		httpStatus,
		hint: findHint(answer, isWrite),
		failure: classifyFailure(answer, httpStatus),
	});
}

function findHint(answer: Exclude<FaultAnswer, { kind: 'rpcError' }>, isWrite: boolean): string {
	const { kind } = answer;
	if (isWrite && kind === 'rateLimited' && !answer.quota)
		return 'The endpoint refused it, so it had no effect and may be sent again';
	if (kind === 'unreachable' && answer.lastingHint !== undefined) return answer.lastingHint;
	return `The state of the endpoint is '${kind}'. Check it with JSON-RPC, Check Sync`;
}
