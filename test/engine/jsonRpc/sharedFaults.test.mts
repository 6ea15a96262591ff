import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { numbered, told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { answering, readyNode, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const check = ['jsonRpc', 'checkSync'] as const;

// The simulation holds the same for other faults and for limits, in virtual time.
// A machine that is busy for longer gets a second attempt.
describe('a host that is out of service for a time', { retry: 1 }, () => {
	it('loses no call while it refuses connections', async () => {
		const http = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const json: unknown = JSON.parse(Buffer.concat(chunks).toString());
				response.end(JSON.stringify(readyNode({ json }).body));
			});
		});
		const listen = async (port: number) =>
			await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
		await listen(0);
		const { port } = http.address() as AddressInfo;
		await new Promise((resolve) => http.close(resolve));
		setTimeout(() => void listen(port), 1200);
		const url = `={{ "http://127.0.0.1:${port}/${URL_KEY}" + ($json.n % 10) }}`;
		const parameters = { endpointSource: 'url', url };
		const items = numbered(100);
		const run = await platform.succeed(check, parameters, { credentials: {}, items });
		http.closeAllConnections();
		http.close();
		expect(run.output.every(({ json }) => json.ready)).toBe(true);
	});
});

it('an error that only resembles a rate limit is the answer: limit exceeded for a range of logs', async () => {
	server.answer = answering(() => ({ error: { code: -32005, message: 'limit exceeded' } }));
	const params = '[{"fromBlock":"0x0","toBlock":"latest"}]';
	// With the usual number of retries.
	const logs = { method: 'eth_getLogs', params, options: { maxRetries: 4 } };
	const run = await platform.runAtUrl(server, ['jsonRpc', 'call'], logs);
	expect(server.seen).toHaveLength(1);
	expect(told(run).message).toContain('limit exceeded (code -32005)');
});
