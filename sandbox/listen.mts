import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';

/** The options of a sandbox that are ports. */
export type PortOption = 'port' | 'rpcPort';

const uses: Record<PortOption, string> = {
	port: 'the management API',
	rpcPort: 'the node endpoints',
};

/** A port the sandbox was told to use, and on which something listens already. */
export class PortTakenError extends Error {
	readonly code = 'EADDRINUSE';
	readonly port: number;
	readonly option: PortOption;

	constructor(option: PortOption, port: number) {
		super(`Port ${port} for ${uses[option]} is taken`);
		this.option = option;
		this.port = port;
	}
}

/**
 * Makes a server listen on 127.0.0.1; port 0 = any that is free.
 * @returns its origin, `http://127.0.0.1:PORT`
 * @throws PortTakenError when the port is taken
 */
export async function listen(
	app: FastifyInstance,
	option: PortOption,
	port: number,
): Promise<string> {
	try {
		await app.listen({ host: '127.0.0.1', port });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new PortTakenError(option, port);
	}
	return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
