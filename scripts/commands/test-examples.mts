import { ensureN8n } from '../lib/n8nInstall.mts';
import { ensureTarball } from '../lib/packageTarball.mts';
import { runVitest } from '../lib/vitest.mts';

/** npm run test:examples: every path of every example in the real n8n, in ten minutes. Options go to vitest. */
export async function run(args: string[]): Promise<number> {
	await ensureN8n();
	await ensureTarball();
	const options = ['-c', 'test/e2e/vitest.config.mts', 'test/e2e/examples.test.mts', ...args];
	return await runVitest(options, { EXAMPLE_PATHS: 'all' });
}
