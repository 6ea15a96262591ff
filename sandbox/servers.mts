import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.mts';
import type { SandboxControl } from './control.mts';
import { controlRoutes } from './controlRoutes.mts';
import type { FaultRules } from './faults.mts';
import { familyOf } from './http/errors.mts';
import { exchangeServerOptions, installExchange } from './http/exchange.mts';
import type { RpcParts } from './jsonRpc/answerCalls.mts';
import type { Endpoints } from './jsonRpc/endpoints.mts';
import { rpcRoutes } from './jsonRpc/routes.mts';
import { listen } from './listen.mts';
import { platformRoutes } from './platform/routes.mts';
import type { RequestLog, ServerName } from './requestLog.mts';

/** What the servers of a sandbox are made of. */
export interface ServerParts {
	context: Omit<SandboxContext, 'rpcOrigin'>;
	control: SandboxControl;
	endpoints: Endpoints;
	rpc: RpcParts;
	log: RequestLog;
	faults: FaultRules;
	/** Print every request. */
	logger: boolean;
}

/** Both servers, listening. */
export interface Servers {
	/** Origin of the management API and of the sandbox's own switches. */
	platform: string;
	/** Origin of the node endpoints. */
	rpc: string;
	/** Closes both with all their connections. */
	close(): Promise<void>;
}

/**
 * Starts the management API and the node endpoints, each at an origin of its own.
 * @throws PortTakenError when one of the ports is taken; then none is left open
 */
export async function startServers(
	parts: ServerParts,
	ports: { port: number; rpcPort: number },
): Promise<Servers> {
	let rpcOrigin = '';
	const platform = server(parts, 'platform', platformGroups);
	platformRoutes(platform, { ...parts.context, rpcOrigin: () => rpcOrigin });
	controlRoutes(platform, parts.control, parts.faults);
	const rpc = server(parts, 'rpc', (request) => rpcGroups(parts.endpoints, request));
	rpcRoutes(rpc, parts.endpoints, parts.rpc);
	const close = async (): Promise<void> => {
		await Promise.all([platform.close(), rpc.close()]);
	};
	try {
		// In this order: beside another sandbox both ports are taken, and `port` is the one to change.
		const platformOrigin = await listen(platform, 'port', ports.port);
		rpcOrigin = await listen(rpc, 'rpcPort', ports.rpcPort);
		return { platform: platformOrigin, rpc: rpcOrigin, close };
	} catch (error) {
		await close();
		throw error;
	}
}

function server(
	{ log, faults, logger }: ServerParts,
	serverName: ServerName,
	groupsOf: (request: FastifyRequest) => string[],
): FastifyInstance {
	const app = fastify({
		...exchangeServerOptions,
		logger: logger ? { name: serverName } : false,
	});
	installExchange(app, { serverName, log, faults, groupsOf });
	return app;
}

function platformGroups(request: FastifyRequest): string[] {
	const family = familyOf(request);
	return ['all', family === 'core' ? 'management' : family];
}

function rpcGroups(endpoints: Endpoints, { url, headers }: FastifyRequest): string[] {
	const found = endpoints.find(url, headers.authorization);
	return ['all', 'rpc', ...(found === undefined ? [] : [`rpc/${found.endpoint.key}`])];
}
