// node scripts/bootstrap/commitSubjects.mjs [file]: checks the message of one commit, as the hook of git does, or,
// without a file, the commits of this branch that are younger than the check.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './paths.mjs';

/** Lists of commits, in git and on GitHub, cut longer ones. */
const LONGEST = 71;

const OWN_PATH = 'scripts/bootstrap/commitSubjects.mjs';

/** Commits are checked that came after the one that put this text into this file. */
const BEGIN = 'checked since November 26, 2026, 13:00 UTC';

/**
 * @param {string} message of a commit, as git gives it to a hook
 * @returns {string} the subject as git understands it: the lines up to the first empty one, without comments
 */
export function readSubject(message) {
	const lines = message.split(/\r?\n/).filter((line) => !line.startsWith('#'));
	const begin = lines.findIndex((line) => line.trim() !== '');
	if (begin < 0) return '';
	const rest = lines.slice(begin);
	const end = rest.findIndex((line) => line.trim() === '');
	const paragraph = end < 0 ? rest : rest.slice(0, end);
	return paragraph.join(' ').trim();
}

/**
 * @param {string} subject of a commit
 * @returns {string | undefined} a sentence about what is wrong with it
 */
export function findFault(subject) {
	const length = [...subject].length;
	if (length === 0) return 'The message is empty.';
	if (length <= LONGEST) return undefined;
	return `The subject has ${length} characters; it must be under ${LONGEST + 1}. Put the rest into the body, after an empty line: ${subject}`;
}

/**
 * @param {string} [folder] the clone
 * @returns {string[]} what is wrong with the commits since this check exists: those of a shallow clone as far as it
 * has them, and nothing outside of a clone
 */
export function findFaults(folder = projectRoot) {
	const first = git(folder, 'log', `-S${BEGIN}`, '--format=%H', '--', OWN_PATH).at(-1);
	if (first === undefined) return [];
	const subjects = git(folder, 'log', '--no-merges', '--format=%s', `${first}..HEAD`);
	return subjects.flatMap((subject) => findFault(subject) ?? []);
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {string[]} lines of the output; none where there is no git, or no clone
 */
export function git(folder, ...args) {
	try {
		const output = execFileSync('git', args, {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return output.split(/\r?\n/).filter((line) => line !== '');
	} catch {
		return [];
	}
}

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
	const [file] = process.argv.slice(2);
	const faults =
		file === undefined
			? findFaults()
			: [findFault(readSubject(readFileSync(file, 'utf8')))].filter((each) => each !== undefined);
	for (const fault of faults) console.error(`✖ ${fault}`);
	if (faults.length > 0) process.exitCode = 1;
}
