import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
	resolve: {
		// One copy of n8n-workflow for tests and built code: with its ES and its CommonJS build side by
		// side there are two NodeApiError classes, and instanceof disagrees with production.
		alias: { 'n8n-workflow': require.resolve('n8n-workflow') },
	},
	test: {
		// Only for tests that never end: how busy a machine is decides how long the others take.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 300_000, interval: 10 } },
		pool: 'forks',
		// One more than there are cores: half of their time engine tests wait for answers and pauses.
		maxWorkers: availableParallelism() + 1,
		// The sources and n8n are loaded once per process, which takes longer than most files; they keep no state
		// between tests.
		isolate: false,
		// Simulations make many short-lived objects: with more space for these they take a sixth less time.
		execArgv: ['--max-semi-space-size=64'],
		projects: [
			{
				extends: true,
				test: { name: 'unit', include: ['test/unit/**/*.test.mts'] },
			},
			{
				extends: true,
				test: {
					name: 'simulation',
					include: ['test/simulation/**/*.test.mts'],
				},
			},
			{
				extends: true,
				test: {
					name: 'faults',
					include: ['test/faults/**/*.test.mts'],
					globalSetup: ['test/engine/support/globalSetup.mts'],
					// Progress is told as it goes.
					disableConsoleIntercept: true,
				},
			},
			{
				extends: true,
				test: {
					name: 'engine',
					include: ['test/engine/**/*.test.mts'],
					globalSetup: ['test/engine/support/globalSetup.mts'],
				},
			},
		],
	},
});
