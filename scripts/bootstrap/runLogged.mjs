import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Finished
 * @property {number} status exit status; 127 when the command could not be started
 * @property {string[]} lines the last lines of both outputs
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
// Nothing is left behind when the script ends in the middle of a step.
process.on('exit', () => running.forEach((child) => child.kill()));

const keptLines = 400;

/**
 * Runs a command to its end with its output in a log file.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, logFile: string, env?: NodeJS.ProcessEnv, shell?: boolean,
 *   isHopeless?: (line: string) => boolean }} options a line that is hopeless ends the command
 * @returns {Promise<Finished>}
 */
export async function runLogged(command, args, { cwd, logFile, env, shell, isHopeless }) {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile);
	/** @type {string[]} */
	const lines = [];
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		shell,
		stdio: ['ignore', 'pipe', 'pipe'],
		windowsHide: true,
	});
	running.add(child);
	for (const stream of [child.stdout, child.stderr]) {
		createInterface({ input: stream }).on('line', (output) => {
			const line = asShown(output);
			log.write(`${line}\n`);
			lines.push(line);
			if (lines.length > keptLines) lines.shift();
			if (isHopeless?.(line)) child.kill();
		});
	}
	const status = await new Promise((resolve) => {
		child.on('error', (error) => {
			lines.push(error.message);
			resolve(127);
		});
		child.on('close', (code) => resolve(code ?? 1));
	});
	running.delete(child);
	await new Promise((resolve) => log.end(resolve));
	return { status, lines };
}

/**
 * A line as a terminal shows it in the end: a spinner draws its pictures one over the other, hundreds of them.
 *
 * @param {string} output
 */
function asShown(output) {
	const escape = String.fromCharCode(27);
	const toBeginningAndErase = new RegExp(`${escape}\\[\\d*D${escape}\\[0?J|\\r`);
	const pictures = output.split(toBeginningAndErase);
	return pictures.findLast((picture) => stripVTControlCharacters(picture).trim() !== '') ?? '';
}
