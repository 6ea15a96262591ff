/**
 * The cost of a poll of the trigger, in n8n's engine: `npx tsx bench/trigger.mts 1000` for a thousand endpoints of one
 * host that answers within 5 ms. Needs the built package (`npm run build`).
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startPolling } from '../test/engine/support/index.mts';

const PAGE = 100;
const DELAY_MS = 5;
const QUIET_POLLS = 20;
const MB = 1024 * 1024;

const [argument = '1000'] = process.argv.slice(2);
const count = Number(argument);

if (process.send === undefined) await measure();
else serve();

/** Answers as the platform and its endpoints do, in a process of its own. */
function serve(): void {
	let isDown = false;
	let requests = 0;
	let origin = '';
	const page = (number: number): object => {
		const hasMore = number * PAGE < count;
		const results = Array.from(
			{ length: Math.min(PAGE, count - (number - 1) * PAGE) },
			(_, index) => {
				const id = `ND-123-456-${(number - 1) * PAGE + index}`;
				const details = { https_endpoint: origin, auth_key: `key0of0${id}` };
				return { id, name: `endpoint ${id}`, status: 'running', network: 'NW-1-1', details };
			},
		);
		return { count, next: hasMore ? `${origin}/v1/nodes/?page=${number + 1}` : null, results };
	};
	const network = { id: 'NW-1-1', protocol: 'ethereum', configuration: {} };
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', origin);
		const json = (status: number, body: unknown): void => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		};
		requests += 1;
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		const answer = (): void => {
			if (pathname === '/v1/organization/') json(200, { id: 'RG-1-1', name: 'Us' });
			else if (pathname === '/v1/networks/')
				json(200, { count: 1, next: null, results: [network] });
			else if (pathname === '/v1/nodes/') json(200, page(Number(searchParams.get('page') ?? 1)));
			else if (isDown) json(503, {});
			else {
				const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number };
				json(200, { jsonrpc: '2.0', id, result: false });
			}
		};
		request.on('end', () => setTimeout(answer, DELAY_MS));
	});
	process.on('message', (message) => {
		if (message === 'down') isDown = true;
		process.send?.({ requests });
		requests = 0;
	});
	server.listen(0, '127.0.0.1', () => {
		const address = server.address();
		if (address === null || typeof address === 'string') return;
		origin = `http://127.0.0.1:${address.port}`;
		process.send?.({ origin });
	});
}

async function measure(): Promise<void> {
	const server = fork(fileURLToPath(import.meta.url), [argument], { execArgv: process.execArgv });
	const heard = async (): Promise<{ origin?: string; requests?: number }> =>
		await new Promise((resolve) => server.once('message', resolve));
	const { origin = '' } = await heard();
	const requests = async (word = 'requests'): Promise<number> => {
		const answer = heard();
		server.send(word);
		return (await answer).requests ?? 0;
	};
	const trigger = await startPolling({
		parameters: { event: 'readinessChanged', watch: 'all', confirmations: 2 },
		credentials: { chainstackApi: { apiKey: 'key.of-the-measurement', baseUrl: origin } },
	});
	const timed = async (poll: () => Promise<{ items: unknown[] | null; error?: Error }>) => {
		const cpu = process.cpuUsage();
		const startedAt = performance.now();
		const { items, error } = await poll();
		const { user, system } = process.cpuUsage(cpu);
		if (error !== undefined) throw error;
		const milliseconds = Math.round(performance.now() - startedAt);
		return { milliseconds, cpuMs: Math.round((user + system) / 1000), items: items?.length ?? 0 };
	};
	const row = async (title: string, poll: () => ReturnType<typeof trigger.poll>): Promise<void> => {
		await requests();
		const { milliseconds, cpuMs, items } = await timed(poll as never);
		console.log(
			`${title.padEnd(26)} ${milliseconds} ms, ${cpuMs} ms of processor time, ${await requests()} requests, ${items} items`,
		);
	};
	await row('activation', async () => await trigger.activate());
	await row('a quiet poll', async () => await trigger.poll());
	const before = await usedMb();
	for (let poll = 0; poll < QUIET_POLLS; poll += 1) await trigger.poll();
	const after = await usedMb();
	console.log(
		`${`${QUIET_POLLS} more quiet polls`.padEnd(26)} ${(after - before).toFixed(1)} MB of growth`,
	);
	await row('a quiet poll', async () => await trigger.poll());
	await requests('down');
	await row('all are down, seen once', async () => await trigger.poll());
	await row('all are down, reported', async () => await trigger.poll());
	const bytes = JSON.stringify(trigger.saved).length;
	console.log(`${'the saved state'.padEnd(26)} ${Math.round(bytes / 1000)} kB`);
	server.kill();
}

/** Memory in use after a garbage collection. */
async function usedMb(): Promise<number> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let round = 0; round < 3; round += 1) {
		collect();
		await sleep(50);
	}
	return process.memoryUsage().heapUsed / MB;
}
