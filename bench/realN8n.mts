import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { localFolder } from '../scripts/bootstrap/paths.mjs';
import { installPackage } from '../scripts/lib/installPackage.mts';
import { localAccount } from '../scripts/lib/localAccount.mts';
import { N8nClient } from '../scripts/lib/n8nClient.mts';
import { ensureN8n } from '../scripts/lib/n8nInstall.mts';
import { startN8n } from '../scripts/lib/n8nServer.mts';
import { ensureTarball } from '../scripts/lib/packageTarball.mts';
import { HTTP_REQUEST } from './contestants.mts';
import type { Circumstances } from './results.mts';

/** A running n8n. */
export interface RealN8n {
	/** Signed in. */
	client: N8nClient;
	/** The newest version of the HTTP Request node this n8n has. */
	httpRequestVersion: number;
	/** The circumstances that the results depend on besides the code. */
	circumstances: Circumstances;
	/** n8n's start script. */
	entry: string;
	userFolder: string;
	stop(): Promise<void>;
}

/**
 * Installs the packed package into a fresh folder of the n8n the end-to-end tests use.
 *
 * @param name of the folder
 * @param env more settings of n8n
 * @returns starts n8n there; what it stored survives until the next call
 */
export async function prepareN8n(
	name: string,
	env?: Record<string, string>,
): Promise<() => Promise<RealN8n>> {
	const folder = join(localFolder, name);
	const userFolder = join(folder, 'n8n');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	const install = await ensureN8n();
	const tarball = await ensureTarball();
	await installPackage(tarball, userFolder);
	const account = localAccount(join(folder, 'account.json'));
	const { encryptionKey } = account;
	const logFile = join(folder, 'n8n.log');
	return async () => {
		const server = await startN8n({ install, userFolder, encryptionKey, logFile, env });
		try {
			const client = new N8nClient(server.url);
			await client.signIn(account);
			const nodeJs = spawnSync(install.node, ['--version'], { encoding: 'utf8' }).stdout.trim();
			const httpRequestVersion = newestVersion(await client.nodeTypes(), HTTP_REQUEST);
			return {
				client,
				httpRequestVersion,
				circumstances: {
					date: new Date().toISOString().slice(0, 10),
					n8n: install.version,
					httpRequest: httpRequestVersion,
					package: `${tarball.name} ${tarball.version} (${tarball.id})`,
					nodeJs: nodeJs.replace(/^v/, ''),
					machine: `${cpus().length} cores (${cpus()[0].model.trim()}), shared with other work`,
				},
				entry: install.entry,
				userFolder,
				stop: server.stop,
			};
		} catch (error) {
			await server.stop();
			throw error;
		}
	};
}

/** Starts an n8n for some work and stops it afterwards. */
export async function withN8n<Result>(
	start: () => Promise<RealN8n>,
	work: (n8n: RealN8n) => Result | Promise<Result>,
): Promise<Result> {
	const n8n = await start();
	try {
		return await work(n8n);
	} finally {
		await n8n.stop();
	}
}

function newestVersion(
	nodeTypes: Array<{ name: string; version: number | number[] }>,
	wanted: string,
): number {
	return Math.max(
		...nodeTypes.filter(({ name }) => name === wanted).flatMap(({ version }) => version),
	);
}
