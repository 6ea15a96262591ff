import { n8nVersion } from '../lib/n8nInstall.mts';
import { runVitest } from '../lib/vitest.mts';

/**
 * Oldest first: the lowest whose n8n-workflow has what the nodes import, the newest n8n 1, and the one that all
 * tests run in. Each has a lockfile in scripts/n8n.
 */
const versions = ['1.88.0', '1.123.81', n8nVersion];

/** The tests that have to pass in every version; the editor and queue mode are tried in the newest alone. */
const files = [
	'loading',
	'credential',
	'operations',
	'everyOperation',
	'dropdowns',
	'trigger',
	'agent',
	'examples',
];

/** npm run test:versions [-- 1.88.0 …]: the package in older versions of n8n. */
export async function run(args: string[]): Promise<number> {
	let failed = 0;
	for (const version of args.length > 0 ? args : versions) {
		console.log(`\n=== n8n ${version} ===`);
		const paths = files.map((name) => `test/e2e/${name}.test.mts`);
		const status = await runVitest(['-c', 'test/e2e/vitest.config.mts', ...paths], {
			N8N_TEST_VERSION: version,
		});
		if (status !== 0) failed += 1;
	}
	return failed;
}
