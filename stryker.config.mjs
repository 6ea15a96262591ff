/** A room of `nodes/shared`, such as `text`; without one all of them, which takes hours. */
const room = process.env.ROOM;

/**
 * Mutation tests of the plumbing: `ROOM=text npm run test:mutation`. Ends with the mutants that no test found and a
 * table of files; the report to look at is `.n8n-sandbox/mutation.html`. A second run tries only what has changed
 * since, in the code or in its tests.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: [`nodes/shared/${room ?? '**'}/**/*.ts`],
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: { configFile: 'test/mutation.vitest.config.mts', related: false },
	coverageAnalysis: 'perTest',
	concurrency: 1,
	timeoutMS: 10_000,
	incremental: true,
	incrementalFile: `.n8n-sandbox/mutation-${room ?? 'all'}.json`,
	tempDirName: '.n8n-sandbox/stryker',
	ignorePatterns: ['dist', '.n8n-sandbox', 'docs', 'bench', 'icons'],
	reporters: ['clear-text', 'html'],
	htmlReporter: { fileName: '.n8n-sandbox/mutation.html' },
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	thresholds: { high: 95, low: 92, break: 92 },
};
