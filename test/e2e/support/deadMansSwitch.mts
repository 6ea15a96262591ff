import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

/** A point in time, by the clock of this machine and by that of n8n. Milliseconds. */
export interface Moment {
	at: number;
	/** For how long n8n has worked, by its own ticks: on a busy machine it works slowly. */
	workedMs: number;
}

/** A heartbeat that arrived. */
interface Heartbeat extends Moment {
	body: IDataObject;
}

/** A service on this machine that notices when heartbeats stop. A workflow of n8n lets it hear n8n's own ticks. */
export class DeadMansSwitch {
	readonly #heartbeats = new Map<string, Heartbeat[]>();

	#ticks = 0;

	private constructor(
		private readonly server: Server,
		private readonly tickMs: number,
	) {}

	/** @param tickMs how often n8n ticks */
	static async start(tickMs: number): Promise<DeadMansSwitch> {
		const server = createServer();
		const deadMansSwitch = new DeadMansSwitch(server, tickMs);
		server.on('request', (request, response) => {
			let text = '';
			request.on('data', (part: Buffer) => {
				text += part.toString();
			});
			request.on('end', () => {
				deadMansSwitch.hear(request.url?.slice(1) ?? '', JSON.parse(text) as IDataObject);
				response.end('OK');
			});
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		return deadMansSwitch;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	/** The address to which the heartbeats of one are sent, or ticks. */
	urlOf(name: string): string {
		return `http://127.0.0.1:${this.port}/${name}`;
	}

	get now(): Moment {
		return { at: Date.now(), workedMs: this.#ticks * this.tickMs };
	}

	/** The heartbeats of one so far. */
	of(name: string): Heartbeat[] {
		const heartbeats = this.#heartbeats.get(name) ?? [];
		this.#heartbeats.set(name, heartbeats);
		return heartbeats;
	}

	/** The longest time between two heartbeats of one, or since the last one, for which n8n worked. Milliseconds. */
	longestGap(name: string): number {
		const times = [...this.of(name), this.now].map(({ workedMs }) => workedMs);
		return Math.max(...times.slice(1).map((time, index) => time - times[index]));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => {
			this.server.close(resolve);
		});
	}

	private hear(name: string, body: IDataObject): void {
		if (body.kind === 'tick') this.#ticks += 1;
		if (body.kind === 'heartbeat') this.of(name).push({ ...this.now, body });
	}
}
