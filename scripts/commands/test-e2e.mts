import { findChromium, findInitdb, findRedis } from '../lib/programs.mts';
import { ensureN8n } from '../lib/n8nInstall.mts';
import { ensureTarball } from '../lib/packageTarball.mts';
import { runVitest } from '../lib/vitest.mts';

/** npm run test:e2e: the real n8n, with a browser and in queue mode. Options go to vitest. */
export async function run(args: string[]): Promise<number> {
	const chromium = findChromium();
	const redis = findRedis();
	const initdb = findInitdb();
	await ensureN8n();
	await ensureTarball();
	return await runVitest(['-c', 'test/e2e/vitest.config.mts', ...args], {
		CHROMIUM_PATH: chromium,
		REDIS_SERVER_PATH: redis,
		INITDB_PATH: initdb,
	});
}
