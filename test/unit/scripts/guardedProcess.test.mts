import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGuarded } from '../../../scripts/lib/guardedProcess.mts';

let folder: string;
let logFile: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'guard-'));
	logFile = join(folder, 'server.log');
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

/** A server with its own child process; both print their process ID, and neither ends by itself. */
const server = `
	const live = 'console.log(process.pid); setInterval(() => {}, 1000);';
	require('node:child_process').spawn(process.execPath, ['-e', live], { stdio: 'inherit' });
	eval(live);
`;

async function processIds(): Promise<number[]> {
	const read = () =>
		existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n').filter(Boolean) : [];
	await expect.poll(() => read().length).toBe(2);
	return read().map(Number);
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** A dead child stays in the process list until its parent, by then the system, reaps it. */
async function untilDead(pids: number[]): Promise<void> {
	await expect.poll(() => pids.some(isAlive)).toBe(false);
}

describe('startGuarded', () => {
	it('stops a server and its children on request', async () => {
		const guarded = startGuarded(process.execPath, ['-e', server], {
			cwd: folder,
			env: process.env,
			logFile,
		});
		const pids = await processIds();
		expect(pids.every(isAlive)).toBe(true);
		await guarded.stop();
		await untilDead(pids);
		expect(guarded.isRunning()).toBe(false);
	});

	it('stops them when the process that started them is killed', async () => {
		const module = new URL('../../../scripts/lib/guardedProcess.mts', import.meta.url).href;
		const options = `{ cwd: ${JSON.stringify(folder)}, env: process.env, logFile: ${JSON.stringify(logFile)} }`;
		const starter = spawn(process.execPath, [
			'--import',
			'tsx',
			'--input-type=module',
			'-e',
			`import { startGuarded } from ${JSON.stringify(module)};
			startGuarded(process.execPath, ['-e', ${JSON.stringify(server)}], ${options});
			setInterval(() => {}, 1000);`,
		]);
		const pids = await processIds();
		starter.kill('SIGKILL');
		await untilDead(pids);
	});
});
