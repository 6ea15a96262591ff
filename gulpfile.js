const { src, dest } = require('gulp');

/** Copies what n8n reads beside the compiled files: icons, codex files and output schemas. */
function copyAssets() {
	return src(
		[
			'{nodes,credentials,icons}/**/*.{svg,png}',
			'nodes/**/*.node.json',
			'nodes/**/__schema__/**/*.json',
		],
		// Icons are copied byte for byte: gulp 5 would otherwise re-encode a PNG as text.
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

// The name that n8n's older starter gave this task, which people still type.
exports['build:icons'] = copyAssets;
exports.default = copyAssets;
