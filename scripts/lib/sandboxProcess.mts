import { fileURLToPath } from 'node:url';
import { projectRoot } from '../bootstrap/paths.mjs';
import { startGuarded } from './guardedProcess.mts';
import { cleanEnvironment } from './n8nEnvironment.mts';
import { freePorts, isPortFree } from './ports.mts';
import { untilReady } from './untilReady.mts';

const server = fileURLToPath(new URL('./sandboxServer.mts', import.meta.url));

/** Where the sandbox is, and the keys it takes. */
export interface SandboxAccess {
	/** Base URL of the management API. */
	url: string;
	apiKey: string;
	nodeEndpoint: string;
	endpointKey: string;
	rpcUrl: string;
	evm: 'anvil' | 'minimal';
	evmProblem: string;
}

export interface SandboxProcess extends SandboxAccess {
	logFile: string;
	stop: () => Promise<void>;
}

interface SandboxProcessOptions {
	logFile: string;
	/** Used when both are free; any others otherwise. */
	preferredPorts?: [number, number];
}

/**
 * Starts the sandbox platform and waits until it listens.
 *
 * @throws Problem when it does not
 */
export async function startSandboxProcess({
	logFile,
	preferredPorts,
}: SandboxProcessOptions): Promise<SandboxProcess> {
	const ports = await choosePorts(preferredPorts);
	const child = startGuarded(process.execPath, ['--import', 'tsx', server, ...ports.map(String)], {
		cwd: projectRoot,
		env: cleanEnvironment(),
		logFile,
	});
	const access = await untilReady(child, {
		title: 'The sandbox platform',
		check: () => child.lastLines(20).map(parseAccess).find(Boolean),
		limitMs: 60_000,
	});
	return { ...access, logFile, stop: child.stop };
}

async function choosePorts(preferred?: [number, number]): Promise<number[]> {
	if (preferred && (await Promise.all(preferred.map(isPortFree))).every(Boolean)) return preferred;
	return await freePorts(2);
}

function parseAccess(line: string): SandboxAccess | undefined {
	return /^\{"url":.*\}$/.test(line) ? (JSON.parse(line) as SandboxAccess) : undefined;
}

/** The sandbox as data of the package's credential, with both its halves. */
export function credentialData({ apiKey, url, nodeEndpoint, endpointKey }: SandboxAccess) {
	return { apiKey, baseUrl: url, nodeEndpoint, endpointKey, allowUnauthorizedCerts: false };
}

/** The same with the API key alone, as most people have it. */
export function keyOnlyData(access: SandboxAccess) {
	return { ...credentialData(access), nodeEndpoint: '', endpointKey: '' };
}
