// Loaded into n8n at its start: takes CPU profiles of n8n's main process. Within the process, because an
// inspector's port would also be opened by the task runners n8n starts. GET /start begins a profile, GET
// /stop ends it and answers with it.
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

// The script that watches over n8n gets the same environment, and workers of n8n do as well.
const isMainProcess = isMainThread && process.argv[2] === 'start';
const sampleEveryUs = 100;

/** @param {string | undefined} path */
async function answer(path) {
	if (path === '/start') {
		await session.post('Profiler.start');
		return {};
	}
	return (await session.post('Profiler.stop')).profile;
}

const session = new Session();
if (isMainProcess) {
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: sampleEveryUs });
	createServer((request, response) => {
		void answer(request.url).then((said) => response.end(JSON.stringify(said)));
	}).listen(Number(process.env.BENCH_PROFILER_PORT), '127.0.0.1');
}
