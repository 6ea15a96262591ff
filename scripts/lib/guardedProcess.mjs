import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const guard = fileURLToPath(new URL('./processGuard.mjs', import.meta.url));
const grace = 8_000;

/**
 * @typedef {object} GuardedProcess
 * @property {() => boolean} isRunning
 * @property {() => Promise<void>} stop ends it with everything it started
 * @property {() => Promise<void>} kill ends it as a crash would: at once, without a chance to tidy up
 * @property {Promise<number>} exited its exit status once it has ended
 * @property {(count: number) => string[]} lastLines of its log
 */

/**
 * Starts a server that ends when this process does, however that happens.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, logFile: string }} options
 * @returns {GuardedProcess}
 */
export function startGuarded(command, args, { cwd, env, logFile }) {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = spawn(process.execPath, [guard, String(grace), command, ...args], {
		cwd,
		env,
		detached: process.platform !== 'win32', // out of reach of the terminal's Ctrl-C
		stdio: ['pipe', log, log],
		windowsHide: true,
	});
	closeSync(log);
	let running = true;
	/** @type {Promise<number>} */
	const exited = new Promise((resolve) => {
		child.on('error', () => resolve(127));
		child.on('exit', (code) => resolve(code ?? 1));
	});
	void exited.then(() => {
		running = false;
	});
	return {
		isRunning: () => running,
		exited,
		stop: async () => {
			child.stdin?.destroy();
			await exited;
		},
		kill: async () => {
			child.stdin?.write('kill\n');
			await exited;
		},
		lastLines: (count) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count),
	};
}
