import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../sandbox/start.mts';
import { at, rpc, send, syncing } from './client.mts';

test('stop ends connections and the child process', async () => {
	const sandbox = await startSandbox();
	sandbox.fault({ kind: 'hang' });
	const hanging = rpc(sandbox.rpcUrl, syncing());
	const ended = expect(hanging).rejects.toThrow();
	await expect.poll(() => sandbox.requests()).toHaveLength(1);
	await sandbox.stop();
	await ended;
	await expect(rpc(sandbox.rpcUrl, syncing())).rejects.toThrow();
	await expect(fetch(sandbox.url)).rejects.toThrow();
	expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
});

test('a port in use is named, and the other one is released', async () => {
	const holder = await startSandbox({ evm: 'minimal' });
	const [port, rpcPort] = [holder.url, holder.nodeEndpoint].map((url) => Number(new URL(url).port));
	const code = 'EADDRINUSE';
	await expect(startSandbox({ evm: 'minimal', port })).rejects.toMatchObject({ code, port });
	const free = await startSandbox({ evm: 'minimal' });
	await free.stop();
	const wanted = Number(new URL(free.url).port);
	await expect(startSandbox({ evm: 'minimal', port: wanted, rpcPort })).rejects.toMatchObject({
		code,
		port: rpcPort,
	});
	const again = await startSandbox({ evm: 'minimal', port: wanted });
	await Promise.all([again.stop(), holder.stop()]);
});

test('reset restores the seed and clears the rest', async () => {
	const keys = { apiKey: 'other.key', endpointKey: 'other-key' };
	const sandbox = await startSandbox({ evm: 'minimal', ...keys });
	onTestFinished(async () => await sandbox.stop());
	const seeded = (await send(sandbox, 'GET', '/_sandbox/state')).body;
	await send(sandbox, 'POST', '/v1/projects/', { name: 'made' });
	sandbox.setSyncing('*', true);
	sandbox.fault({ kind: 'status', path: '/v1/nodes/' });
	sandbox.skipTime(3_600_000);
	expect(sandbox.state().projects).toHaveLength(3);
	const json = { 'content-type': 'application/json' };
	const reset = await send(sandbox, 'POST', '/_sandbox/reset', undefined, json);
	expect(reset.status).toBe(204);
	expect(sandbox.requests()).toEqual([]);
	const ids = (state: unknown): unknown[] =>
		['projects', 'networks', 'nodes', 'folders', 'pins'].map((kind) =>
			(at(state, kind) as unknown[]).map((record) => at(record, 'id')),
		);
	expect(ids(sandbox.state())).toEqual(ids(seeded));
	expect((await send(sandbox, 'GET', '/v1/nodes/')).status).toBe(200);
	expect((await rpc(sandbox.rpcUrl, syncing())).body).toMatchObject({ result: false });
});

describe('the command line', () => {
	const main = fileURLToPath(new URL('../../../sandbox/main.mts', import.meta.url));
	const tsx = createRequire(import.meta.url).resolve('tsx/cli');

	function run(
		args: string[],
		env: NodeJS.ProcessEnv = {},
	): { child: ChildProcess; said: () => string } {
		const child = spawn(process.execPath, [tsx, main, ...args], {
			env: { ...process.env, ...env },
		});
		// A failed test would leave it behind, with its client.
		onTestFinished(() => {
			child.kill('SIGINT');
		});
		let text = '';
		child.stdout.on('data', (chunk: Buffer) => {
			text += chunk.toString();
		});
		child.stderr.on('data', (chunk: Buffer) => {
			text += chunk.toString();
		});
		return { child, said: () => text };
	}

	test('prints what is needed, and SIGINT stops it with its client', async () => {
		const { child, said } = run(['0']);
		const ended = once(child, 'exit');
		await expect.poll(said).toContain('Ctrl-C stops it.');
		expect(said()).toContain('sandboxK.eyThisIsASandboxApiKey0123456789');
		expect(said()).toContain('POST /_sandbox/faults');
		expect(said()).toMatch(/EVM client +anvil/);
		const url = /JSON-RPC +(http:\S+)/.exec(said())?.[1] ?? '';
		expect((await rpc(url, syncing())).body).toMatchObject({ result: false });
		child.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
		await expect(rpc(url, syncing())).rejects.toThrow();
	});
});
