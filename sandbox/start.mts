import { Clock } from './clock.mts';
import { sandboxControl, type SandboxControl } from './control.mts';
import { FaultRules } from './faults.mts';
import { startAnvil } from './jsonRpc/anvil.mts';
import { Endpoints } from './jsonRpc/endpoints.mts';
import type { EvmClient } from './jsonRpc/evmClient.mts';
import { minimalClient } from './jsonRpc/minimal.mts';
import { RateLimit } from './jsonRpc/rateLimit.mts';
import { RpcScripts } from './jsonRpc/scripts.mts';
import { RequestLog } from './requestLog.mts';
import { seed, seedPictures } from './seed.mts';
import { startServers } from './servers.mts';
import { Store } from './state.mts';

export type { SandboxControl } from './control.mts';
export type { FaultKind, FaultRule } from './faults.mts';
export type { RpcBehaviour, ScriptedAnswer } from './jsonRpc/scripts.mts';
export { PortTakenError } from './listen.mts';
export type { RecordedPart, RecordedRequest, ServerName } from './requestLog.mts';
export type { Deployment, SandboxState } from './state.mts';
export { seedIds } from './seed.mts';

export const defaultApiKey = 'sandboxK.eyThisIsASandboxApiKey0123456789';
export const defaultEndpointKey = 'sandbox0endpoint0key0123456789abcdef';

const defaultDeployMs = 1500;
// As on the platform.
const defaultAccessRuleMs = 10_000;
const defaultPageSize = 20;

/** How a sandbox is to be. */
export interface SandboxOptions {
	/** Port of the management API on 127.0.0.1; 0 or absent = any that is free. */
	port?: number;
	/** Port of the node endpoints on 127.0.0.1; 0 or absent = any that is free. */
	rpcPort?: number;
	/** Bearer key of the management API. */
	apiKey?: string;
	/** Key of the node endpoint the sandbox offers beside those of its nodes. */
	endpointKey?: string;
	/** What answers JSON-RPC: a real client (default), or a few methods without a child process. */
	evm?: 'anvil' | 'minimal';
	/** Milliseconds from pending to running, ok or pinned (1500). */
	deployMs?: number;
	/** Milliseconds until a change of access rules is in force at the endpoint (10,000). */
	accessRuleMs?: number;
	/** Objects on a page of a list (20). */
	pageSize?: number;
	/** Print every request. */
	logger?: boolean;
	/** JSON-RPC calls per second and endpoint, every element of a batch counted; unlimited. */
	rateLimitPerSecond?: number;
}

/** A running sandbox. */
export interface Sandbox extends SandboxControl {
	/** `http://127.0.0.1:PORT`, the base URL of the management API and of `/_sandbox`. */
	url: string;
	apiKey: string;
	endpointKey: string;
	/** `http://127.0.0.1:RPCPORT`, the address of all node endpoints without their keys. */
	nodeEndpoint: string;
	/** Complete JSON-RPC address: `nodeEndpoint/endpointKey/evm`. */
	rpcUrl: string;
	/** What answers JSON-RPC. */
	evm: 'anvil' | 'minimal';
	/** Why it is not the real client although that was asked for; empty otherwise. */
	evmProblem: string;
	/** Closes every connection and ends the child process. */
	stop(): Promise<void>;
}

/**
 * Starts the platform on this machine.
 * @throws PortTakenError (code EADDRINUSE), which names the port, when one of the two is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { apiKey = defaultApiKey, endpointKey = defaultEndpointKey } = options;
	const { deployMs = defaultDeployMs, accessRuleMs = defaultAccessRuleMs } = options;
	const store = new Store(new Clock(), deployMs, accessRuleMs);
	const publicAuth = { key: endpointKey, username: 'sandbox-node', password: 'sandbox-password' };
	const log = new RequestLog();
	const faults = new FaultRules();
	const limit = new RateLimit();
	const scripts = new RpcScripts({
		batches: 'ordered',
		batchRefusalStatus: 200,
		rateLimitPerSecond: options.rateLimitPerSecond ?? 0,
		rateLimitStatus: 200,
		condition: 'ready',
		headOffset: 0,
		headAge: 0,
		stateFrom: 0,
	});
	const resets: Array<() => void> = [];
	const context = {
		store,
		apiKey,
		pageSize: options.pageSize ?? defaultPageSize,
		onReset: (act: () => void) => void resets.push(act),
	};
	const pictures = await seedPictures();
	const reset = (): void => {
		store.clock.reset();
		store.clear();
		seed(store, pictures);
		faults.clear();
		scripts.clear();
		limit.clear();
		log.clear();
		for (const act of resets) act();
	};
	reset();
	const endpoints = new Endpoints(store, publicAuth);
	const control = sandboxControl({ store, log, faults, scripts, endpoints, reset });

	const { client, problem } = await evmClient(options.evm ?? 'anvil');
	const rpc = { client, scripts, limit };
	const logger = options.logger ?? false;
	const { port = 0, rpcPort = 0 } = options;
	const servers = await startServers(
		{ context, control, endpoints, rpc, log, faults, logger },
		{ port, rpcPort },
	).catch(async (error: unknown) => {
		await client.stop();
		throw error;
	});
	return {
		...control,
		url: servers.platform,
		apiKey,
		endpointKey,
		nodeEndpoint: servers.rpc,
		rpcUrl: `${servers.rpc}/${endpointKey}/evm`,
		evm: client.kind,
		evmProblem: problem,
		stop: async () => {
			await servers.close();
			await client.stop();
		},
	};
}

async function evmClient(
	wanted: 'anvil' | 'minimal',
): Promise<{ client: EvmClient; problem: string }> {
	if (wanted === 'minimal') return { client: minimalClient(), problem: '' };
	try {
		return { client: await startAnvil(), problem: '' };
	} catch (error) {
		return { client: minimalClient(), problem: (error as Error).message };
	}
}
