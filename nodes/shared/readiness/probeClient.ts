import { getFamily } from '../families';
import { ProbeError, settle, type ProbeClient } from '../families/family';
import type { RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import { Cancelled } from '../text/problem';

/**
 * @param note told of every reply, and whether the newest block was asked for
 * @param firstId JSON-RPC id of the first call; the others follow it
 * @returns an asker for an endpoint
 */
export function createProbeClient(
	endpoint: RpcEndpoint,
	{ rpc, retryOptions }: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	note: (reply: RpcReply, part?: 'head') => void = () => undefined,
	firstId = 1,
): ProbeClient {
	const { version, omitsEmptyParams } = getFamily(endpoint.family);
	const origin = (): string => new URL(endpoint.url).origin;
	let id = firstId;
	// What follows an answer goes before the first calls to other endpoints, so that a probe does not wait in between.
	let isUrgent = false;
	const readResult = async (question: Promise<RpcReply>, part?: 'head'): Promise<unknown> => {
		const reply = await question;
		isUrgent = true;
		note(reply, part);
		const { answer, mayHaveBeenProcessed } = reply;
		if (answer.kind === 'result') return answer.result;
		if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
		throw new ProbeError(answer);
	};
	return {
		get dialect() {
			return rpc.dialects.get(origin());
		},
		set dialect(name) {
			if (name !== undefined) rpc.dialects.set(origin(), name);
		},
		call: async (method, params = omitsEmptyParams ? undefined : [], part) => {
			const request = { method, params, id: id++, version, isUrgent, retryOptions };
			return await readResult(rpc.call(endpoint, request), part);
		},
		get: async (path, part) =>
			await readResult(
				rpc.request(endpoint, { method: 'GET', path, isUrgent, retryOptions }),
				part,
			),
		post: async (path, body, part) => {
			const request = { method: 'POST', path, body, isUrgent, retryOptions } as const;
			return await readResult(rpc.request(endpoint, request), part);
		},
	};
}

/**
 * @param chainKey what distinguishes the chain from all others
 * @returns what reads the time of the block at a height, in milliseconds since 1970, once per chain and run;
 * `undefined` for a family that gives no block by its height
 */
export function createTimeReader(
	endpoint: RpcEndpoint,
	chainKey: string,
	{ once, forget }: Pick<OperationContext, 'once' | 'forget'>,
): ((height: bigint) => Promise<number | undefined>) | undefined {
	const { timeAt } = getFamily(endpoint.family);
	if (timeAt === undefined) return undefined;
	return async (height) => {
		const key = `time of ${height} on ${chainKey}`;
		const time = await once(key, async (shared) => {
			const answer = await settle(timeAt(createProbeClient(endpoint, shared), height));
			return answer instanceof ProbeError ? undefined : answer;
		});
		// Another endpoint of the chain may know.
		if (time === undefined) forget(key);
		return time;
	};
}
