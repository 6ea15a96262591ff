import type { Sandbox } from '../../../sandbox/start.mts';

/** An answer of the sandbox: `body` is parsed when it is JSON, otherwise it is the text. */
export interface Answer {
	status: number;
	body: unknown;
}

type Json = Record<string, unknown>;

/** Sends one request with the sandbox's API key; redirects are not followed. */
export async function send(
	sandbox: Sandbox,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const response = await fetch(new URL(path, sandbox.url), {
		method,
		redirect: 'manual',
		headers: {
			authorization: `Bearer ${sandbox.apiKey}`,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return await answerOf(response);
}

/** Calls a JSON-RPC endpoint, without the API key. */
export async function rpc(url: string, body: unknown): Promise<Answer> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return await answerOf(response);
}

/** A call of eth_syncing with this id. */
export function syncing(id: unknown = 1): Json {
	return { jsonrpc: '2.0', id, method: 'eth_syncing', params: [] };
}

/** The value at a path of members and indexes: `at(answer.body, 'nodes', 0, 'id')`. */
export function at(value: unknown, ...path: Array<string | number>): unknown {
	let current = value;
	for (const step of path) current = (current as Record<string | number, unknown>)[step];
	return current;
}

async function answerOf(response: Response): Promise<Answer> {
	const text = await response.text();
	const { status } = response;
	try {
		return { status, body: JSON.parse(text) };
	} catch {
		return { status, body: text };
	}
}
