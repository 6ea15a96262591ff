// A JSON-RPC server for measurements, in a process of its own: answers as a synchronized node of Ethereum does,
// after a fixed time, and counts requests, calls and what is in flight. GET /count reads and resets the counters.
// Argument: the settings as JSON, see answererProcess.mts. Prints its origins as JSON once it listens.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv } from 'node:process';
import type { AnswererSettings } from './answererProcess.mts';

interface Call {
	id: number;
	method: string;
}

interface Reply {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

const {
	delayMs,
	perSecond = Infinity,
	refusal = 'perCall',
	burst,
	hosts = 1,
	ports = 1,
} = JSON.parse(argv[2]) as AnswererSettings;

const BLOCK_TIME_MS = 12_000;

let requests = 0;
let calls = 0;
let inFlight = 0;
let mostInFlight = 0;
let windowStart: number | undefined;
let inWindow = 0;

let tokens = burst ?? 0;
let filledAt = performance.now();

/** How many calls get through now. */
function room(): number {
	if (burst === undefined) return perSecond - inWindow;
	const now = performance.now();
	tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000);
	filledAt = now;
	return Math.floor(tokens);
}

function take(count: number): void {
	inWindow += count;
	tokens -= count;
}

/** Milliseconds until the present window of one second ends; the first starts with the first call. */
function windowLeft(): number {
	const now = performance.now();
	windowStart ??= now;
	if (now - windowStart >= 1000) {
		windowStart = now - ((now - windowStart) % 1000);
		inWindow = 0;
	}
	return Math.ceil(windowStart + 1000 - now);
}

function reply(body: Call | Call[]): Reply {
	const asked = [body].flat();
	calls += asked.length;
	const leftMs = windowLeft();
	if (refusal !== 'perCall' && asked.length > room()) {
		return { status: 429, headers: refusal === 'retryAfter' ? { 'Retry-After': '1' } : {} };
	}
	const answers = asked.map((call) => answer(call, leftMs));
	return { status: 200, body: Array.isArray(body) ? answers : answers[0] };
}

function answer({ id, method }: Call, leftMs: number): object {
	if (room() >= 1) {
		take(1);
		return { jsonrpc: '2.0', id, result: resultOf(method) };
	}
	const data = { try_again_in: `${leftMs}ms` };
	return { jsonrpc: '2.0', id, error: { code: -32005, message: 'RPS limit exceeded', data } };
}

function resultOf(method: string): unknown {
	if (method === 'eth_syncing') return false;
	if (method === 'eth_chainId') return '0x1';
	const height = Math.floor(Date.now() / BLOCK_TIME_MS);
	const number = `0x${height.toString(16)}`;
	if (method === 'eth_blockNumber') return number;
	const timestamp = `0x${((height * BLOCK_TIME_MS) / 1000).toString(16)}`;
	return { number, timestamp, hash: `0x${height.toString(16).padStart(64, '0')}` };
}

const handle: RequestListener = (request, response) => {
	if (request.url === '/count') {
		response.end(JSON.stringify({ requests, calls, mostInFlight }));
		requests = 0;
		calls = 0;
		mostInFlight = 0;
		inWindow = 0;
		tokens = burst ?? 0;
		windowStart = undefined;
		return;
	}
	requests += 1;
	inFlight += 1;
	mostInFlight = Math.max(mostInFlight, inFlight);
	let text = '';
	request.setEncoding('utf8').on('data', (chunk) => {
		text += chunk;
	});
	request.on('end', () => {
		const { status, headers, body } = reply(JSON.parse(text));
		setTimeout(() => {
			inFlight -= 1;
			response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
			response.end(body === undefined ? '' : JSON.stringify(body));
		}, delayMs);
	});
};

async function listen(host: string, port: number): Promise<number> {
	// Quiet connections stay open as long as common servers keep them, not only Node.js's five seconds.
	const server = createServer({ keepAliveTimeout: 75_000 }, handle).listen(port, host);
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

// As many servers, to a client, as there are pairs of a loopback address and a port.
const origins: string[] = [];
for (let index = 0; index < ports; index += 1) {
	const port = await listen('127.0.0.1', 0);
	for (let host = 1; host <= hosts; host += 1) {
		if (host > 1) await listen(`127.0.0.${host}`, port);
		origins.push(`http://127.0.0.${host}:${port}`);
	}
}
console.log(JSON.stringify(origins));
// Ends with the process that started it, however that ended.
process.stdin.resume().on('end', () => process.exit());
