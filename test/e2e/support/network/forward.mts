import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** An address of loopback, or the path of a Unix socket, which networks do not divide. */
export type Place = number | string;

/** Passes connections on, byte by byte. */
export class Forward {
	readonly #open = new Set<Socket>();

	private constructor(private readonly server: Server) {}

	/** @param from where it listens; @param to where each connection goes */
	static async start(from: Place, to: Place): Promise<Forward> {
		const server = createServer({ allowHalfOpen: true });
		const forward = new Forward(server);
		server.on('connection', (incoming) => {
			const outgoing = connect({ ...optionsOf(to), allowHalfOpen: true });
			incoming.pipe(outgoing).pipe(incoming);
			for (const [one, other] of [
				[incoming, outgoing],
				[outgoing, incoming],
			]) {
				forward.#open.add(one);
				one.on('error', () => other.destroy());
				one.on('close', () => {
					forward.#open.delete(one);
					other.destroy();
				});
			}
		});
		await new Promise<void>((resolve, reject) => {
			server.on('error', reject);
			server.listen(optionsOf(from), resolve);
		});
		return forward;
	}

	/** Refuses connections from now on, and ends those that are open. */
	async stop(): Promise<void> {
		const isClosed = new Promise((resolve) => {
			this.server.close(resolve);
		});
		for (const socket of this.#open) socket.destroy();
		await isClosed;
	}
}

function optionsOf(place: Place): NetConnectOpts & { path?: string } {
	return typeof place === 'string' ? { path: place } : { host: '127.0.0.1', port: place };
}
