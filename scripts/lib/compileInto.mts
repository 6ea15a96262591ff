import { join } from 'node:path';
import { logFolder, projectRoot } from '../bootstrap/paths.mjs';
import { cleanEnvironment } from './n8nEnvironment.mts';
import { startGuarded, type GuardedProcess } from './guardedProcess.mts';

/**
 * Compiles the sources into a folder, again whenever one of them is saved. n8n with N8N_DEV_RELOAD loads
 * what changes in the folder of an installed package, and tells the open editors.
 */
export function compileInto(folder: string): GuardedProcess {
	const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	const logFile = join(logFolder, 'compiler.log');
	console.log(`\nSaved files are compiled into n8n. Output of the compiler: ${logFile}`);
	return startGuarded(
		process.execPath,
		[tsc, '--watch', '--preserveWatchOutput', '--outDir', folder],
		{ cwd: projectRoot, env: cleanEnvironment(), logFile },
	);
}
