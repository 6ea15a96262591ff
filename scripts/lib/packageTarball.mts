import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../bootstrap/fingerprint.mjs';
import { withLock } from '../bootstrap/lock.mjs';
import { npm } from '../bootstrap/npm.mjs';
import { localFolder, logFolder, projectRoot } from '../bootstrap/paths.mjs';
import { step } from '../bootstrap/progress.mjs';

/** The files the published package is made of; all others leave the built one as it is. */
const sources = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'README.md',
	'LICENSE',
];

/** The package as a file. */
export interface Tarball {
	file: string;
	/** Changes when the sources do. */
	id: string;
	/** Of the package. */
	name: string;
	version: string;
}

/** Builds and packs the package as it would be published, unless that has been done for these very sources. */
export async function ensureTarball(): Promise<Tarball> {
	const manifest = readFileSync(join(projectRoot, 'package.json'), 'utf8');
	const { name, version } = JSON.parse(manifest) as { name: string; version: string };
	const folder = join(localFolder, 'package');
	const id = fingerprint(projectRoot, sources);
	const target = join(folder, id);
	const tarball = { file: join(target, `${name}-${version}.tgz`), id, name, version };
	if (existsSync(tarball.file)) return tarball;
	await step('Building and packing the package', (report) =>
		withLock(
			join(localFolder, 'package.lock'),
			async () => {
				if (existsSync(tarball.file)) return;
				report('compiling');
				await runNpm(['run', 'build'], 'build', 'Building the package');
				report('packing');
				mkdirSync(target, { recursive: true });
				await runNpm(['pack', '--pack-destination', target], 'pack', 'Packing the package');
				removeOthers(folder, id);
			},
			(holder) => report(`process ${holder} is already doing this; waiting for it`),
		),
	);
	return tarball;
}

async function runNpm(args: string[], log: string, purpose: string): Promise<void> {
	await npm(args, { cwd: projectRoot, logFile: join(logFolder, `${log}.log`), purpose });
}

function removeOthers(folder: string, id: string): void {
	for (const entry of readdirSync(folder)) {
		if (entry !== id) rmSync(join(folder, entry), { recursive: true, force: true });
	}
}
