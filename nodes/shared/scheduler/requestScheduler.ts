import type { WaitingCall } from './callQueue';
import { onAbort, type Chance, type Clock } from './clock';
import { Host, type InFlightBudget } from './host';
import type { CallToSend, HostOptions, Settled } from './scheduledCall';

/** Most requests of a run in flight at once. */
const MOST_IN_FLIGHT = 512;

/** The last of them are left to hosts with few in flight, so that a host that hangs does not hold up the others. */
const LEFT_TO_OTHERS = 64;

/**
 * The one place where the requests of a run of the node are admitted: it bounds what is in flight, keeps to
 * rate limits and pauses, and repeats what failed, for each host separately.
 */
export class RequestScheduler implements InFlightBudget {
	readonly clock: Clock;

	readonly random: Chance;

	private readonly hosts = new Map<string, Host>();

	/** Hosts that could send more if less were in flight. */
	private readonly starved = new Set<Host>();

	/** Requests in flight to all hosts. */
	private inFlight = 0;

	constructor({ clock, random }: Pick<InFlightBudget, 'clock' | 'random'>) {
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Sends a call as soon as it may be sent, and again as its retry options allow.
	 * @param hostOptions apply to all calls to the host; those of the first call count
	 * @param cancel ends the call, at once while it waits; other calls that share its request go on
	 */
	run<C, R>(
		call: CallToSend<C, R>,
		hostOptions: HostOptions,
		cancel?: AbortSignal,
	): Promise<Settled<R>> {
		const host = this.host(call.host, hostOptions);
		return new Promise((resolve) => {
			let release = (): void => undefined;
			const now = this.clock.now();
			const waiting: WaitingCall = {
				call: call as unknown as CallToSend<unknown, unknown>,
				settle: (settled) => {
					release();
					resolve(settled as Settled<R>);
				},
				addedAt: now,
				isCancelled: false,
				isSettled: false,
				attempts: 0,
				retriesUsed: 0,
				refusals: 0,
				sentFirstAt: 0,
				mayHaveBeenProcessedBefore: false,
				notBefore: now,
				maxBatch: Infinity,
				seen: { passed: 0, refused: 0 },
			};
			host.add(waiting);
			if (cancel !== undefined) release = onAbort(cancel, () => host.cancel(waiting));
		});
	}

	hasCapacity(host: Host): boolean {
		const free = MOST_IN_FLIGHT - this.inFlight;
		const hasFew = host.inFlight < MOST_IN_FLIGHT / this.hosts.size;
		if (free > LEFT_TO_OTHERS || (free > 0 && hasFew)) return true;
		this.starved.add(host);
		return false;
	}

	sent(): void {
		this.inFlight += 1;
	}

	ended(): void {
		this.inFlight -= 1;
		// One that may still not send puts itself back.
		for (const host of [...this.starved]) {
			if (this.inFlight >= MOST_IN_FLIGHT) return;
			this.starved.delete(host);
			host.dispatch();
		}
	}

	private host(name: string, options: HostOptions): Host {
		let host = this.hosts.get(name);
		if (host === undefined) {
			host = new Host(options, this);
			this.hosts.set(name, host);
		}
		return host;
	}
}
