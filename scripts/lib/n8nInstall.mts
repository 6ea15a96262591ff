import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cachedInstall } from './cachedInstall.mts';
import { npm } from '../bootstrap/npm.mjs';
import { logFolder, projectRoot } from '../bootstrap/paths.mjs';
import { n8nNodePackage } from '../bootstrap/platform.mjs';
import { Problem } from '../bootstrap/problem.mjs';

/** The n8n that `npm start` and the end-to-end tests run. */
export const n8nVersion = '2.41.1';

/** An n8n on this machine. */
export interface N8nInstall {
	version: string;
	/** Holds node_modules. */
	folder: string;
	/** The Node.js that runs it. */
	node: string;
	/** Its start script. */
	entry: string;
}

/**
 * Installs n8n and the Node.js it needs into the cache, unless they are there.
 *
 * @param version one that scripts/n8n has a lockfile of
 */
export async function ensureN8n(version = n8nVersion): Promise<N8nInstall> {
	n8nNodePackage(); // says at once that a platform is not supported
	const folder = await cachedInstall({
		name: `n8n-${version}`,
		title: `n8n ${version} with its Node.js`,
		manifest: join(projectRoot, 'scripts', 'n8n', version),
		prepare: makeSqliteLoadable,
	});
	return {
		version,
		folder,
		node: nodeOf(folder),
		entry: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

function nodeOf(folder: string): string {
	const { name, binary } = n8nNodePackage();
	return join(folder, 'node_modules', name, binary);
}

/**
 * Packages are installed without running their scripts. The only script n8n cannot do without is
 * sqlite3's, which downloads a ready-made binary, or compiles it where that cannot be had.
 *
 * @throws Problem
 */
async function makeSqliteLoadable(folder: string, report: (detail: string) => void): Promise<void> {
	if (await loadsSqlite(folder)) return;
	report('preparing sqlite3, up to a minute and a half');
	const node = nodeOf(folder);
	const logFile = join(logFolder, 'sqlite3.log');
	const headers = dirname(dirname(node));
	const failure = await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		cwd: folder,
		logFile,
		purpose: 'Preparing sqlite3',
		node,
		env: {
			PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
			...(existsSync(join(headers, 'include')) ? { npm_config_nodedir: headers } : {}),
		},
	}).then(
		() => undefined,
		(error: unknown) => error,
	);
	if (await loadsSqlite(folder)) return;
	throw new Problem(
		'The database driver of n8n (sqlite3) could be neither downloaded as a prebuilt binary nor compiled.',
		[
			'Either allow downloads from github.com, or install a C++ compiler, make and Python 3 (Debian: `apt-get install build-essential python3`; macOS: `xcode-select --install`).',
			'Then run the same command again.',
		],
		{ logFile, cause: failure },
	);
}

async function loadsSqlite(folder: string): Promise<boolean> {
	const loading = ['-e', "require('sqlite3')"];
	return !(await execa(nodeOf(folder), loading, { cwd: folder, reject: false })).failed;
}
