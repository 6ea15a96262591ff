// A JSON-RPC endpoint for measurements, in a process of its own: answers eth_syncing with false after a
// fixed time, and counts requests, calls and what is in flight. GET /count reads and resets the counters.
import { createServer } from 'node:http';
import { argv } from 'node:process';

const delayMs = Number(argv[2] ?? 5);
const perSecond = Number(argv[3] ?? Infinity);
let requests = 0;
let calls = 0;
let inFlight = 0;
let mostInFlight = 0;
let windowStart = 0;
let inWindow = 0;

/** @param {{ id: number }} call */
function answer({ id }) {
	const now = Date.now();
	if (now - windowStart >= 1000) {
		windowStart = now - ((now - windowStart) % 1000);
		inWindow = 0;
	}
	inWindow += 1;
	if (inWindow <= perSecond) return { jsonrpc: '2.0', id, result: false };
	const data = { try_again_in: `${1000 - (now - windowStart)}ms` };
	return { jsonrpc: '2.0', id, error: { code: -32005, message: 'RPS limit exceeded', data } };
}

/** @type {import('node:http').RequestListener} */
function handle(request, response) {
	response.setHeader('Content-Type', 'application/json');
	if (request.url === '/count') {
		response.end(JSON.stringify({ requests, calls, mostInFlight }));
		[requests, calls, mostInFlight, windowStart, inWindow] = [0, 0, 0, 0, 0];
		return;
	}
	requests += 1;
	inFlight += 1;
	mostInFlight = Math.max(mostInFlight, inFlight);
	let body = '';
	request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
	request.on('end', () => {
		setTimeout(() => {
			const call = JSON.parse(body);
			calls += Array.isArray(call) ? call.length : 1;
			inFlight -= 1;
			response.end(JSON.stringify(Array.isArray(call) ? call.map(answer) : answer(call)));
		}, delayMs);
	});
}

// The same port at 200 addresses of the loopback network: as many servers, to a client.
const first = createServer(handle).listen(0, '127.0.0.1', () => {
	const address = first.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	for (let host = 2; host <= 200; host += 1) createServer(handle).listen(port, `127.0.0.${host}`);
	console.log(port);
});
