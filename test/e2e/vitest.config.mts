import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	root: fileURLToPath(new URL('../..', import.meta.url)),
	test: {
		include: ['test/e2e/**/*.test.mts'],
		globalSetup: 'test/e2e/globalSetup.mts',
		setupFiles: 'test/e2e/support/freshSandbox.mts',
		// One n8n and one sandbox serve all files, and tests check what the sandbox received.
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		pool: 'forks',
	},
});
