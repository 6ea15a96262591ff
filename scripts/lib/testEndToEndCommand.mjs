import { findChromium } from './chromium.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureN8n } from './n8nInstall.mjs';
import { ensureTarball } from './packageTarball.mjs';
import { n8nNodePackage } from './platform.mjs';
import { runScript } from './problem.mjs';
import { findRedis } from './redis.mjs';
import { runVitest } from './vitest.mjs';

await runScript(async () => {
	n8nNodePackage(); // An unsupported platform is told before anything is downloaded.
	const chromium = findChromium();
	const redis = findRedis();
	await ensureDependencies();
	await ensureN8n();
	await ensureTarball();
	return await runVitest(['-c', 'test/e2e/vitest.config.mts', ...process.argv.slice(2)], {
		CHROMIUM_PATH: chromium,
		REDIS_SERVER_PATH: redis,
	});
});
