import { getMeaning, type RpcAnswer } from '../jsonRpc/fault';
import { readHalt, readRevertData } from '../jsonRpc/halts';
import { isEqual } from './equality';

/** An error that every good endpoint would give, as far as it is the same for all clients. */
interface Refusal {
	kind: string;
	/** What else has to be equal. */
	details: unknown;
}

/** An error of an endpoint. */
type RpcError = Extract<RpcAnswer, { kind: 'rpcError' }>;

/**
 * @returns whether two errors say the same, whatever their codes and words: reverts by their data, calls that the EVM
 * ended by the reason, invalid parameters as such, all others by code and data
 */
export function isSameRefusal(a: RpcError, b: RpcError): boolean {
	const own = readRefusal(a);
	const other = readRefusal(b);
	return own.kind === other.kind && isEqual(own.details, other.details);
}

function readRefusal(answer: RpcError): Refusal {
	const { code, data } = answer;
	const { sign } = getMeaning(answer);
	const returned = readRevertData(data) ?? '0x';
	if (returned !== '0x') return { kind: 'reverted', details: returned };
	const halt = readHalt(answer);
	if (halt !== undefined) return { kind: halt, details: undefined };
	if (sign === 'reverted') return { kind: 'reverted', details: returned };
	if (sign === 'invalid') return { kind: 'invalid', details: undefined };
	return { kind: 'error', details: { code, data } };
}
