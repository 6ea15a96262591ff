// A JSON-RPC server for measurements, in a process of its own: answers eth_syncing with false after a fixed
// time, and counts requests, calls and what is in flight. GET /count reads and resets the counters.
// Argument: the settings as JSON, see answererProcess.mjs. Prints its origins as JSON once it listens.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { argv } from 'node:process';

/** @type {import('./answererProcess.mjs').AnswererSettings} */
const {
	delayMs,
	perSecond = Infinity,
	refusal = 'perCall',
	burst,
	hosts = 1,
	ports = 1,
} = JSON.parse(argv[2]);
let requests = 0;
let calls = 0;
let inFlight = 0;
let mostInFlight = 0;
/** @type {number | undefined} */
let windowStart;
let inWindow = 0;

let tokens = burst ?? 0;
let filledAt = performance.now();

/** @typedef {{ id: number }} Call */
/** @typedef {{ status: number, headers?: Record<string, string>, body?: unknown }} Reply */

/** How many calls get through now. */
function room() {
	if (burst === undefined) return perSecond - inWindow;
	const now = performance.now();
	tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000);
	filledAt = now;
	return Math.floor(tokens);
}

/** @param {number} count */
function take(count) {
	inWindow += count;
	tokens -= count;
}

/** @returns milliseconds until the present window of one second ends; the first starts with the first call */
function windowLeft() {
	const now = performance.now();
	windowStart ??= now;
	if (now - windowStart >= 1000) {
		windowStart = now - ((now - windowStart) % 1000);
		inWindow = 0;
	}
	return Math.ceil(windowStart + 1000 - now);
}

/**
 * @param {Call | Call[]} body
 * @returns {Reply}
 */
function reply(body) {
	const asked = [body].flat();
	calls += asked.length;
	const leftMs = windowLeft();
	if (refusal !== 'perCall' && asked.length > room()) {
		return { status: 429, headers: refusal === 'retryAfter' ? { 'Retry-After': '1' } : {} };
	}
	const answers = asked.map(({ id }) => answer(id, leftMs));
	return { status: 200, body: Array.isArray(body) ? answers : answers[0] };
}

/**
 * @param {number} id
 * @param {number} leftMs
 */
function answer(id, leftMs) {
	if (room() >= 1) {
		take(1);
		return { jsonrpc: '2.0', id, result: false };
	}
	const data = { try_again_in: `${leftMs}ms` };
	return { jsonrpc: '2.0', id, error: { code: -32005, message: 'RPS limit exceeded', data } };
}

/** @type {import('node:http').RequestListener} */
function handle(request, response) {
	if (request.url === '/count') {
		response.end(JSON.stringify({ requests, calls, mostInFlight }));
		[requests, calls, mostInFlight, inWindow, tokens] = [0, 0, 0, 0, burst ?? 0];
		windowStart = undefined;
		return;
	}
	requests += 1;
	inFlight += 1;
	mostInFlight = Math.max(mostInFlight, inFlight);
	let text = '';
	request.setEncoding('utf8').on('data', (chunk) => (text += chunk));
	request.on('end', () => {
		const { status, headers, body } = reply(JSON.parse(text));
		setTimeout(() => {
			inFlight -= 1;
			response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
			response.end(body === undefined ? '' : JSON.stringify(body));
		}, delayMs);
	});
}

/**
 * @param {string} host
 * @param {number} port
 */
async function listen(host, port) {
	// Quiet connections stay open as long as common servers keep them, not only Node.js's five seconds.
	const server = createServer({ keepAliveTimeout: 75_000 }, handle).listen(port, host);
	await once(server, 'listening');
	return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

// As many servers, to a client, as there are pairs of a loopback address and a port.
const origins = [];
for (let index = 0; index < ports; index += 1) {
	const port = await listen('127.0.0.1', 0);
	for (let host = 1; host <= hosts; host += 1) {
		if (host > 1) await listen(`127.0.0.${host}`, port);
		origins.push(`http://127.0.0.${host}:${port}`);
	}
}
console.log(JSON.stringify(origins));
