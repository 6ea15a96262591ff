import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../../../scripts/bootstrap/paths.mjs';
import { startGuarded, type GuardedProcess } from '../../../../scripts/lib/guardedProcess.mts';
import { cleanEnvironment } from '../../../../scripts/lib/n8nEnvironment.mts';
import { freePorts } from '../../../../scripts/lib/ports.mts';
import { untilReady } from '../../../../scripts/lib/untilReady.mts';
import { Forward } from './forward.mts';
import { socketOf } from './sockets.mts';

const inside = fileURLToPath(new URL('./inside.mts', import.meta.url));

/** Begins a user namespace and a network namespace (user_namespaces(7), network_namespaces(7)). */
const UNSHARE = ['--map-root-user', '--net'];

/** All of loopback. */
const ADDRESS = '127.0.0.1/8';

/**
 * A network that only the processes within it use, so that it can go down. It has a loopback of its own; some ports of
 * the loopback outside can be reached from it, and one of its own from outside. Needs Linux, and no privileges where
 * the machine lets users create namespaces.
 */
export class OwnNetwork {
	private constructor(
		/** The port in it that can be reached from outside. */
		readonly port: number,
		private readonly pid: string,
		private readonly folder: string,
		private readonly holder: GuardedProcess,
		private readonly forwards: readonly Forward[],
	) {}

	/** @returns why this machine can have none; `undefined` where it can */
	static findObstacle(): string | undefined {
		const args = [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up'];
		const { error, status, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
		if (error !== undefined) return error.message;
		return status === 0 ? undefined : stderr.trim();
	}

	/** @param reached the ports outside that can be reached from it */
	static async create(reached: readonly number[], logFile: string): Promise<OwnNetwork> {
		// The path of a Unix socket is short (unix(7)).
		const folder = mkdtempSync(join(tmpdir(), 'network-'));
		const [port] = await freePorts(1);
		const forwards = [
			await Forward.start(port, socketOf(folder, port)),
			...(await Promise.all(reached.map((each) => Forward.start(socketOf(folder, each), each)))),
		];
		const node = [process.execPath, '--import', 'tsx', inside];
		const args = [...UNSHARE, ...node, folder, ...[port, ...reached].map(String)];
		const env = cleanEnvironment();
		const holder = startGuarded('unshare', args, { cwd: projectRoot, env, logFile });
		const pid = await untilReady(holder, {
			title: 'The network',
			check: () => /^ready (\d+)$/m.exec(holder.lastLines(5).join('\n'))?.[1],
		});
		return new OwnNetwork(port, pid, folder, holder, forwards);
	}

	/** What a command begins with that is to run in it. */
	get prefix(): readonly string[] {
		return ['nsenter', '--target', this.pid, '--user', '--net', '--preserve-credentials'];
	}

	/** Lets it go down, as if its cable were pulled: nothing in it reaches anything (ENETUNREACH). */
	goDown(): void {
		this.run('ip', 'address', 'del', ADDRESS, 'dev', 'lo');
	}

	comeUp(): void {
		this.run('ip', 'address', 'add', ADDRESS, 'dev', 'lo');
	}

	async stop(): Promise<void> {
		await Promise.all([this.holder.stop(), ...this.forwards.map((each) => each.stop())]);
		rmSync(this.folder, { recursive: true, force: true });
	}

	private run(...command: string[]): void {
		const [program, ...args] = this.prefix;
		execFileSync(program, [...args, ...command]);
	}
}
