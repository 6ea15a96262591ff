import { existsSync, readdirSync } from 'node:fs';

import { ensureCommitHook } from './commitHook.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { n8nNodePackage } from './platform.mjs';
import { Problem, runScript } from './problem.mjs';

const folder = new URL('../commands/', import.meta.url);

/** Commands that start n8n. That it has no build for this platform is told before anything is downloaded. */
const starting = new Set(['start', 'test-e2e']);

/** Commands of people who work on the package. */
const daily = new Set(['start', 'test']);

await runScript(async () => {
	const [command, ...args] = process.argv.slice(2);
	const file = new URL(`${command}.mts`, folder);
	if (!existsSync(file)) {
		const names = readdirSync(folder).map((name) => name.replace('.mts', ''));
		throw new Problem(`There is no command '${command ?? ''}'`, `Commands: ${names.join(', ')}`);
	}
	if (starting.has(command)) n8nNodePackage();
	if (daily.has(command)) ensureCommitHook();
	await ensureDependencies();
	const modules = await import('tsx/esm/api');
	modules.register();
	// What n8n loads is CommonJS, so files of nodes/ require each other.
	const required = await import('tsx/cjs/api');
	required.register();
	/** @type {{ run: (args: string[]) => Promise<number | void> }} */
	const { run } = await import(file.href);
	return await run(args);
});
