import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTP_REQUEST } from './contestants.mts';
import { mainProcess } from './mainProcess.mts';
import { prepareN8n, withN8n, type RealN8n } from './realN8n.mts';
import type { EntryResult, PartResult } from './results.mts';
import type { Settings } from './timedPart.mts';
import { chain, stored, TESTED, type StoredWorkflow } from './workflow.mts';

const MEGABYTES = 99;
const SAMPLE_MS = 5;

/**
 * IPFS · Pin File of a large file beside the multipart upload of HTTP Request, in one n8n that keeps binaries on
 * disk, in turn.
 */
export async function uploadPart({ rounds, report }: Settings): Promise<PartResult> {
	const server = await fileServer();
	try {
		const start = await prepareN8n('bench-upload', { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
		return await withN8n(start, async (n8n) => {
			const { residentMb } = mainProcess(n8n);
			const entries: Array<{ result: Upload; workflow: StoredWorkflow }> = [];
			for (const { name, nodes } of await workflows(n8n, server.url)) {
				const workflow = await stored(n8n.client, chain(name, nodes));
				entries.push({ result: { name, milliseconds: [], growthMb: [] }, workflow });
			}
			for (let round = 0; round < rounds; round += 1) {
				for (const { result, workflow } of entries) {
					const { milliseconds, growthMb } = await upload(workflow, server, residentMb);
					result.milliseconds.push(milliseconds);
					result.growthMb.push(growthMb);
				}
			}
			const measured = {
				id: 'file',
				title: `one file of ${MEGABYTES} MB`,
				items: 1,
				entries: entries.map(({ result }) => result),
			};
			report(measured);
			return { circumstances: n8n.circumstances, cases: [measured] };
		});
	} finally {
		server.close();
	}
}

type Upload = EntryResult & { growthMb: number[] };

async function upload(
	workflow: StoredWorkflow,
	server: FileServer,
	residentMb: () => number,
): Promise<{ milliseconds: number; growthMb: number }> {
	server.reset();
	let before = 0;
	let peak = 0;
	const watch = setInterval(() => {
		const now = residentMb();
		if (server.received() === 0) before = now;
		peak = Math.max(peak, server.received() === 0 ? 0 : now);
	}, SAMPLE_MS);
	const execution = await workflow.run().finally(() => clearInterval(watch));
	const { milliseconds, error } = await workflow.read(execution);
	if (error !== undefined) throw new Error(error);
	return { milliseconds, growthMb: Math.round(Math.max(0, peak - before)) };
}

interface FileServer {
	url: string;
	/** Bytes of uploads since the last reset. */
	received(): number;
	reset(): void;
	close(): void;
}

/** Serves the file and takes uploads, counting their bytes. */
async function fileServer(): Promise<FileServer> {
	const chunk = Buffer.alloc(1_000_000, 7);
	let received = 0;
	const server: Server = createServer((request, response) => {
		if (request.method === 'GET') {
			response.setHeader('Content-Type', 'application/octet-stream');
			response.setHeader('Content-Disposition', 'attachment; filename="large.bin"');
			for (let sent = 0; sent < MEGABYTES; sent += 1) response.write(chunk);
			response.end();
			return;
		}
		request.on('data', (data: Buffer) => {
			received += data.length;
		});
		request.on('end', () => {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ id: 'PIN-1', status: 'pinning' }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received: () => received,
		reset: () => {
			received = 0;
		},
		close: () => server.close(),
	};
}

async function workflows({ client, httpRequestVersion: typeVersion }: RealN8n, url: string) {
	const credential = await client.putCredential('Bench', 'chainstackApi', {
		apiKey: 'bench.key0bench',
		baseUrl: url,
	});
	const file = {
		name: 'File',
		type: HTTP_REQUEST,
		typeVersion,
		parameters: {
			url: `${url}/file`,
			options: { response: { response: { responseFormat: 'file' } } },
		},
	};
	// The memory of the download is freed meanwhile.
	const pause = {
		name: 'Pause',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { amount: 3 },
		webhookId: 'w',
	};
	const pinFile = {
		name: TESTED,
		type: 'n8n-nodes-chainstack.chainstack',
		typeVersion: 1,
		parameters: {
			resource: 'ipfs',
			operation: 'pinFile',
			bucketId: 'BUCK-1-2-3-4',
			binaryPropertyName: 'data',
		},
		credentials: { chainstackApi: credential },
	};
	const httpRequest = {
		name: TESTED,
		type: HTTP_REQUEST,
		typeVersion,
		parameters: {
			method: 'POST',
			url: `${url}/upload`,
			sendBody: true,
			contentType: 'multipart-form-data',
			bodyParameters: {
				parameters: [{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }],
			},
			options: { redirect: { redirect: { followRedirects: false } } },
		},
	};
	return [
		{ name: 'Pin File', nodes: [file, pause, pinFile] },
		{ name: 'HTTP Request', nodes: [file, pause, httpRequest] },
	];
}
