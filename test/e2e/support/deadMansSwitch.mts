import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

/** A heartbeat that arrived. */
interface Ping {
	at: number;
	body: IDataObject;
}

/** A service on this machine that notices when heartbeats stop. */
export class DeadMansSwitch {
	readonly #pings = new Map<string, Ping[]>();

	private constructor(
		private readonly server: Server,
		/** The longest time between two heartbeats of one that is well, in milliseconds. */
		readonly limitMs: number,
	) {}

	static async start(limitMs: number): Promise<DeadMansSwitch> {
		const server = createServer();
		const deadMansSwitch = new DeadMansSwitch(server, limitMs);
		server.on('request', (request, response) => {
			let text = '';
			request.on('data', (part: Buffer) => {
				text += part.toString();
			});
			request.on('end', () => {
				const body = JSON.parse(text) as IDataObject;
				const pings = deadMansSwitch.of(request.url?.slice(1) ?? '');
				if (body.kind === 'heartbeat') pings.push({ at: Date.now(), body });
				response.end('OK');
			});
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		return deadMansSwitch;
	}

	/** The address to which a heartbeat is sent. */
	urlOf(name: string): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}`;
	}

	/** The heartbeats of one so far. */
	of(name: string): Ping[] {
		const pings = this.#pings.get(name) ?? [];
		this.#pings.set(name, pings);
		return pings;
	}

	/** Whether one has been silent for too long. */
	isLate(name: string): boolean {
		return Date.now() - (this.of(name).at(-1)?.at ?? 0) > this.limitMs;
	}

	/** The longest time between two heartbeats of one, or since the last one, in milliseconds. */
	longestGap(name: string): number {
		const times = [...this.of(name).map(({ at }) => at), Date.now()];
		return Math.max(...times.slice(1).map((at, index) => at - times[index]));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => {
			this.server.close(resolve);
		});
	}
}
