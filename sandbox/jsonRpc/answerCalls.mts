import { idOf, isJsonObject } from '../http/body.mts';
import { rpcError } from '../http/errors.mts';
import type { JsonObject } from '../records.mts';
import { asSeen, forClient, isPruned } from './asSeen.mts';
import type { Endpoint } from './endpoints.mts';
import type { EvmClient, RpcCall } from './evmClient.mts';
import type { RpcScripts } from './scripts.mts';

/** The state that the endpoints of one sandbox share. */
export interface RpcParts {
	client: EvmClient;
	scripts: RpcScripts;
}

/**
 * Answers a parsed JSON-RPC body, single or batch.
 * @throws Error when the EVM client does not answer
 */
export async function answerBody(
	parts: RpcParts,
	endpoint: Endpoint,
	body: unknown,
): Promise<unknown> {
	if (!Array.isArray(body)) return (await answerCalls(parts, endpoint, [body]))[0];
	if (body.length === 0) return rpcError(null, -32600, 'Invalid request');
	return await answerCalls(parts, endpoint, body);
}

async function answerCalls(
	{ client, scripts }: RpcParts,
	{ key, chainId }: Endpoint,
	calls: unknown[],
): Promise<unknown[]> {
	// Calls are numbered for the client by their place: their own ids may repeat, and one malformed
	// element would make the client refuse the whole batch.
	const forwarded = calls.flatMap((call, id): RpcCall[] =>
		isCall(call) ? [{ jsonrpc: '2.0', id, method: call.method, params: forClient(call) }] : [],
	);
	const real = forwarded.length === 0 ? [] : await client.answer(forwarded);
	const byPlace = new Map(real.map((answer) => [answer.id, answer]));
	return calls.map((call, place) => {
		if (!isCall(call)) return rpcError(idOf(call), -32600, 'Invalid request');
		const answer = byPlace.get(place) ?? rpcError(null, -32601, 'Method not found');
		const view = { chainId, ...scripts.behaviour(key) };
		const seen = asSeen({ ...answer, id: idOf(call) }, call, view);
		return isPruned(call, view) ? seen : scripts.apply(key, call.method, seen);
	});
}

function isCall(call: unknown): call is JsonObject & { method: string } {
	return isJsonObject(call) && call.jsonrpc === '2.0' && typeof call.method === 'string';
}
