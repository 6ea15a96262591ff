import { firing, type Clock } from './clock';
import { Host, type Run } from './host';
import type { CallToSend, HostOptions, Settled } from './scheduledCall';

/** Most requests of a run in flight at once. */
const MOST_IN_FLIGHT = 512;

/** What a scheduler needs. */
export interface SchedulerOptions {
	clock: Clock;
	/** @returns a number from 0 to 1 */
	random(): number;
	/** Fires when the execution is cancelled. */
	cancel?: AbortSignal;
}

/**
 * The one place where the requests of a run of the node are admitted: it bounds what is in flight, keeps to
 * rate limits and pauses, and repeats what failed, for each host separately.
 */
export class RequestScheduler implements Run {
	readonly clock: Clock;

	private readonly hosts = new Map<string, Host>();

	/** Hosts that could send more if less were in flight. */
	private readonly crowded = new Set<Host>();

	private inFlight = 0;

	constructor(private readonly options: SchedulerOptions) {
		this.clock = options.clock;
		const { cancel } = options;
		if (cancel !== undefined) void firing(cancel).then(() => this.cancelAll());
	}

	/**
	 * Sends a call as soon as it may be sent, and again as its retry options allow.
	 * @param hostOptions apply to all calls to the host; those of the first call count
	 */
	async run<C, R>(call: CallToSend<C, R>, hostOptions: HostOptions): Promise<Settled<R>> {
		return await new Promise((resolve) => {
			this.host(call.host, hostOptions).add({
				call: call as unknown as CallToSend<unknown, unknown>,
				settle: resolve as (settled: Settled<unknown>) => void,
				attempts: 0,
				retriesUsed: 0,
				judgedAt: -Infinity,
				mayHaveBeenProcessed: false,
				isRepeat: false,
				notBefore: -Infinity,
				together: Infinity,
			});
		});
	}

	random(): number {
		return this.options.random();
	}

	admits(host: Host): boolean {
		if (this.inFlight < MOST_IN_FLIGHT) return true;
		this.crowded.add(host);
		return false;
	}

	sent(): void {
		this.inFlight += 1;
	}

	ended(): void {
		this.inFlight -= 1;
		for (const host of this.crowded) {
			if (this.inFlight >= MOST_IN_FLIGHT) return;
			this.crowded.delete(host);
			host.pump();
		}
	}

	private host(name: string, options: HostOptions): Host {
		let host = this.hosts.get(name);
		if (host === undefined) {
			host = new Host(options, this);
			this.hosts.set(name, host);
			if (this.options.cancel?.aborted) host.cancel();
		}
		return host;
	}

	private cancelAll(): void {
		for (const host of this.hosts.values()) host.cancel();
	}
}
