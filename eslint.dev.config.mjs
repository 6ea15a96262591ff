import js from '@eslint/js';
import tseslint from 'typescript-eslint';

// Sandbox, scripts, benches and tests need Node's globals, which the package's own rules forbid
// for good reason in what n8n loads. They get the general rules instead.
export default tseslint.config(
	{ ignores: ['dist/**', 'node_modules/**', '.n8n-sandbox/**', 'nodes/**', 'credentials/**'] },
	{
		files: ['{sandbox,scripts,bench,test}/**/*.{mts,mjs}', '*.{mts,mjs}'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'no-undef': 'off', // TypeScript (checkJs included) reports undefined names, and knows Node's globals.
		},
	},
);
