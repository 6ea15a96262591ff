import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { Contract, limitOf, type Variant } from './contract/contract.mts';
import { controlRoutes, sandboxControl } from './control.mts';
import { FaultRules } from './faults.mts';
import { exchangeServer } from './http/exchange.mts';
import { startAnvil } from './jsonRpc/anvil.mts';
import { Endpoints } from './jsonRpc/endpoints.mts';
import { minimalClient, type EvmClient } from './jsonRpc/evmClient.mts';
import { rpcRoutes } from './jsonRpc/routes.mts';
import { RpcScripts } from './jsonRpc/scripts.mts';
import { platformRoutes } from './platform/routes.mts';
import { RequestLog } from './requestLog.mts';
import { seed } from './seed.mts';
import { Store, type Settings } from './state.mts';

export type { FaultKind, FaultRule } from './faults.mts';
export type { RecordedPart } from './http/form.mts';
export type { RecordedRequest } from './requestLog.mts';
export type { SandboxState } from './state.mts';
export { seedIds } from './seed.mts';

/** How a sandbox is to be. */
export interface SandboxOptions extends Partial<Settings> {
	/** Port of the management API on 127.0.0.1; 0 or absent = any that is free. */
	port?: number;
	/** Port of the node endpoints on 127.0.0.1; 0 or absent = any that is free. */
	rpcPort?: number;
	/** Key of the node endpoint the sandbox offers beside those of its nodes. */
	endpointKey?: string;
	/** The server of JSON-RPC: a real client (default), or a few methods without a child process. */
	evm?: 'anvil' | 'minimal';
	/** Statements of the contract that are not true of it. */
	variant?: Variant;
}

/** A running sandbox. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts the platform on this machine: the management API and the node endpoints, each at an origin
 * of its own.
 * @throws Error with the code EADDRINUSE and the `port`, when one of the two is taken; then none is left open
 */
export async function startSandbox(options: SandboxOptions = {}) {
	const { port = 0, rpcPort = 0, evm = 'anvil' } = options;
	const { endpointKey = 'sandbox0endpoint0key0123456789abcdef' } = options;
	const contract = new Contract(options.variant);
	const { apiKey = 'sandboxK.eyThisIsASandboxApiKey0123456789' } = options;
	const { pageSize = contract.pageSizeOf('pages.size') } = options;
	const { deployMs = 1500, accessRuleMs = limitOf('rules.inForce') } = options;
	const store = new Store({ apiKey, pageSize, deployMs, accessRuleMs });
	const auth = { key: endpointKey, username: 'sandbox-node', password: 'sandbox-password' };
	const endpoints = new Endpoints(store, auth);
	const log = new RequestLog();
	const faults = new FaultRules();
	const scripts = new RpcScripts();
	const parts = { store, log, faults, scripts };
	const reset = (): void => {
		for (const each of Object.values(parts)) each.clear();
		seed(store);
	};
	reset();
	const control = sandboxControl(parts, endpoints, reset);
	const { client, evmProblem } = await startClient(evm);
	const platform = exchangeServer('platform', log, faults, contract);
	platformRoutes(platform, store);
	controlRoutes(platform, control);
	const rpc = exchangeServer('rpc', log, faults, contract);
	rpcRoutes(rpc, endpoints, { client, scripts });
	const stop = async (): Promise<void> => {
		await Promise.all([platform.close(), rpc.close()]);
		await client.stop();
	};
	try {
		// In this order: beside another sandbox both ports are taken, and `port` is the one to change.
		const url = await listen(platform, port);
		store.rpcOrigin = await listen(rpc, rpcPort);
		return {
			...control,
			/** `http://127.0.0.1:PORT`, the base URL of the management API and of `/_sandbox`. */
			url,
			apiKey,
			endpointKey,
			/** `http://127.0.0.1:RPCPORT`, the address of all node endpoints without their keys. */
			nodeEndpoint: store.rpcOrigin,
			/** Complete JSON-RPC address. */
			rpcUrl: `${store.rpcOrigin}/${endpointKey}/evm`,
			/** The server of JSON-RPC. */
			evm: client.kind,
			/** Why it is not the real client although that was asked for; empty otherwise. */
			evmProblem,
			/** Closes every connection and ends the child process. */
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** @returns its origin, `http://127.0.0.1:PORT` */
async function listen(app: FastifyInstance, port: number): Promise<string> {
	await app.listen({ host: '127.0.0.1', port });
	return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function startClient(wanted: string): Promise<{ client: EvmClient; evmProblem: string }> {
	if (wanted === 'minimal') return { client: minimalClient(), evmProblem: '' };
	try {
		return { client: await startAnvil(), evmProblem: '' };
	} catch (error) {
		return { client: minimalClient(), evmProblem: (error as Error).message };
	}
}
