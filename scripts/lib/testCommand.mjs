import { ensureDependencies } from './dependencies.mjs';
import { runScript } from './problem.mjs';
import { runVitest } from './vitest.mjs';

await runScript(async () => {
	await ensureDependencies();
	return await runVitest(process.argv.slice(2));
});
