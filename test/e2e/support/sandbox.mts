import type { FaultRule, RecordedRequest, SandboxState } from '../../../sandbox/start.mts';
import { world } from './world.mts';

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
	const response = await fetch(`${world.sandbox.url}/_sandbox${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The sandbox answered ${method} ${path}: ${text}`);
	return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The sandbox's switches and records, over HTTP because it runs in a process of its own. */
export const sandbox = {
	/** Back to the seed: no requests, no faults. */
	reset: async () => await ask<undefined>('POST', '/reset'),
	state: async () => await ask<SandboxState>('GET', '/state'),
	/** What it received since the last reset. */
	requests: async () => (await ask<{ requests: RecordedRequest[] }>('GET', '/requests')).requests,
	fault: async (rule: FaultRule) => await ask<{ id: string }>('POST', '/faults', rule),
	/** What an endpoint answers to a JSON-RPC method; `*` is every endpoint. */
	setRpcAnswer: async (node: string, method: string, value: unknown) =>
		await ask<undefined>('POST', '/rpc', { node, method, value }),
};
