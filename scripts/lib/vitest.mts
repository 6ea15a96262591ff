import { execa } from 'execa';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap/paths.mjs';

/**
 * Runs the tests once, with their output where this script's goes.
 *
 * @returns exit status
 */
export async function runVitest(args: string[], env?: Record<string, string>): Promise<number> {
	const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
	// Ctrl-C reaches vitest in the terminal, and this process waits until it has tidied up.
	process.on('SIGINT', () => {});
	const { exitCode, failed } = await execa(process.execPath, [vitest, 'run', ...args], {
		cwd: projectRoot,
		env,
		stdio: 'inherit',
		reject: false,
	});
	return exitCode ?? Number(failed);
}
