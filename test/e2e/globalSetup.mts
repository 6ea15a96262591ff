import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installPackage } from '../../scripts/lib/installPackage.mts';
import { localAccount } from '../../scripts/lib/localAccount.mts';
import { releaseLock, takeLock } from '../../scripts/bootstrap/lock.mjs';
import { N8nClient } from '../../scripts/lib/n8nClient.mts';
import { ensureN8n } from '../../scripts/lib/n8nInstall.mts';
import { startN8n } from '../../scripts/lib/n8nServer.mts';
import { ensureTarball } from '../../scripts/lib/packageTarball.mts';
import { localFolder } from '../../scripts/bootstrap/paths.mjs';
import {
	credentialData,
	keyOnlyData,
	startSandboxProcess,
} from '../../scripts/lib/sandboxProcess.mts';
import { credentialType } from './support/credentialType.mts';

/**
 * Starts the sandbox, and the real n8n with the package installed as a user would, once for all
 * test files. Their folder stays until the next run, so that logs and pictures can be inspected.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = join(localFolder, 'e2e');
	const lock = join(localFolder, 'e2e.lock');
	const holder = takeLock(lock);
	if (holder !== undefined) {
		throw new Error(`The end-to-end tests of this folder are running already (process ${holder})`);
	}
	rmSync(folder, { recursive: true, force: true });
	const userFolder = join(folder, 'n8n');
	const screenshots = join(folder, 'screenshots');
	for (const path of [userFolder, screenshots]) mkdirSync(path, { recursive: true });

	const install = await ensureN8n(process.env.N8N_TEST_VERSION);
	const tarball = await ensureTarball();
	await installPackage(tarball, userFolder);
	const account = localAccount(join(folder, 'account.json'));
	const [sandbox, n8n] = await Promise.all([
		startSandboxProcess({ logFile: join(folder, 'sandbox.log') }),
		startN8n({
			install,
			userFolder,
			encryptionKey: account.encryptionKey,
			logFile: join(folder, 'n8n.log'),
		}),
	]);

	const client = new N8nClient(n8n.url);
	await client.signIn(account);
	const keyOnly = keyOnlyData(sandbox);
	const whole = credentialData(sandbox);
	const credential = await client.putCredential('Sandbox', credentialType, keyOnly);
	const wholeCredential = await client.putCredential(
		'Sandbox with endpoint',
		credentialType,
		whole,
	);
	const { stop: stopSandbox, ...access } = sandbox;
	project.provide('world', {
		n8n: { url: n8n.url, logFile: n8n.logFile, version: install.version },
		sandbox: access,
		account: { email: account.email, password: account.password },
		session: client.session,
		credential,
		wholeCredential,
		packageVersion: tarball.version,
		install,
		tarball,
		folder,
		screenshots,
	});
	return async () => {
		await Promise.all([n8n.stop(), stopSandbox()]);
		releaseLock(lock);
	};
}
