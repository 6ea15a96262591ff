import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startGuarded } from './guardedProcess.mjs';
import { cleanEnvironment } from './n8nEnvironment.mjs';
import { projectRoot } from '../bootstrap/paths.mjs';
import { freePorts, isPortFree } from './ports.mjs';
import { Problem } from '../bootstrap/problem.mjs';

const server = fileURLToPath(new URL('./sandboxServer.mts', import.meta.url));
const startLimit = 60_000;

/**
 * @typedef {object} SandboxAccess where the sandbox is, and the keys it takes
 * @property {string} url base URL of the management API
 * @property {string} apiKey
 * @property {string} nodeEndpoint
 * @property {string} endpointKey
 * @property {string} rpcUrl
 * @property {'anvil' | 'minimal'} evm
 * @property {string} evmProblem
 */
/** @typedef {SandboxAccess & { logFile: string, stop: () => Promise<void> }} SandboxProcess */

/**
 * Starts the sandbox platform and waits until it listens.
 *
 * @param {{ logFile: string, preferredPorts?: [number, number] }} options ports that are used when
 *   both are free; any others otherwise
 * @returns {Promise<SandboxProcess>}
 */
export async function startSandboxProcess({ logFile, preferredPorts }) {
	const ports = await choosePorts(preferredPorts);
	const child = startGuarded(process.execPath, ['--import', 'tsx', server, ...ports.map(String)], {
		cwd: projectRoot,
		env: cleanEnvironment(),
		logFile,
	});
	const deadline = performance.now() + startLimit;
	while (child.isRunning() && performance.now() < deadline) {
		const access = child.lastLines(20).map(parseAccess).find(Boolean);
		if (access) return { ...access, logFile, stop: child.stop };
		await sleep(100);
	}
	await child.stop();
	throw new Problem('The sandbox platform did not start.', 'The lines above say why.', {
		logFile,
		tail: child.lastLines(8),
	});
}

/**
 * @param {[number, number]} [preferred]
 * @returns {Promise<number[]>}
 */
async function choosePorts(preferred) {
	if (preferred && (await Promise.all(preferred.map(isPortFree))).every(Boolean)) return preferred;
	return await freePorts(2);
}

/**
 * @param {string} line
 * @returns {SandboxAccess | undefined}
 */
function parseAccess(line) {
	return /^\{"url":.*\}$/.test(line) ? JSON.parse(line) : undefined;
}

/**
 * The sandbox as data of the package's credential.
 *
 * @param {SandboxAccess} access
 */
export function credentialData({ apiKey, url, nodeEndpoint, endpointKey }) {
	return { apiKey, baseUrl: url, nodeEndpoint, endpointKey, allowUnauthorizedCerts: false };
}
