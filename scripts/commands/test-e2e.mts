import { findChromium, findRedis } from '../lib/programs.mts';
import { ensureN8n } from '../lib/n8nInstall.mjs';
import { ensureTarball } from '../lib/packageTarball.mjs';
import { runVitest } from '../lib/vitest.mjs';

/** npm run test:e2e: the real n8n, with a browser and in queue mode. Options go to vitest. */
export async function run(args: string[]): Promise<number> {
	const chromium = findChromium();
	const redis = findRedis();
	await ensureN8n();
	await ensureTarball();
	return await runVitest(['-c', 'test/e2e/vitest.config.mts', ...args], {
		CHROMIUM_PATH: chromium,
		REDIS_SERVER_PATH: redis,
	});
}
