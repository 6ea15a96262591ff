import { execa } from 'execa';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { projectRoot } from '../bootstrap/paths.mjs';
import { cachedInstall } from '../lib/cachedInstall.mts';
import { ensureTarball } from '../lib/packageTarball.mts';

interface Verdict {
	passed: boolean;
	message?: string;
	details?: string;
}

interface Scanner {
	analyzePackage(folder: string, patterns?: string[]): Promise<Verdict>;
	SOURCE_FILE_PATTERNS: string[];
}

/** The files the scanner looks at in a published package: its own choice without the sources. */
const publishedFiles = ['**/*.js', 'package.json'];

/** npm run scan: n8n's own package scanner, on the sources and on the packed package. */
export async function run(args: string[]): Promise<number> {
	const { values } = parseArgs({
		args,
		options: { source: { type: 'boolean' }, tarball: { type: 'boolean' } },
	});
	const both = !values.source && !values.tarball;
	const scanner = await loadScanner();
	const verdicts: boolean[] = [];
	if (both || values.source) {
		const verdict = await scanner.analyzePackage(projectRoot, scanner.SOURCE_FILE_PATTERNS);
		verdicts.push(report('sources', verdict));
	}
	if (both || values.tarball) verdicts.push(report('packed package', await scanTarball(scanner)));
	return verdicts.every(Boolean) ? 0 : 1;
}

async function loadScanner(): Promise<Scanner> {
	const folder = await cachedInstall({
		name: 'package-scanner',
		title: "n8n's package scanner",
		manifest: join(projectRoot, 'scripts', 'scan'),
	});
	const script = 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs';
	return (await import(pathToFileURL(join(folder, script)).href)) as Scanner;
}

async function scanTarball(scanner: Scanner): Promise<Verdict> {
	const { file } = await ensureTarball();
	const folder = mkdtempSync(join(tmpdir(), 'chainstack-scan-'));
	try {
		await execa('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
		return await scanner.analyzePackage(folder, publishedFiles);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function report(what: string, { passed, message, details }: Verdict): boolean {
	// Without files to look at the scanner is content, which would hide a mistake of this script.
	const clean = passed && message === undefined;
	console.log(
		clean ? `✔ n8n's scanner accepts the ${what}` : `✖ n8n's scanner on the ${what}: ${message}`,
	);
	if (details) console.log(details);
	return clean;
}
