import { idOf, isJsonObject } from '../http/body.mts';
import { rpcError, rpcLimitError } from '../http/errors.mts';
import type { JsonObject } from '../records.mts';
import { asSeen } from './asSeen.mts';
import type { Endpoint } from './endpoints.mts';
import type { EvmClient, RpcCall } from './evmClient.mts';
import type { RpcScripts } from './scripts.mts';

/** What the endpoints of one sandbox share. */
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
	all: unknown[],
): Promise<unknown[]> {
	const { allowed, waitMs } = scripts.take(key, all.length);
	const calls = all.slice(0, allowed);
	// Calls are numbered for the client by their place: their own ids may repeat, and one malformed
	// element would make the client refuse the whole batch.
	const forwarded = calls.flatMap((call, id): RpcCall[] =>
		isCall(call) ? [{ jsonrpc: '2.0', id, method: call.method, params: call.params }] : [],
	);
	const real = forwarded.length === 0 ? [] : await client.answer(forwarded);
	const byPlace = new Map(real.map((answer) => [answer.id, answer]));
	const answers = calls.map((call, place) => {
		if (!isCall(call)) return rpcError(idOf(call), -32600, 'Invalid request');
		const answer = byPlace.get(place) ?? rpcError(null, -32601, 'Method not found');
		const view = { chainId, ...scripts.behaviour(key) };
		return scripts.apply(key, call.method, asSeen({ ...answer, id: idOf(call) }, call, view));
	});
	const refused = all.slice(allowed).map((call) => rpcLimitError(idOf(call), goDuration(waitMs)));
	return [...answers, ...refused];
}

/** A time of at most a second as Go prints it: `413ms`, below a millisecond `820µs`. */
function goDuration(ms: number): string {
	if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))}µs`;
	return ms <= 999 ? `${Math.ceil(ms)}ms` : '1s';
}

function isCall(call: unknown): call is JsonObject & { method: string } {
	return isJsonObject(call) && call.jsonrpc === '2.0' && typeof call.method === 'string';
}
