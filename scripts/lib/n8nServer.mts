import { dirname, delimiter } from 'node:path';
import { startGuarded } from './guardedProcess.mts';
import { cleanEnvironment, n8nEnvironment } from './n8nEnvironment.mts';
import type { N8nInstall } from './n8nInstall.mts';
import { freePorts } from './ports.mts';
import { untilReady } from './untilReady.mts';

/** An n8n that runs. */
export interface N8nServer {
	url: string;
	logFile: string;
	/** Its exit status once it has ended. */
	exited: Promise<number>;
	stop: () => Promise<void>;
	/** Ends it as if it had crashed. */
	kill: () => Promise<void>;
}

interface N8nServerOptions {
	install: N8nInstall;
	/** n8n's own folder; what is in it survives. */
	userFolder: string;
	/** Must stay the same for the same folder. */
	encryptionKey: string;
	logFile: string;
	/** Any free one without it. */
	port?: number;
	/** More settings. */
	env?: Record<string, string>;
	/** The beginning of the command, with which another program starts it. */
	prefix?: readonly string[];
}

/**
 * Starts n8n on loopback and waits until its REST interface answers.
 *
 * @throws Problem when it does not
 */
export async function startN8n({
	install,
	userFolder,
	encryptionKey,
	logFile,
	port,
	env,
	prefix = [],
}: N8nServerOptions): Promise<N8nServer> {
	const [anyPort, brokerPort] = await freePorts(2);
	const ownPort = port ?? anyPort;
	const clean = cleanEnvironment();
	const [command, ...args] = prefix.concat(install.node, install.entry, 'start');
	const server = startGuarded(command, args, {
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
	// /healthz answers before the interface does, so the interface itself is asked.
	const check = async () => ((await answersJson(`${url}/rest/settings`)) ? url : undefined);
	await untilReady(server, { title: 'n8n', check });
	return { url, logFile, exited: server.exited, stop: server.stop, kill: server.kill };
}

async function answersJson(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
		return typeof (await response.json()) === 'object' && response.ok;
	} catch {
		return false;
	}
}
