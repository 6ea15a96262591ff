import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startGuarded, type GuardedProcess } from '../../../scripts/lib/guardedProcess.mts';
import { untilReady } from '../../../scripts/lib/untilReady.mts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'ready-'));
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

function serverThat(script: string): GuardedProcess {
	return startGuarded(process.execPath, ['-e', script], {
		cwd: folder,
		env: process.env,
		logFile: join(folder, 'server.log'),
	});
}

const title = 'The server';

it('returns what is found once the server is ready', async () => {
	const server = serverThat("console.log('port 7'); setInterval(() => {}, 1000)");
	const look = () => server.lastLines(1).find((line) => line.startsWith('port'));
	expect(await untilReady(server, { title, look })).toBe('port 7');
	expect(server.isRunning()).toBe(true);
	await server.stop();
});

it('reports the last output of a server that ends instead', async () => {
	const server = serverThat("console.log('no disk'); process.exit(1)");
	await expect(untilReady(server, { title, look: () => undefined })).rejects.toMatchObject({
		message: 'The server ended while it was starting.',
		tail: ['no disk'],
		logFile: server.logFile,
	});
});

it('stops a server that is not ready in time', async () => {
	const server = serverThat('setInterval(() => {}, 1000)');
	const ready = untilReady(server, { title, look: () => undefined, limitMs: 500 });
	await expect(ready).rejects.toThrow('The server was not ready within 0.5 seconds.');
	expect(server.isRunning()).toBe(false);
});
