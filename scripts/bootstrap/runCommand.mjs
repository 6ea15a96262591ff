import { ensureDependencies } from './dependencies.mjs';
import { n8nNodePackage } from './platform.mjs';
import { runScript } from './problem.mjs';

/** Commands that start n8n. That it has no build for this platform is told before anything is downloaded. */
const starting = new Set(['start', 'dev', 'test-e2e']);

await runScript(async () => {
	const [command, ...args] = process.argv.slice(2);
	if (starting.has(command)) n8nNodePackage();
	await ensureDependencies();
	const { register } = await import('tsx/esm/api');
	register();
	/** @type {{ run: (args: string[]) => Promise<number | void> }} */
	const { run } = await import(new URL(`../commands/${command}.mts`, import.meta.url).href);
	return await run(args);
});
