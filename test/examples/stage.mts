import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { switchesOf } from '../../sandbox/switches.mts';
import type { Stage } from './scene.mts';

/** A sandbox as scenes see it, and how to end the servers that they started. */
export function openStage(sandbox: { url: string; apiKey: string }): {
	stage: Stage;
	close: () => void;
} {
	const servers: Server[] = [];
	const switches = switchesOf(sandbox.url);
	const ask: Stage['ask'] = async (method, path, body) => {
		const response = await fetch(`${sandbox.url}${path}`, {
			method,
			headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		if (!response.ok) {
			throw new Error(`The sandbox answered ${method} ${path}: ${await response.text()}`);
		}
		await switches.clearRequests();
	};
	const stage: Stage = {
		...switches,
		ask,
		usage: async () => {
			const response = await fetch(`${sandbox.url}/v2/reporting/node-usage/`, {
				headers: { authorization: `Bearer ${sandbox.apiKey}` },
			});
			const { results = [] } = (await response.json()) as { results?: IDataObject[] };
			return results;
		},
		deleteNodes: async () => {
			const { nodes } = await switches.state();
			for (const { id } of nodes) await ask('DELETE', `/v1/nodes/${id}/`);
		},
		serve: async (body, status = 200) => {
			const server = createServer((_, response) => {
				response.writeHead(status, { 'content-type': 'application/rss+xml' }).end(body);
			});
			servers.push(server);
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		},
	};
	return { stage, close: () => servers.forEach((server) => server.close()) };
}
