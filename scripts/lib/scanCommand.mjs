import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cachedInstall } from './cachedInstall.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureTarball } from './packageTarball.mjs';
import { logFolder, projectRoot } from './paths.mjs';
import { Problem, runScript } from './problem.mjs';
import { runLogged } from './runLogged.mjs';

/** @typedef {{ passed: boolean, message?: string, details?: string }} Verdict */
/**
 * @typedef {object} Scanner
 * @property {(folder: string, patterns?: string[]) => Promise<Verdict>} analyzePackage
 * @property {string[]} SOURCE_FILE_PATTERNS
 */

/** What the scanner looks at in a published package: its own choice without the sources. */
const publishedFiles = ['**/*.js', 'package.json'];

await runScript(async () => {
	const { values } = parseArgs({
		options: { source: { type: 'boolean' }, tarball: { type: 'boolean' } },
	});
	const both = !values.source && !values.tarball;
	const scanner = await loadScanner();
	const verdicts = [];
	if (both || values.source) {
		const verdict = await scanner.analyzePackage(projectRoot, scanner.SOURCE_FILE_PATTERNS);
		verdicts.push(report('sources', verdict));
	}
	if (both || values.tarball) verdicts.push(report('packed package', await scanTarball(scanner)));
	return verdicts.every(Boolean) ? 0 : 1;
});

/** @returns {Promise<Scanner>} */
async function loadScanner() {
	const folder = await cachedInstall({
		name: 'package-scanner',
		title: "n8n's package scanner",
		manifest: join(projectRoot, 'scripts', 'scan'),
	});
	const script = 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs';
	return await import(pathToFileURL(join(folder, script)).href);
}

/** @param {Scanner} scanner */
async function scanTarball(scanner) {
	await ensureDependencies();
	const { file } = await ensureTarball();
	const folder = mkdtempSync(join(tmpdir(), 'chainstack-scan-'));
	try {
		await unpack(file, folder);
		return await scanner.analyzePackage(folder, publishedFiles);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * @param {string} file
 * @param {string} folder
 */
async function unpack(file, folder) {
	mkdirSync(folder, { recursive: true });
	const logFile = join(logFolder, 'unpack.log');
	const { status, lines } = await runLogged(
		'tar',
		['-xzf', file, '-C', folder, '--strip-components=1'],
		{ cwd: folder, logFile },
	);
	if (status !== 0) {
		throw new Problem('The packed package could not be unpacked with `tar`.', 'See its log.', {
			logFile,
			tail: lines.slice(-4),
		});
	}
}

/**
 * @param {string} what
 * @param {Verdict} verdict
 */
function report(what, { passed, message, details }) {
	// Without files to look at the scanner is content, which would hide a mistake of this script.
	const clean = passed && message === undefined;
	console.log(
		clean ? `✔ n8n's scanner accepts the ${what}` : `✖ n8n's scanner on the ${what}: ${message}`,
	);
	if (details) console.log(details);
	return clean;
}
