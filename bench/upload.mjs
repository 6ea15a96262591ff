// IPFS · Pin File of 100 MB beside the built-in HTTP Request node's multipart upload, in one n8n that keeps
// binaries on disk, in turn:
//   node bench/upload.mjs [rounds] [megabytes]
// Prints the node's time and how much the n8n process grew while it ran. Linux only: it reads /proc.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { argv } from 'node:process';
import { installPackage } from '../scripts/lib/installPackage.mjs';
import { localAccount } from '../scripts/lib/localAccount.mjs';
import { N8nClient } from '../scripts/lib/n8nClient.mjs';
import { ensureN8n } from '../scripts/lib/n8nInstall.mjs';
import { startN8n } from '../scripts/lib/n8nServer.mjs';
import { ensureTarball } from '../scripts/lib/packageTarball.mjs';
import { localFolder } from '../scripts/lib/paths.mjs';

const rounds = Number(argv[2] ?? 5);
const bytes = Number(argv[3] ?? 99) * 1_000_000;
const folder = join(localFolder, 'bench-upload');
const userFolder = join(folder, 'n8n');
rmSync(folder, { recursive: true, force: true });
mkdirSync(userFolder, { recursive: true });

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

const [install, tarball] = [await ensureN8n(), await ensureTarball()];
await installPackage(tarball, userFolder);
const account = localAccount(join(folder, 'account.json'));
const n8n = await startN8n({
	install,
	userFolder,
	encryptionKey: account.encryptionKey,
	logFile: join(folder, 'n8n.log'),
	env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});
const client = new N8nClient(n8n.url);
await client.signIn(account);
const credential = await client.putCredential('Bench', 'chainstackApi', {
	apiKey: 'bench.key0bench',
	baseUrl: url,
});

const contestants = {
	'Pin File': {
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
	'HTTP Request': {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
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

/** Process id of n8n's main process: the one whose folder is ours and that is no task runner. */
function mainProcess() {
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		try {
			const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
			const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
			if (
				command.includes('start') &&
				command[1] === install.entry &&
				environment.includes(userFolder)
			)
				return pid;
		} catch {
			// The process ended meanwhile, or belongs to somebody else.
		}
	}
	throw new Error('The process of n8n was not found');
}

const pid = mainProcess();
const residentMb = () =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** @param {string} target */
const to = (target) => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
/** @type {Record<string, string>} */
const workflows = {};
for (const [name, node] of Object.entries(contestants)) {
	const { id } = await client.createWorkflow({
		name,
		nodes: [
			{
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				id: 'a',
			},
			{
				name: 'File',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.3,
				position: [200, 0],
				parameters: {
					url: `${url}/file`,
					options: { response: { response: { responseFormat: 'file' } } },
				},
				id: 'b',
			},
			{
				name: 'Pause',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				position: [300, 0],
				parameters: { amount: 3 },
				id: 'd',
				webhookId: 'w',
			},
			{ name: 'Tested', position: [400, 0], id: 'c', ...node },
		],
		connections: { Start: to('File'), File: to('Pause'), Pause: to('Tested') },
		settings: {},
	});
	workflows[name] = id;
}

try {
	for (let round = 0; round < rounds; round += 1) {
		for (const [name, id] of Object.entries(workflows)) {
			received = 0;
			let before = 0;
			let peak = 0;
			const watch = setInterval(() => {
				const now = residentMb();
				if (received === 0) before = now;
				peak = Math.max(peak, received === 0 ? 0 : now);
			}, 5);
			const execution = await client.run(id, 'Start');
			const after = residentMb();
			clearInterval(watch);
			const run = execution.runs.find(({ node }) => node === 'Tested');
			console.log(
				`${name.padEnd(13)} ${execution.status} ${String(run?.milliseconds).padStart(6)} ms, ` +
					`${(received / 1e6).toFixed(1)} MB received, before ${before.toFixed(0)} MB, ` +
					`peak +${(peak - before).toFixed(0)} MB, after ${(after - before).toFixed(0)} MB`,
			);
		}
	}
} finally {
	await n8n.stop();
	server.close();
}
