import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./answerer.mjs', import.meta.url));

/**
 * @typedef {object} AnswererSettings
 * @property {number} delayMs how long every answer takes
 * @property {number} [perSecond] most calls in a second, each call of a batch counted; no limit without it
 * @property {'perCall' | 'wholeRequest' | 'retryAfter'} [refusal] how calls beyond the limit are turned away:
 * each with error -32005 and the time to wait, under HTTP 200; the whole request with HTTP 429 and nothing
 * else, if not all of its calls fit; or the same with `Retry-After: 1`
 * @property {number} [hosts] loopback addresses to listen at, from 127.0.0.1; others than that exist on Linux only
 * @property {number} [keys] addresses with a key of their own at each of them
 * @property {number} [burst] calls that get through at once; the limit is a token bucket then, not a number for each second
 * @property {number} [ports] ports to listen at on each of them
 */
/** @typedef {{ requests: number, calls: number, mostInFlight: number }} Counters */
/**
 * @typedef {object} Answerer
 * @property {string[]} addresses of the endpoints it serves
 * @property {() => Promise<Counters>} count what came since the last time it was asked
 * @property {() => void} stop
 */

/**
 * Starts the JSON-RPC server of the measurements.
 *
 * @param {AnswererSettings} settings
 * @returns {Promise<Answerer>}
 */
export async function startAnswerer(settings) {
	const child = spawn(execPath, [script, JSON.stringify(settings)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [line] = await once(createInterface(child.stdout), 'line');
	/** @type {string[]} */
	const origins = JSON.parse(line);
	return {
		addresses: origins.flatMap((origin) => addressesOf(origin, settings.keys ?? 1)),
		count: async () => await (await fetch(`${origins[0]}/count`)).json(),
		stop: () => child.kill(),
	};
}

/**
 * @param {string} origin
 * @param {number} keys
 */
function addressesOf(origin, keys) {
	return Array.from({ length: keys }, (_, index) => {
		const key = `bench${String(index).padStart(5, '0')}`.repeat(3);
		return `${origin}/${key}/evm`;
	});
}
