import { delimiter, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGuarded } from '../../../../scripts/lib/guardedProcess.mjs';
import { cleanEnvironment, n8nEnvironment } from '../../../../scripts/lib/n8nEnvironment.mjs';
import { freePorts } from '../../../../scripts/lib/ports.mjs';
import { world } from '../world.mts';

const startLimitMs = 180_000;

interface WorkerOptions {
	/** The folder of the main process: SQLite is a file in it. */
	userFolder: string;
	encryptionKey: string;
	logFile: string;
	env: Record<string, string>;
}

/** Starts a worker of n8n and waits until it takes jobs. */
export async function startWorker({ userFolder, encryptionKey, logFile, env }: WorkerOptions) {
	const { node, entry } = world.install;
	const [port, brokerPort, healthPort] = await freePorts(3);
	const clean = cleanEnvironment();
	const worker = startGuarded(node, [entry, 'worker', '--concurrency=5'], {
		cwd: userFolder,
		logFile,
		env: {
			...clean,
			PATH: `${dirname(node)}${delimiter}${clean.PATH ?? ''}`,
			...n8nEnvironment({ userFolder, port, brokerPort, encryptionKey }),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(healthPort),
			...env,
		},
	});
	const deadline = performance.now() + startLimitMs;
	while (worker.isRunning() && performance.now() < deadline) {
		if (await isReady(`http://127.0.0.1:${healthPort}/healthz/readiness`)) return worker;
		await sleep(100);
	}
	await worker.stop();
	throw new Error(`n8n's worker did not start: ${worker.lastLines(8).join('\n')}`);
}

async function isReady(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
	} catch {
		return false;
	}
}
