import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap/paths.mjs';

/**
 * Runs the tests once, with their output where this script's goes.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} exit status
 */
export function runVitest(args, env) {
	const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
	const child = spawn(process.execPath, [vitest, 'run', ...args], {
		cwd: projectRoot,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	// Ctrl-C reaches vitest in the terminal; a signal to this process alone is passed on.
	process.on('SIGINT', () => {});
	process.on('SIGTERM', () => child.kill('SIGTERM'));
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 1));
	});
}
