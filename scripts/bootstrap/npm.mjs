import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Problem } from './problem.mjs';
import { runLogged } from './runLogged.mjs';

/** The npm options that make it say what it fetches, and give up soon where nothing answers. */
export const downloadOptions = [
	'--loglevel=http',
	'--no-progress',
	'--fetch-retries=3',
	'--fetch-retry-factor=2',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=10000',
];

/**
 * @typedef {object} NpmOptions
 * @property {string} cwd
 * @property {string} logFile
 * @property {string} purpose what the message says was being done, such as 'Installing n8n'
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [node] the Node.js that runs npm, when it is not this one
 */

/**
 * Runs npm to its end; a failure becomes a message that says what to do.
 *
 * @param {string[]} args
 * @param {NpmOptions} options
 * @returns {Promise<string[]>} the last lines of its output
 */
export async function npm(args, { cwd, logFile, purpose, env, node }) {
	const { command, leading, shell } = findNpm(node ?? process.execPath);
	const { status, lines } = await runLogged(command, [...leading, ...args], {
		cwd,
		logFile,
		env: { ...withoutNpmSettings(process.env), ...env },
		shell,
		isHopeless: noticeDeadNetwork(),
	});
	if (status !== 0) throw explainFailure(status, lines, purpose, logFile);
	return lines;
}

/**
 * npm's own script beside the running Node.js or the one that started this script; `npm` of the
 * PATH when neither is there.
 *
 * @param {string} node
 * @returns {{ command: string, leading: string[], shell: boolean }}
 */
function findNpm(node) {
	const started = process.env.npm_execpath;
	const folder = dirname(process.execPath);
	const script = [
		started && basename(started) === 'npm-cli.js' ? started : undefined,
		join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
		join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
	].find((file) => file !== undefined && existsSync(file));
	if (script) return { command: node, leading: [script], shell: false };
	return { command: 'npm', leading: [], shell: process.platform === 'win32' };
}

/**
 * The settings that an outer `npm start` hands down must not steer an npm that works in another folder.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpmSettings(env) {
	const handedDown = /^npm_(package|lifecycle|command|config_(local_prefix|prefix|noproxy$))/i;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !handedDown.test(name)));
}

/** Words of npm about a failure, their meaning, and how to go on. The first that fits counts. */
const failures = [
	{
		says: /\b(E(NOTFOUND|AI_AGAIN|TIMEDOUT|CONN(REFUSED|RESET)|NETUNREACH|HOSTUNREACH)|ERR_SOCKET_TIMEOUT|FETCH_ERROR|UNABLE_TO_GET_ISSUER_CERT\w*|SELF_SIGNED_CERT_IN_CHAIN|ENOTCACHED)\b/,
		means: 'needs the npm registry, and it could not be reached',
		hint: 'Check the network connection and, behind a company proxy, `npm config get proxy` and `npm config get cafile`.',
	},
	{ says: /\bENOSPC\b/, means: 'ran out of disk space', hint: 'Free about 5 GB.' },
	{
		says: /\b(EACCES|EPERM|EROFS)\b/,
		means: 'was not allowed to write a file',
		hint: 'Make the folder named above writable for you.',
	},
];

/**
 * @param {number} status
 * @param {string[]} lines
 * @param {string} purpose
 * @param {string} logFile
 */
function explainFailure(status, lines, purpose, logFile) {
	const text = lines.join('\n');
	const known = failures.find(({ says }) => says.test(text));
	const found = known?.says.exec(text)?.[0];
	const what = known ? `${known.means} (${found})` : `ended with status ${status}`;
	const hint = known?.hint ?? 'The lines above are its last output.';
	return new Problem(
		`${purpose} ${what}.`,
		[hint, 'Then run the same command again; what is already there is kept.'],
		{ logFile, tail: tellingLines(lines) },
	);
}

/**
 * The last lines that may say what went wrong, without npm's chatter and a terminal's control codes.
 *
 * @param {string[]} lines
 */
function tellingLines(lines) {
	return lines
		.map((line) => stripVTControlCharacters(line).trim())
		.filter(
			(line) => /[a-z]/i.test(line) && !/npm (http|warn|notice|timing|verbose|silly)/.test(line),
		)
		.slice(-8);
}

/**
 * Without a network npm would try every package on its own, for many minutes.
 *
 * @returns {(line: string) => boolean} to be told each line of npm's output; true once nothing
 *   has been fetched in so many late attempts that going on is no use
 */
function noticeDeadNetwork() {
	let failures = 0;
	return (line) => {
		if (/npm http fetch GET [23]\d\d /.test(line)) failures = 0;
		if (/ attempt [3-9] failed with E\w+/.test(line)) failures++;
		return failures >= 6;
	};
}
