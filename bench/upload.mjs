// IPFS · Pin File of 100 MB beside the built-in HTTP Request node's multipart upload, in one n8n that keeps
// binaries on disk, in turn:
//   node bench/upload.mjs [rounds] [megabytes]
// Prints the node's time and how much the n8n process grew while it ran. Linux only: it reads /proc.
import { createServer } from 'node:http';
import { argv } from 'node:process';
import { HTTP_REQUEST } from './contestants.mjs';
import { mainProcess, needLinux } from './mainProcess.mjs';
import { prepareN8n } from './realN8n.mjs';
import { chain, stored, TESTED } from './workflow.mjs';

needLinux();
const rounds = Number(argv[2] ?? 5);
const bytes = Number(argv[3] ?? 99) * 1_000_000;

// Serves the file and takes uploads, counting their bytes.
const chunk = Buffer.alloc(1_000_000, 7);
let received = 0;
const server = createServer((request, response) => {
	if (request.method === 'GET') {
		response.setHeader('Content-Type', 'application/octet-stream');
		response.setHeader('Content-Disposition', 'attachment; filename="large.bin"');
		for (let sent = 0; sent < bytes; sent += chunk.length) response.write(chunk);
		response.end();
		return;
	}
	request.on('data', (data) => (received += data.length));
	request.on('end', () => {
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ id: 'PIN-1', status: 'pinning' }));
	});
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const start = await prepareN8n('bench-upload', { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
const n8n = await start();
const { client, httpRequestVersion: typeVersion } = n8n;
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
const pause = {
	name: 'Pause',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount: 3 },
	webhookId: 'w',
};
const pinFile = {
	name: 'Pin File',
	node: {
		type: 'n8n-nodes-chainstack.chainstack',
		typeVersion: 1,
		parameters: {
			resource: 'ipfs',
			operation: 'pinFile',
			bucketId: 'BUCK-1-2-3-4',
			binaryPropertyName: 'data',
		},
		credentials: { chainstackApi: credential },
	},
};
const httpRequest = {
	name: 'HTTP Request',
	node: {
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
	},
};

try {
	const { residentMb } = mainProcess(n8n);
	const entries = [];
	for (const { name, node } of [pinFile, httpRequest]) {
		const nodes = [file, pause, { name: TESTED, ...node }];
		entries.push({ name, workflow: await stored(client, chain(name, nodes)) });
	}
	for (let round = 0; round < rounds; round += 1) {
		for (const { name, workflow } of entries) {
			received = 0;
			let before = 0;
			let peak = 0;
			const watch = setInterval(() => {
				const now = residentMb();
				if (received === 0) before = now;
				peak = Math.max(peak, received === 0 ? 0 : now);
			}, 5);
			const execution = await workflow.run().finally(() => clearInterval(watch));
			const after = residentMb();
			const { milliseconds, error } = await workflow.read(execution);
			console.log(
				`${name.padEnd(13)} ${error ?? 'success'} ${String(milliseconds).padStart(6)} ms, ` +
					`${(received / 1e6).toFixed(1)} MB received, before ${before.toFixed(0)} MB, ` +
					`peak +${(peak - before).toFixed(0)} MB, after ${(after - before).toFixed(0)} MB`,
			);
		}
	}
} finally {
	await n8n.stop();
	server.close();
}
