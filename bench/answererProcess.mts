import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./answerer.mts', import.meta.url));

export interface AnswererSettings {
	/** How long every answer takes. */
	delayMs: number;
	/** Most calls in a second, each call of a batch counted; no limit without it. */
	perSecond?: number;
	/**
	 * How calls beyond the limit are turned away: each with error -32005 and the time to wait, under HTTP 200; the
	 * whole request with HTTP 429 and nothing else, if not all of its calls fit; or the same with `Retry-After: 1`.
	 */
	refusal?: 'perCall' | 'wholeRequest' | 'retryAfter';
	/** Calls that get through at once; the limit is a token bucket then, not a number for each second. */
	burst?: number;
	/** Loopback addresses to listen at, from 127.0.0.1; others than that exist on Linux only. */
	hosts?: number;
	/** Ports to listen at on each of them. */
	ports?: number;
	/** Addresses with a key of their own at each port. */
	keys?: number;
}

/** The requests that came to the server. */
export interface Counters {
	requests: number;
	calls: number;
	mostInFlight: number;
}

export interface Answerer {
	/** The endpoints it serves. */
	addresses: string[];
	/** The requests since the last time it was asked. */
	count(): Promise<Counters>;
	stop(): void;
}

/** Starts the JSON-RPC server of the measurements. */
export async function startAnswerer(settings: AnswererSettings): Promise<Answerer> {
	const child = spawn(execPath, ['--import', 'tsx', script, JSON.stringify(settings)], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
	const origins = JSON.parse(line) as string[];
	return {
		addresses: origins.flatMap((origin) => addressesOf(origin, settings.keys ?? 1)),
		count: async () => (await (await fetch(`${origins[0]}/count`)).json()) as Counters,
		stop: () => child.kill(),
	};
}

function addressesOf(origin: string, keys: number): string[] {
	return Array.from({ length: keys }, (_, index) => {
		const key = `bench${String(index).padStart(5, '0')}`.repeat(3);
		return `${origin}/${key}/evm`;
	});
}
