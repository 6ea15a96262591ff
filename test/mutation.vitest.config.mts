import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** The room of `nodes/shared` whose tests run. */
const room = process.env.ROOM;

/**
 * The unit tests of what runs in n8n, for mutation tests. Tests that read the sources as text are left out, as are those
 * that measure time: mutants make the code slower.
 */
export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		root: `${import.meta.dirname}/..`,
		include: [`test/unit/${room ?? '**'}/**/*.test.mts`],
		exclude: [
			'test/unit/{documentation,examples,repository,sandbox,scripts}/**',
			'test/unit/redact/linearTime.test.mts',
			'test/unit/structure.test.mts',
		],
		env: { PROPERTY_SHARE: '0.05' },
		testTimeout: 20_000,
		isolate: false,
	},
});
