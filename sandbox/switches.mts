import type { RpcBehaviour } from './jsonRpc/scripts.mts';
import type { FaultRule, RecordedRequest, SandboxState } from './start.mts';
import type { Deployment } from './state.mts';

/** A sandbox's switches and records. */
export type SandboxSwitches = ReturnType<typeof switchesOf>;

/** The switches of the sandbox at an address, over HTTP because it runs in its own process. */
export function switchesOf(url: string) {
	async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${url}/_sandbox${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`The sandbox answered ${method} ${path}: ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}

	return {
		/** Back to the seed: no requests, no faults. */
		reset: async () => await ask<undefined>('POST', '/reset'),
		state: async () => await ask<SandboxState>('GET', '/state'),
		/** The requests it received since the last reset. */
		requests: async () => (await ask<{ requests: RecordedRequest[] }>('GET', '/requests')).requests,
		clearRequests: async () => await ask<undefined>('DELETE', '/requests'),
		fault: async (rule: FaultRule) => await ask<{ id: string }>('POST', '/faults', rule),
		endFault: async (id: string) => await ask<undefined>('DELETE', `/faults/${id}`),
		clearFaults: async () => await ask<undefined>('DELETE', '/faults'),
		/** How an endpoint behaves. */
		setRpcBehaviour: async (node: string, behaviour: Partial<RpcBehaviour>) =>
			await ask<undefined>('POST', '/behaviour', { ...behaviour, node }),
		/** How nodes and pins created from now on come up. */
		setDeployment: async (deployment: Partial<Deployment>) =>
			await ask<undefined>('POST', '/deployment', deployment),
		/** The answer of an endpoint to a JSON-RPC method; `*` is every endpoint. */
		setRpcAnswer: async (node: string, method: string, value: unknown) =>
			await ask<undefined>('POST', '/rpc', { node, method, value }),
		/** Lets the endpoint's client answer a JSON-RPC method again. */
		clearRpcAnswer: async (node: string, method: string) =>
			await ask<undefined>('POST', '/rpc', { node, method, clear: true }),
		/** Forces the status of a node or network; without a status it returns to its previous one. */
		setStatus: async (id: string, status?: string) =>
			await ask<undefined>('POST', '/status', { id, status }),
		addNodes: async (count: number, project: string) =>
			(await ask<{ ids: string[] }>('POST', '/nodes', { count, project })).ids,
		/** Adds running nodes to a network. */
		addNodesToNetwork: async (count: number, network: string) =>
			(await ask<{ ids: string[] }>('POST', '/nodes', { count, network })).ids,
	};
}
