import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../scripts/lib/installPackage.mjs';
import { localAccount } from '../scripts/lib/localAccount.mjs';
import { N8nClient } from '../scripts/lib/n8nClient.mjs';
import { ensureN8n } from '../scripts/lib/n8nInstall.mjs';
import { startN8n } from '../scripts/lib/n8nServer.mjs';
import { ensureTarball } from '../scripts/lib/packageTarball.mjs';
import { localFolder } from '../scripts/bootstrap/paths.mjs';
import { HTTP_REQUEST } from './contestants.mjs';

/**
 * @typedef {object} RealN8n
 * @property {N8nClient} client signed in
 * @property {number} httpRequestVersion the newest version of the HTTP Request node this n8n has
 * @property {string} entry n8n's start script
 * @property {string} userFolder
 * @property {() => Promise<void>} stop
 */

/**
 * Installs the packed package into a fresh folder of the n8n the end-to-end tests use.
 *
 * @param {string} name of the folder
 * @param {Record<string, string>} [env] more settings of n8n
 * @returns {Promise<() => Promise<RealN8n>>} starts n8n there; what it stored survives until the next call
 */
export async function prepareN8n(name, env) {
	const folder = join(localFolder, name);
	const userFolder = join(folder, 'n8n');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	const [install, tarball] = [await ensureN8n(), await ensureTarball()];
	await installPackage(tarball, userFolder);
	const account = localAccount(join(folder, 'account.json'));
	const { encryptionKey } = account;
	const logFile = join(folder, 'n8n.log');
	let isAnnounced = false;
	return async () => {
		const server = await startN8n({ install, userFolder, encryptionKey, logFile, env });
		try {
			const client = new N8nClient(server.url);
			await client.signIn(account);
			const httpRequestVersion = newestVersion(await client.nodeTypes(), HTTP_REQUEST);
			if (!isAnnounced) {
				console.log(
					`n8n ${install.version}, HTTP Request ${httpRequestVersion} (its newest), ${tarball.name} ${tarball.version} (${tarball.id})\n`,
				);
				isAnnounced = true;
			}
			const { entry } = install;
			return { client, httpRequestVersion, entry, userFolder, stop: server.stop };
		} catch (error) {
			await server.stop();
			throw error;
		}
	};
}

/**
 * @param {any[]} nodeTypes
 * @param {string} name
 * @returns {number}
 */
function newestVersion(nodeTypes, name) {
	return Math.max(
		...nodeTypes.filter((type) => type.name === name).flatMap(({ version }) => version),
	);
}
