import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { noticeDeadNetwork } from './npmDownloads.mjs';
import { Problem } from './problem.mjs';
import { runLogged } from './runLogged.mjs';

/**
 * @typedef {object} NpmOptions
 * @property {string} cwd
 * @property {string} logFile
 * @property {string} purpose what the message says was being done, such as 'Installing n8n'
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [node] the Node.js that runs npm, when it is not this one
 * @property {(line: string) => void} [onLine]
 */

/**
 * Runs npm to its end; a failure becomes a message that says what to do.
 *
 * @param {string[]} args
 * @param {NpmOptions} options
 * @returns {Promise<string[]>} the last lines of its output
 */
export async function npm(args, { cwd, logFile, purpose, env, node, onLine }) {
	const { command, leading, shell } = findNpm(node ?? process.execPath);
	const { status, lines } = await runLogged(command, [...leading, ...args], {
		cwd,
		logFile,
		env: { ...withoutNpmSettings(process.env), ...env },
		shell,
		onLine,
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
 * What an outer `npm start` hands down must not steer an npm that works in another folder.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpmSettings(env) {
	const handedDown = /^npm_(package|lifecycle|command|config_(local_prefix|prefix|noproxy$))/i;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !handedDown.test(name)));
}

const networkCodes =
	/\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR|UNABLE_TO_GET_ISSUER_CERT\w*|SELF_SIGNED_CERT_IN_CHAIN|ENOTCACHED)\b/;

/**
 * @param {number} status
 * @param {string[]} lines
 * @param {string} purpose
 * @param {string} logFile
 */
function explainFailure(status, lines, purpose, logFile) {
	const text = lines.join('\n');
	const network = networkCodes.exec(text);
	if (network) {
		return new Problem(
			`${purpose} needs the npm registry, and it could not be reached (${network[0]}).`,
			[
				'Check the network connection and, behind a company proxy, `npm config get proxy` and `npm config get cafile`.',
				'Then run the same command again; what is already there is kept.',
			],
			{ logFile },
		);
	}
	if (/\bENOSPC\b/.test(text)) {
		return new Problem(
			`${purpose} ran out of disk space.`,
			['Free about 5 GB and run the same command again.'],
			{ logFile },
		);
	}
	if (/\b(EACCES|EPERM|EROFS)\b/.test(text)) {
		return new Problem(
			`${purpose} was not allowed to write a file.`,
			['Make the folder named below writable for you, then run the same command again.'],
			{ logFile, tail: lines.filter((line) => /EACCES|EPERM|EROFS|path/.test(line)).slice(0, 4) },
		);
	}
	if (status === 127) {
		return new Problem(
			'npm was not found.',
			'Install Node.js with npm from https://nodejs.org, then run the same command again.',
			{ logFile },
		);
	}
	return new Problem(
		`${purpose} ended with status ${status}.`,
		'The lines above are the last it said; after mending that, run the same command again.',
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
