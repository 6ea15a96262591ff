import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { endWithParent } from './childGuard.mts';
import { chainId, type EvmClient, type RpcAnswer, type RpcCall } from './evmClient.mts';

const startTimeoutMs = 20_000;
const stopTimeoutMs = 3_000;
const answerTimeoutMs = 30_000;

/**
 * Starts a real EVM client (anvil) on a free port of the loopback interface, with a block every
 * second, and waits until it listens.
 * @throws Error that says why it does not run on this machine
 */
export async function startAnvil(): Promise<EvmClient> {
	const child = spawn(
		anvilBinary(),
		[
			...['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)],
			// Two past states are enough for a health check. Every state kept costs memory per block,
			// and a block comes every second for as long as somebody leaves the sandbox open.
			...['--block-time', '1', '--prune-history', '2', '--threads', '1'],
		],
		{ stdio: ['ignore', 'pipe', 'pipe'] },
	);
	const kill = (): void => void child.kill('SIGKILL');
	endWithParent(child);
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	const agent = new Agent({ keepAlive: true });
	let url: string;
	try {
		url = `http://${await listeningAddress(child)}`;
	} catch (error) {
		kill();
		throw error;
	}
	return {
		kind: 'anvil',
		answer: (calls) => post(url, agent, calls),
		stop: async () => {
			agent.destroy();
			child.kill('SIGTERM');
			const timer = setTimeout(kill, stopTimeoutMs);
			await ended;
			clearTimeout(timer);
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

function listeningAddress(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let said = '';
		let ready = false;
		const timer = setTimeout(
			() => reject(new Error(`anvil was not ready after ${startTimeoutMs / 1000} s: ${said}`)),
			startTimeoutMs,
		);
		// Both streams are read for as long as it lives: a full pipe would make it stop.
		const listen = (chunk: Buffer): void => {
			if (ready) return;
			said += chunk.toString();
			const address = /Listening on ([\d.]+:\d+)/.exec(said)?.[1];
			if (address === undefined) return;
			ready = true;
			clearTimeout(timer);
			resolve(address);
		};
		child.stdout?.on('data', listen);
		child.stderr?.on('data', listen);
		child.once('error', (error) => {
			clearTimeout(timer);
			reject(error);
		});
		child.once('close', (code) => {
			clearTimeout(timer);
			reject(new Error(`anvil ended with ${code}: ${said.trim()}`));
		});
	});
}

// Plain HTTP on kept-alive sockets: at thousands of single calls, fetch costs more than the client.
function post(url: string, agent: Agent, calls: RpcCall[]): Promise<RpcAnswer[]> {
	const body = JSON.stringify(calls.length === 1 ? calls[0] : calls);
	return new Promise((resolve, reject) => {
		const headers = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
		};
		const outgoing = request(url, { method: 'POST', agent, headers, timeout: answerTimeoutMs });
		outgoing.once('error', reject);
		outgoing.once('timeout', () => outgoing.destroy(new Error('anvil does not answer')));
		outgoing.once('response', (response) => {
			text(response)
				.then((said) => {
					const answers = JSON.parse(said) as RpcAnswer | RpcAnswer[];
					resolve(Array.isArray(answers) ? answers : [answers]);
				})
				.catch(reject);
		});
		outgoing.end(body);
	});
}
