import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../bootstrap/npm.mjs';
import { logFolder } from '../bootstrap/paths.mjs';
import type { Tarball } from './packageTarball.mts';

/** The options n8n itself installs community packages with. */
const asN8nDoes = [
	'--ignore-scripts',
	'--no-audit',
	'--no-fund',
	'--no-bin-links',
	'--no-package-lock',
	'--install-strategy=shallow',
	'--omit=peer',
	'--legacy-peer-deps',
];

/**
 * Installs the packed package into n8n's folder for community nodes, as a user would, unless that very package is
 * there.
 *
 * @param userFolder the folder n8n is started with
 */
export async function installPackage(tarball: Tarball, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	const marker = join(folder, '.installed-package');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === tarball.id) return;
	mkdirSync(folder, { recursive: true });
	rmSync(marker, { force: true });
	rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	// Without a package.json of its own npm would climb to the next parent that has one.
	writeFileSync(join(folder, 'package.json'), '{ "name": "installed-nodes", "private": true }\n');
	await npm(['install', tarball.file, ...asN8nDoes], {
		cwd: folder,
		logFile: join(logFolder, 'install-package.log'),
		purpose: 'Installing the package into n8n',
	});
	writeFileSync(marker, tarball.id);
}
