import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { downloadOptions, npm } from './npm.mjs';
import { localFolder, logFolder, projectRoot } from './paths.mjs';
import { step } from './progress.mjs';

const modules = join(projectRoot, 'node_modules');
const marker = join(modules, '.installed-lockfile');

/** Installs the development dependencies when they are missing or the lockfile has changed. */
export async function ensureDependencies() {
	const wanted = wantedState();
	if (installedState() === wanted) return;
	await withLock(
		join(localFolder, 'dependencies.lock'),
		async () => {
			if (installedState() === wanted) return;
			await step('Installing the development dependencies', install);
			writeFileSync(marker, wanted);
		},
		waitingMessage(),
	);
}

async function install() {
	// --no-save: a lockfile written for another registry or npm version stays as it is.
	await npm(['install', '--ignore-scripts', '--no-save', ...downloadOptions], {
		cwd: projectRoot,
		logFile: join(logFolder, 'npm-install.log'),
		purpose: 'Installing the development dependencies',
	});
}

function wantedState() {
	const { dependencies, devDependencies } = JSON.parse(
		readFileSync(join(projectRoot, 'package.json'), 'utf8'),
	);
	return fingerprint(
		projectRoot,
		['package-lock.json'],
		[JSON.stringify([dependencies, devDependencies]), process.platform, process.arch],
	);
}

function installedState() {
	return existsSync(marker) ? readFileSync(marker, 'utf8') : undefined;
}

function waitingMessage() {
	let told = false;
	/** @param {number} holder */
	return (holder) => {
		if (!told) console.log(`  … process ${holder} is installing them already; waiting for it`);
		told = true;
	};
}
