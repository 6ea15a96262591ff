import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { git } from './commitSubjects.mjs';
import { projectRoot } from './paths.mjs';

/** By this line a later version recognizes the hook as its own. */
const MARK = '# Written by npm start and npm test of n8n-nodes-chainstack.';

/** Checkouts older than the check have nothing to run. */
const HOOK = `#!/bin/sh
${MARK}
check=scripts/bootstrap/commitSubjects.mjs
[ ! -f "$check" ] || exec node "$check" "$1"
`;

/**
 * Has git check the subject of each commit. A hook that somebody else put there stays, and so does a folder of hooks
 * that somebody set. Does nothing outside of a clone, and never fails.
 * @param {string} [folder] the clone
 */
export function ensureCommitHook(folder = projectRoot) {
	try {
		const file = findHookFile(folder);
		if (file === undefined || !mayWrite(file)) return;
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, HOOK);
		chmodSync(file, 0o755);
	} catch {
		// A clone that cannot be written to needs no hook: nothing can be committed in it either.
	}
}

/**
 * @param {string} folder
 * @returns {string | undefined} where git looks for the hook, if the folder is a clone of its own
 */
function findHookFile(folder) {
	const [top] = git(folder, 'rev-parse', '--show-toplevel');
	if (top === undefined || realpathSync(top) !== realpathSync(folder)) return undefined;
	if (git(folder, 'config', 'core.hooksPath').length > 0) return undefined;
	const [path] = git(folder, 'rev-parse', '--git-path', 'hooks/commit-msg');
	return path === undefined ? undefined : resolve(folder, path);
}

/** @param {string} file */
function mayWrite(file) {
	if (!existsSync(file)) return true;
	const present = readFileSync(file, 'utf8');
	return present.includes(MARK) && present !== HOOK;
}
