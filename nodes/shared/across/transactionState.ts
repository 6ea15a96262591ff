import { buildFamilyCall } from '../endpoints/familyCall';
import { at } from '../families/readFields';
import type { OperationContext } from '../run/operationContext';
import { STOPPED } from '../scheduler/clock';
import { isRecord } from '../text/json';
import type { Attempt, CallPlan, Candidate } from './attempt';
import { readSignature } from './solanaSignature';
import { hashTransaction } from './transactionHash';

/** What endpoints know of a transaction: it is waiting to be included, or it is in a block. */
export type TransactionState = 'accepted' | 'inChain';

/** How a signed transaction is looked for. */
interface TransactionId {
	/** The text by which it is known: a hash, or a signature. */
	id: string;
	method: string;
	params: unknown[];
	/** @returns what a result says about it; nothing where the endpoint does not know it */
	read(result: unknown): TransactionState | undefined;
}

/** @returns how to look for the transaction that a call sends; `undefined` where that cannot be computed */
export function identifyTransaction({
	family,
	method,
	params,
}: CallPlan): TransactionId | undefined {
	if (!Array.isArray(params)) return undefined;
	if (family === 'evm' && method === 'eth_sendRawTransaction') {
		const hash = hashTransaction(params[0]);
		return hash === undefined ? undefined : identifyByHash(hash);
	}
	if (family === 'solana' && method === 'sendTransaction') {
		const signature = readSignature(params[0], at(params[1], 'encoding'));
		return signature === undefined ? undefined : identifyBySignature(signature);
	}
	return undefined;
}

function identifyByHash(hash: string): TransactionId {
	return {
		id: hash,
		method: 'eth_getTransactionByHash',
		params: [hash],
		read: (result) => {
			const isThat = String(at(result, 'hash')).toLowerCase() === hash;
			if (!isThat) return undefined;
			return (at(result, 'blockNumber') ?? null) === null ? 'accepted' : 'inChain';
		},
	};
}

/** The status of a signature is null where it is unknown (Solana RPC, getSignatureStatuses). */
function identifyBySignature(signature: string): TransactionId {
	return {
		id: signature,
		method: 'getSignatureStatuses',
		params: [[signature], { searchTransactionHistory: true }],
		read: (result) => {
			const statuses = at(result, 'value');
			const [status] = Array.isArray(statuses) ? (statuses as unknown[]) : [];
			return isRecord(status) ? 'inChain' : undefined;
		},
	};
}

/**
 * Asks endpoints once for a transaction.
 * @returns the first that knows it, as an attempt that returned its hash or signature
 */
export async function findTransaction(
	candidates: readonly Candidate[],
	plan: CallPlan,
	transaction: TransactionId,
	context: OperationContext,
): Promise<{ attempt: Attempt; state: TransactionState } | undefined> {
	const { id, method, params, read } = transaction;
	const { rpc, retryOptions, cancel } = context;
	const found = new AbortController();
	const signal = AbortSignal.any([cancel, found.signal]);
	let known: { attempt: Attempt; state: TransactionState } | undefined;
	const ask = async (candidate: Candidate): Promise<void> => {
		const { resolved } = candidate;
		if ('absent' in resolved) return;
		const { endpoint, ...form } = buildFamilyCall(resolved.endpoint, params, plan.path);
		const patience = { ...retryOptions, retryForMs: retryOptions.timeoutMs };
		const request = { ...form, method, id: 1, retryOptions: patience };
		const reply = await rpc.call(endpoint, request, signal);
		const state = reply.answer.kind === 'result' ? read(reply.answer.result) : undefined;
		if (state === undefined || known !== undefined) return;
		const answer = { kind: 'result', result: id } as const;
		const reason = 'it has the transaction';
		const attempt = {
			candidate,
			class: 'answer',
			state,
			reason,
			reply: { ...reply, answer },
		} as const;
		known = { attempt, state };
		found.abort(STOPPED);
	};
	await Promise.all(candidates.map(ask));
	return known;
}
