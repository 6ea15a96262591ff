import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const guard = fileURLToPath(new URL('../bootstrap/processGuard.mjs', import.meta.url));
const graceMs = 8_000;

/** A server that runs beside this process. */
export interface GuardedProcess {
	isRunning: () => boolean;
	/** Ends it with everything it started. */
	stop: () => Promise<void>;
	/** Ends it as a crash would: at once, without a chance to tidy up. */
	kill: () => Promise<void>;
	/** Its exit status once it has ended. */
	exited: Promise<number>;
	logFile: string;
	/** The last lines of its log. */
	lastLines: (count: number) => string[];
}

interface GuardedOptions {
	cwd: string;
	/** All of it: nothing is inherited. */
	env: NodeJS.ProcessEnv;
	logFile: string;
}

/**
 * Starts a server that ends when this process does, however that happens. That is the guard's work, so nothing of what
 * libraries add to `spawn` would be of use here.
 */
export function startGuarded(
	command: string,
	args: string[],
	{ cwd, env, logFile }: GuardedOptions,
): GuardedProcess {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = spawn(process.execPath, [guard, String(graceMs), command, ...args], {
		cwd,
		env,
		detached: process.platform !== 'win32', // out of reach of the terminal's Ctrl-C
		stdio: ['pipe', log, log],
		windowsHide: true,
	});
	closeSync(log);
	let running = true;
	const exited = new Promise<number>((resolve) => {
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
		logFile,
		lastLines: (count) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count),
	};
}
