import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { startGuarded } from '../../../../scripts/lib/guardedProcess.mts';
import { cleanEnvironment } from '../../../../scripts/lib/n8nEnvironment.mts';
import { freePorts } from '../../../../scripts/lib/ports.mts';
import { findProgram } from '../../../../scripts/lib/programs.mts';
import { untilReady } from '../../../../scripts/lib/untilReady.mts';

const host = '127.0.0.1';

/** Our own Redis: on loopback, without persistence. */
export interface Redis {
	host: string;
	port: number;
	/** Every command any client has sent, with its arguments: all that was stored or passed on. */
	seen: () => string;
	stop: () => Promise<void>;
}

/** Starts Redis and records every command. */
export async function startRedis(folder: string): Promise<Redis> {
	mkdirSync(folder, { recursive: true });
	const [port] = await freePorts(1);
	const settings = { port, bind: host, dir: folder, save: '', appendonly: 'no' };
	const server = startGuarded(
		findProgram('REDIS_SERVER_PATH'),
		Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
		{ cwd: folder, env: cleanEnvironment(), logFile: join(folder, 'redis.log') },
	);
	const monitor = await untilReady(server, { title: 'Redis', check: () => listen(port) });
	return {
		host,
		port,
		seen: monitor.seen,
		stop: async () => {
			monitor.socket.destroy();
			await server.stop();
		},
	};
}

/**
 * Follows Redis with its MONITOR command. Reading what is stored at the end would find nothing: n8n
 * removes a job when it is done, and messages are never stored.
 */
async function listen(port: number): Promise<{ socket: Socket; seen: () => string } | undefined> {
	const socket = connect(port, host);
	const chunks: Buffer[] = [];
	const isConnected = await new Promise<boolean>((resolve) => {
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
	});
	if (!isConnected) return undefined;
	socket.on('error', () => socket.destroy());
	const answered = new Promise((resolve) => socket.once('data', resolve));
	socket.on('data', (chunk: Buffer) => chunks.push(chunk));
	socket.write('MONITOR\r\n');
	await answered;
	return { socket, seen: () => Buffer.concat(chunks).toString('latin1') };
}
