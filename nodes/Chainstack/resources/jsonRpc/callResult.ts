import type { FamilyName } from '../../../shared/addresses/chains';
import { FAMILIES, isReadMethod, nameFamily } from '../../../shared/families';
import {
	classifyFailure,
	formatRpcError,
	getMeaning,
	type FaultAnswer,
} from '../../../shared/jsonRpc/fault';
import type { Sign } from '../../../shared/jsonRpc/phrases';
import {
	hasQuantities,
	convertToUnits,
	convertQuantitiesToDecimals,
} from '../../../shared/jsonRpc/quantities';
import type { RpcEndpoint, RpcReply } from '../../../shared/jsonRpc/rpcClient';
import type { OperationContext } from '../../../shared/run/operationContext';
import { jsonExcerpt } from '../../../shared/text/excerpt';
import { Cancelled, Problem } from '../../../shared/text/problem';
import { COMMON_METHODS } from './commonMethods';

/** Longer results are not repeated in a message. */
const LONGEST_RECEIPT = 200;

/** The maximum number of characters shown of an error's data. */
const LONGEST_DATA = 300;

/** An endpoint that was called, as far as messages are about it. */
type AskedEndpoint = Pick<RpcEndpoint, 'label' | 'family' | 'chain'>;

/** Advice by what an error says. */
const HINTS: Readonly<Partial<Record<Sign, string>>> = {
	absent: 'This endpoint has no such method: check its name and the path of the endpoint',
	invalid:
		'The endpoint did not accept the parameters: check their number, order and format in \'Params (JSON)\', such as ["0x…", "latest"]',
	missing:
		'The endpoint does not have the block, its state or the transaction, or not yet: ask for another block, or another endpoint',
	notOnPlan:
		'The plan of this endpoint does not include it: see its limits, or ask another endpoint',
	syncing:
		'The node is still synchronizing: wait with Endpoint, Wait Until Synced, or ask another endpoint',
	tooLarge:
		'The endpoint returns less at a time: narrow the range of blocks, or ask for fewer results',
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
 * @param endpoint with what may be shown of its address
 * @throws Problem that says what the endpoint answered instead of a result
 */
export function readResult(
	{ answer, httpStatus, mayHaveBeenProcessed }: RpcReply,
	method: string,
	{ label, ...place }: AskedEndpoint,
): unknown {
	if (answer.kind === 'result') return answer.result;
	const isWrite = !isReadMethod(method);
	const effect = mayHaveBeenProcessed && isWrite ? 'unclear' : 'none';
	if (answer.kind === 'cancelled') throw new Cancelled(effect);
	const unclear = (reason: string): Problem =>
		new Problem(`${method} may have been accepted by ${label}: ${reason}`, {
			effect,
			httpStatus,
			hint: 'It was not sent again. Check on the chain whether it took effect before you repeat it',
		});
	if (answer.kind === 'rpcError') {
		const data =
			answer.data === undefined ? '' : `, data ${jsonExcerpt(answer.data, LONGEST_DATA)}`;
		const reason = `${formatRpcError(answer)}${data}`;
		if (effect === 'unclear') throw unclear(reason);
		const { sign } = getMeaning(answer);
		const foreign = sign === 'absent' ? nameForeignFamily(method, place) : undefined;
		throw new Problem(`${method}: ${reason}`, {
			httpStatus,
			hint: foreign ?? (sign && HINTS[sign]),
		});
	}
	const { reason } = answer;
	if (effect === 'unclear') throw unclear(reason);
	throw new Problem(`${method} at ${label}: ${reason}`, {
		httpStatus,
		hint: findHint(answer, isWrite),
		failure: classifyFailure(answer, httpStatus),
	});
}

/** @returns that a method belongs to other chains, where it does; known are those that read, and the common ones */
function nameForeignFamily(
	method: string,
	{ family, chain }: Pick<AskedEndpoint, 'family' | 'chain'>,
): string | undefined {
	const families = Object.keys(FAMILIES) as FamilyName[];
	const having = families.filter(
		(each) => FAMILIES[each].reads?.test(method) || method in (COMMON_METHODS[each] ?? {}),
	);
	if (having.length === 0 || having.includes(family)) return undefined;
	const owners = having.map(nameFamily).join(' and ');
	return `'${method}' is a method of ${owners}; this node is ${chain?.name ?? nameFamily(family)}`;
}

function findHint(answer: Exclude<FaultAnswer, { kind: 'rpcError' }>, isWrite: boolean): string {
	const { kind } = answer;
	if (isWrite && kind === 'rateLimited' && !answer.quota)
		return 'The endpoint refused it, so it had no effect and may be sent again';
	if (kind === 'unreachable' && answer.lastingHint !== undefined) return answer.lastingHint;
	return `The state of the endpoint is '${kind}'. Check it with Endpoint, Check Sync`;
}
