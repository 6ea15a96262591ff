import { findProgram } from '../lib/programs.mts';
import { ensureN8n } from '../lib/n8nInstall.mts';
import { ensureTarball } from '../lib/packageTarball.mts';
import { runVitest } from '../lib/vitest.mts';

/** npm run test:e2e: the real n8n, with a browser and in queue mode. Options go to vitest. */
export async function run(args: string[]): Promise<number> {
	const variables = ['CHROMIUM_PATH', 'REDIS_SERVER_PATH', 'INITDB_PATH'] as const;
	const paths = variables.map((variable) => [variable, findProgram(variable)]);
	await ensureN8n();
	await ensureTarball();
	const config = ['-c', 'test/e2e/vitest.config.mts'];
	return await runVitest([...config, ...args], Object.fromEntries(paths));
}
