import { dirname, delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGuarded } from './guardedProcess.mjs';
import { cleanEnvironment, n8nEnvironment } from './n8nEnvironment.mjs';
import { freePorts } from './ports.mjs';
import { Problem } from '../bootstrap/problem.mjs';

const startLimit = 180_000;

/**
 * @typedef {object} N8nServer
 * @property {string} url
 * @property {string} logFile
 * @property {Promise<number>} exited
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} kill as if it had crashed
 */

/**
 * Starts n8n on loopback and waits until its REST interface answers.
 *
 * @param {object} options
 * @param {import('./n8nInstall.mjs').N8nInstall} options.install
 * @param {string} options.userFolder n8n's own folder; what is in it survives
 * @param {string} options.encryptionKey must stay the same for the same folder
 * @param {string} options.logFile
 * @param {number} [options.port] any free one without it
 * @param {Record<string, string>} [options.env] more settings
 * @returns {Promise<N8nServer>}
 */
export async function startN8n({ install, userFolder, encryptionKey, logFile, port, env }) {
	const [anyPort, brokerPort] = await freePorts(2);
	const ownPort = port ?? anyPort;
	const clean = cleanEnvironment();
	const server = startGuarded(install.node, [install.entry, 'start'], {
		cwd: userFolder,
		logFile,
		env: {
			...clean,
			PATH: `${dirname(install.node)}${delimiter}${clean.PATH ?? ''}`,
			...n8nEnvironment({
				userFolder,
				port: ownPort,
				brokerPort,
				encryptionKey,
				version: install.version,
			}),
			...env,
		},
	});
	const url = `http://127.0.0.1:${ownPort}`;
	try {
		await waitUntilReady(url, server, logFile);
	} catch (error) {
		await server.stop();
		throw error;
	}
	return { url, logFile, exited: server.exited, stop: server.stop, kill: server.kill };
}

/**
 * /healthz answers before the interface does, so the interface itself is asked.
 *
 * @param {string} url
 * @param {import('./guardedProcess.mjs').GuardedProcess} server
 * @param {string} logFile
 */
async function waitUntilReady(url, server, logFile) {
	const deadline = performance.now() + startLimit;
	while (server.isRunning()) {
		if (await answersJson(`${url}/rest/settings`)) return;
		if (performance.now() > deadline) {
			throw new Problem(
				`n8n did not answer within ${startLimit / 60_000} minutes.`,
				'Close other heavy programs and run the same command again.',
				{ logFile, tail: server.lastLines(5) },
			);
		}
		await sleep(200);
	}
	throw new Problem('n8n ended while it was starting.', 'The lines above are the last it said.', {
		logFile,
		tail: server.lastLines(8),
	});
}

/** @param {string} url */
async function answersJson(url) {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
		return typeof (await response.json()) === 'object' && response.ok;
	} catch {
		return false;
	}
}
