import { isJsonObject } from '../http/body.mts';
import type { EvmClient, RpcCall } from './evmClient.mts';
import { asSeen } from './asSeen.mts';
import type { Endpoint } from './endpoints.mts';
import { goDuration, type RateLimit } from './rateLimit.mts';
import type { RpcBehaviour, RpcScripts } from './scripts.mts';

/** What the endpoints of one sandbox share. */
export interface RpcParts {
	client: EvmClient;
	scripts: RpcScripts;
	limit: RateLimit;
}

/** An answer to a JSON-RPC request: HTTP status and JSON value. */
export interface RpcResponse {
	status: number;
	body: unknown;
}

/**
 * Answers a parsed JSON-RPC body, single or batch.
 * @throws Error when the EVM client does not answer
 */
export async function answerBody(
	parts: RpcParts,
	endpoint: Pick<Endpoint, 'key' | 'chainId'>,
	body: unknown,
): Promise<RpcResponse> {
	const behaviour = parts.scripts.behaviour(endpoint.key);
	if (!Array.isArray(body)) {
		const { status, answers } = await limited(parts, endpoint, [body], behaviour);
		return { status, body: answers[0] };
	}
	if (body.length === 0) return { status: 200, body: failure(null, -32600, 'Invalid request') };
	if (behaviour.batches === 'refused') {
		return {
			status: behaviour.batchRefusalStatus,
			body: failure(null, -32600, 'Batch requests are not supported'),
		};
	}
	const { status, answers } = await limited(parts, endpoint, body, behaviour);
	return { status, body: arranged(answers, behaviour.batches) };
}

async function limited(
	parts: RpcParts,
	endpoint: Pick<Endpoint, 'key' | 'chainId'>,
	calls: unknown[],
	behaviour: RpcBehaviour,
): Promise<{ status: number; answers: unknown[] }> {
	const { rateLimitPerSecond, rateLimitStatus } = behaviour;
	if (rateLimitPerSecond <= 0) {
		return { status: 200, answers: await answerAll(parts, endpoint, calls, behaviour) };
	}
	const { allowed, waitMs } = parts.limit.take(endpoint.key, calls.length, rateLimitPerSecond);
	const refuse = (call: unknown): unknown =>
		failure(idOf(call), -32005, "You've exceeded the RPS limit available on the current plan", {
			try_again_in: goDuration(waitMs),
		});
	if (allowed < calls.length && rateLimitStatus === 429) {
		return { status: 429, answers: calls.map(refuse) };
	}
	const answers = await answerAll(parts, endpoint, calls.slice(0, allowed), behaviour);
	return { status: 200, answers: [...answers, ...calls.slice(allowed).map(refuse)] };
}

async function answerAll(
	{ client, scripts }: RpcParts,
	{ key, chainId }: Pick<Endpoint, 'key' | 'chainId'>,
	calls: unknown[],
	behaviour: RpcBehaviour,
): Promise<unknown[]> {
	// Calls are numbered for the client by their place: their own ids may repeat, and one malformed
	// element would make the client refuse the whole batch.
	const forwarded: RpcCall[] = [];
	for (const [place, call] of calls.entries()) {
		if (isCall(call)) {
			const { method, params } = call;
			forwarded.push({
				jsonrpc: '2.0',
				id: place,
				method,
				...(params === undefined ? {} : { params }),
			});
		}
	}
	const real = forwarded.length === 0 ? [] : await client.answer(forwarded);
	const byPlace = new Map(real.map((answer) => [answer.id, answer]));
	return calls.map((call, place) => {
		if (!isCall(call)) return failure(idOf(call), -32600, 'Invalid request');
		const answer = byPlace.get(place) ?? failure(null, -32601, 'Method not found');
		const seen = asSeen({ ...answer, id: idOf(call) }, call, { chainId, ...behaviour });
		return scripts.apply(key, call.method, seen);
	});
}

function isCall(call: unknown): call is { method: string; params?: unknown } {
	return isJsonObject(call) && call.jsonrpc === '2.0' && typeof call.method === 'string';
}

function idOf(call: unknown): unknown {
	return isJsonObject(call) ? (call.id ?? null) : null;
}

function arranged(answers: unknown[], order: RpcBehaviour['batches']): unknown[] {
	switch (order) {
		case 'reversed':
			return answers.reverse();
		case 'shuffled':
			return answers
				.map((answer) => ({ answer, key: Math.random() }))
				.sort((a, b) => a.key - b.key)
				.map(({ answer }) => answer);
		case 'partial':
			return answers.filter((_, index) => index % 2 === 0);
		default:
			return answers;
	}
}

/** A JSON-RPC error answer. */
export function failure(
	id: unknown,
	code: number,
	message: string,
	data?: unknown,
): Record<string, unknown> {
	return {
		jsonrpc: '2.0',
		id,
		error: { code, message, ...(data === undefined ? {} : { data }) },
	};
}
