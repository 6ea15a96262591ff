import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { chainId, type EvmClient, type RpcCall } from './evmClient.mts';

const startTimeoutMs = 20_000;
const stopTimeoutMs = 3_000;
const answerTimeoutMs = 30_000;

/**
 * Starts a real EVM client (anvil) on a free port of the loopback interface, with a block every
 * second, and waits until it listens. It ends together with this process.
 * @throws Error that says why it does not run on this machine
 */
export async function startAnvil(): Promise<EvmClient> {
	const args = [
		'--host',
		'127.0.0.1',
		'--port',
		'0',
		'--chain-id',
		String(chainId),
		// Two past states are enough for a health check. Every state kept costs memory per block,
		// and a block comes every second for as long as somebody leaves the sandbox open.
		'--block-time',
		'1',
		'--prune-history',
		'2',
		'--threads',
		'1',
	];
	const options = { all: true, buffer: false, forceKillAfterDelay: stopTimeoutMs } as const;
	const child = execa(anvilBinary(), args, { ...options, stdin: 'ignore', reject: false });
	let said = '';
	const listening = new Promise<string>((resolve, reject) => {
		// Read for as long as it lives: a full pipe would make it stop.
		child.all.on('data', (chunk: Buffer) => {
			if (said.length < 10_000) said += chunk.toString();
			const address = /Listening on ([\d.]+:\d+)/.exec(said)?.[1];
			if (address !== undefined) resolve(address);
		});
		void child.then(({ exitCode, shortMessage }) =>
			reject(new Error(`anvil ended with ${exitCode}: ${said.trim() || shortMessage}`)),
		);
		const late = (): void => reject(new Error(`anvil was not ready in time: ${said}`));
		setTimeout(late, startTimeoutMs).unref();
	});
	const address = await listening.catch((error: Error) => {
		child.kill('SIGKILL');
		throw error;
	});
	const agent = new Agent({ keepAlive: true });
	return {
		kind: 'anvil',
		answer: (calls) => post(`http://${address}`, agent, calls),
		stop: async () => {
			agent.destroy();
			child.kill();
			await child;
		},
	};
}

function anvilBinary(): string {
	const require = createRequire(import.meta.url);
	// The package's own launcher would add a process between us and the client; the binary lies in a
	// package per platform beside it.
	const fromAnvil = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
	const processor = process.arch === 'x64' ? 'amd64' : process.arch;
	const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
	const path = `@foundry-rs/anvil-${process.platform}-${processor}/bin/${name}`;
	const binary = fromAnvil.resolve(path);
	if (!existsSync(binary)) throw new Error(`${binary} does not exist`);
	return binary;
}

type Answers = Awaited<ReturnType<EvmClient['answer']>>;

// Plain HTTP on kept-alive sockets: at thousands of single calls, fetch costs more than the client.
async function post(url: string, agent: Agent, calls: RpcCall[]): Promise<Answers> {
	const body = JSON.stringify(calls);
	return await new Promise((resolve, reject) => {
		const length = Buffer.byteLength(body);
		const headers = { 'content-type': 'application/json', 'content-length': length };
		request(url, { method: 'POST', agent, headers, timeout: answerTimeoutMs })
			.once('error', reject)
			.once('timeout', () => reject(new Error('anvil does not answer')))
			.once('response', (response) => {
				json(response).then((answers) => resolve(answers as Answers), reject);
			})
			.end(body);
	});
}
