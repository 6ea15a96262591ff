import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { hasOwnWorld } from './support/ownWorld.mts';

/** Begins with the files that mostly wait, on an n8n of their own; the others run one after another meanwhile. */
class OwnWorldFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification): number => (hasOwnWorld(moduleId) ? 0 : 1);
		return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
	}
}

export default defineConfig({
	root: fileURLToPath(new URL('../..', import.meta.url)),
	test: {
		include: ['test/e2e/**/*.test.mts'],
		globalSetup: 'test/e2e/globalSetup.mts',
		setupFiles: 'test/e2e/support/freshSandbox.mts',
		// Two for the files on an n8n of their own, one for the others.
		maxWorkers: 3,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		pool: 'forks',
		sequence: { sequencer: OwnWorldFirst },
	},
});
