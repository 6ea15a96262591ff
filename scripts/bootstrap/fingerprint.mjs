import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * A short name for the content of files and folders: the same content gives the same name.
 *
 * @param {string} root what paths are relative to, so that the place of a clone does not matter
 * @param {string[]} paths files or folders below it; what does not exist counts as absent
 * @param {string[]} [extras] other facts that belong to the name
 */
export function fingerprint(root, paths, extras = []) {
	const hash = createHash('sha256');
	for (const file of paths.flatMap((path) => filesOf(join(root, path))).sort()) {
		hash.update(`${relative(root, file).split('\\').join('/')}\0`);
		hash.update(createHash('sha256').update(readFileSync(file)).digest());
	}
	for (const extra of extras) hash.update(`\0${extra}`);
	return hash.digest('hex').slice(0, 12);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
	const facts = statSync(path, { throwIfNoEntry: false });
	if (!facts) return [];
	if (!facts.isDirectory()) return [path];
	return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}
