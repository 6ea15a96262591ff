import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { numbered, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { readyNode } from '../fixtures/server.mts';

const platform = usePlatform();
const check = ['jsonRpc', 'checkSync'] as const;

// The simulation holds the same for other faults and for limits.
describe('a host that is out of service for a time', () => {
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
