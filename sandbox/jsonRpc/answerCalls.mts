import { idOf, isJsonObject } from '../http/body.mts';
import { rpcError, rpcLimitError } from '../http/errors.mts';
import type { JsonObject } from '../records.mts';
import { asSeen } from './asSeen.mts';
import type { Endpoint } from './endpoints.mts';
import type { EvmClient, RpcCall } from './evmClient.mts';
import type { RpcBehaviour, RpcScripts } from './scripts.mts';

/** What the endpoints of one sandbox share. */
export interface RpcParts {
	client: EvmClient;
	scripts: RpcScripts;
}

/** An answer to a JSON-RPC request: HTTP status and JSON value. */
interface RpcResponse {
	status: number;
	body: unknown;
}

type CalledEndpoint = Pick<Endpoint, 'key' | 'chainId'>;

/**
 * Answers a parsed JSON-RPC body, single or batch.
 * @throws Error when the EVM client does not answer
 */
export async function answerBody(
	parts: RpcParts,
	endpoint: CalledEndpoint,
	body: unknown,
): Promise<RpcResponse> {
	const behaviour = parts.scripts.behaviour(endpoint.key);
	if (!Array.isArray(body)) {
		const { status, answers } = await limited(parts, endpoint, [body], behaviour);
		return { status, body: answers[0] };
	}
	if (body.length === 0) return { status: 200, body: rpcError(null, -32600, 'Invalid request') };
	if (behaviour.batches === 'refused') {
		const refusal = rpcError(null, -32600, 'Batch requests are not supported');
		return { status: behaviour.batchRefusalStatus, body: refusal };
	}
	const { status, answers } = await limited(parts, endpoint, body, behaviour);
	return { status, body: arrange[behaviour.batches](answers) };
}

const arrange: Record<
	Exclude<RpcBehaviour['batches'], 'refused'>,
	(all: unknown[]) => unknown[]
> = {
	ordered: (all) => all,
	reversed: (all) => all.toReversed(),
	shuffled: (all) =>
		all
			.map((answer) => ({ answer, key: Math.random() }))
			.sort((a, b) => a.key - b.key)
			.map(({ answer }) => answer),
	partial: (all) => all.filter((_, index) => index % 2 === 0),
};

async function limited(
	parts: RpcParts,
	endpoint: CalledEndpoint,
	calls: unknown[],
	behaviour: RpcBehaviour,
): Promise<{ status: number; answers: unknown[] }> {
	const { rateLimitPerSecond, rateLimitStatus } = behaviour;
	const { allowed, waitMs } = parts.scripts.take(endpoint.key, calls.length, rateLimitPerSecond);
	const refuse = (call: unknown): unknown => rpcLimitError(idOf(call), goDuration(waitMs));
	if (allowed < calls.length && rateLimitStatus === 429) {
		return { status: 429, answers: calls.map(refuse) };
	}
	const answers = await answerAll(parts, endpoint, calls.slice(0, allowed), behaviour);
	return { status: 200, answers: [...answers, ...calls.slice(allowed).map(refuse)] };
}

/** A time of at most a second as Go prints it: `413ms`, below a millisecond `820µs`. */
function goDuration(ms: number): string {
	if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))}µs`;
	return ms <= 999 ? `${Math.ceil(ms)}ms` : '1s';
}

async function answerAll(
	{ client, scripts }: RpcParts,
	{ key, chainId }: CalledEndpoint,
	calls: unknown[],
	behaviour: RpcBehaviour,
): Promise<unknown[]> {
	// Calls are numbered for the client by their place: their own ids may repeat, and one malformed
	// element would make the client refuse the whole batch.
	const forwarded = calls.flatMap((call, id): RpcCall[] =>
		isCall(call) ? [{ jsonrpc: '2.0', id, method: call.method, params: call.params }] : [],
	);
	const real = forwarded.length === 0 ? [] : await client.answer(forwarded);
	const byPlace = new Map(real.map((answer) => [answer.id, answer]));
	return calls.map((call, place) => {
		if (!isCall(call)) return rpcError(idOf(call), -32600, 'Invalid request');
		const answer = byPlace.get(place) ?? rpcError(null, -32601, 'Method not found');
		const seen = asSeen({ ...answer, id: idOf(call) }, call, { chainId, ...behaviour });
		return scripts.apply(key, call.method, seen);
	});
}

function isCall(call: unknown): call is JsonObject & { method: string } {
	return isJsonObject(call) && call.jsonrpc === '2.0' && typeof call.method === 'string';
}
