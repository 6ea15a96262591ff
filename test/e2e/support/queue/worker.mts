import { readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { startGuarded } from '../../../../scripts/lib/guardedProcess.mts';
import { cleanEnvironment, n8nEnvironment } from '../../../../scripts/lib/n8nEnvironment.mts';
import { freePorts } from '../../../../scripts/lib/ports.mts';
import { untilReady } from '../../../../scripts/lib/untilReady.mts';
import { world } from '../world.mts';

interface WorkerOptions {
	/** The folder of the main process, in which the package is installed. */
	userFolder: string;
	encryptionKey: string;
	logFile: string;
	env: Record<string, string>;
}

/** A running worker of n8n. */
export interface Worker {
	logFile: string;
	/** The executions it reports having started. */
	started: () => string[];
	stop: () => Promise<void>;
	/** Ends it with SIGKILL. */
	kill: () => Promise<void>;
}

/** Starts a worker of n8n and waits until it accepts jobs. */
export async function startWorker({
	userFolder,
	encryptionKey,
	logFile,
	env,
}: WorkerOptions): Promise<Worker> {
	const { node, entry, version } = world.install;
	const [port, brokerPort, healthPort] = await freePorts(3);
	const clean = cleanEnvironment();
	const worker = startGuarded(node, [entry, 'worker', '--concurrency=5'], {
		cwd: userFolder,
		logFile,
		env: {
			...clean,
			PATH: `${dirname(node)}${delimiter}${clean.PATH ?? ''}`,
			...n8nEnvironment({ userFolder, port, brokerPort, encryptionKey, version }),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(healthPort),
			...env,
		},
	});
	const url = `http://127.0.0.1:${healthPort}/healthz/readiness`;
	const check = async () => ((await isReady(url)) ? url : undefined);
	await untilReady(worker, { title: "n8n's worker", check });
	return { logFile, started: () => startedIn(logFile), stop: worker.stop, kill: worker.kill };
}

function startedIn(logFile: string): string[] {
	const log = readFileSync(logFile, 'utf8');
	return [...log.matchAll(/Worker started execution (\w+)/g)].map(([, id]) => id);
}

async function isReady(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
	} catch {
		return false;
	}
}
