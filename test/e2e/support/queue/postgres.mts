import { execa } from 'execa';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startGuarded } from '../../../../scripts/lib/guardedProcess.mts';
import { cleanEnvironment } from '../../../../scripts/lib/n8nEnvironment.mts';
import { freePorts } from '../../../../scripts/lib/ports.mts';
import { findProgram } from '../../../../scripts/lib/programs.mts';
import { untilReady } from '../../../../scripts/lib/untilReady.mts';

const host = '127.0.0.1';
const user = 'n8n';
const ready = 'database system is ready to accept connections';

/** The database that n8n recommends for queue mode. */
export interface Postgres {
	/** The environment of an n8n that uses it. */
	env: Record<string, string>;
	stop: () => Promise<void>;
}

/**
 * Starts our own PostgreSQL: on loopback, without a password, and deleted when it ends.
 * @throws Error when it does not start
 */
export async function startPostgres(logFolder: string): Promise<Postgres> {
	const programs = dirname(realpathSync(findProgram('INITDB_PATH')));
	// It has to be accessible to the server's user, which a checkout of root is not.
	const folder = mkdtempSync(join(tmpdir(), 'chainstack-postgres-'));
	const asServer = await commandOf(folder);
	const initdb = [join(programs, 'initdb'), '-D', folder, '-U', user, '-A', 'trust', '-E', 'UTF8'];
	await runToEnd(asServer(...initdb, '--locale=C', '--no-sync'), folder);
	const [port] = await freePorts(1);
	const settings = {
		listen_addresses: host,
		port,
		unix_socket_directories: '',
		fsync: 'off', // Its data is not needed after a crash of the machine.
	};
	const [command, ...args] = asServer(
		join(programs, 'postgres'),
		'-D',
		folder,
		...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
	);
	const server = startGuarded(command, args, {
		cwd: folder,
		env: cleanEnvironment(),
		logFile: join(logFolder, 'postgres.log'),
	});
	const stop = async () => {
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	await untilReady(server, {
		title: 'PostgreSQL',
		check: () => server.lastLines(20).find((line) => line.includes(ready)),
	});
	return { env: environment(port), stop };
}

/**
 * PostgreSQL refuses to run as root, which is common in containers. Then it runs as the user from its package,
 * who gets the folder.
 * @returns the prefix that runs a command as the server's user
 */
async function commandOf(folder: string): Promise<(...command: string[]) => string[]> {
	if (process.getuid?.() !== 0) return (...command) => command;
	await runToEnd(['chown', 'postgres', folder], folder);
	return (...command) => ['runuser', '-u', 'postgres', '--', ...command];
}

async function runToEnd([command, ...args]: string[], cwd: string): Promise<void> {
	await execa(command, args, { cwd, env: cleanEnvironment(), extendEnv: false });
}

function environment(port: number): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: host,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: user,
		DB_POSTGRESDB_DATABASE: 'postgres',
	};
}
