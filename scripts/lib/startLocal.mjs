import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { importExamples } from './exampleWorkflows.mjs';
import { installPackage } from './installPackage.mjs';
import { localAccount } from './localAccount.mjs';
import { releaseLock, takeLock } from './lock.mjs';
import { N8nClient, N8nRequestError } from './n8nClient.mjs';
import { ensureN8n } from './n8nInstall.mjs';
import { startN8n } from './n8nServer.mjs';
import { ensureTarball } from './packageTarball.mjs';
import { localFolder, logFolder } from './paths.mjs';
import { n8nNodePackage } from './platform.mjs';
import { Problem } from './problem.mjs';
import { elapsed, step } from './progress.mjs';
import { runMainExample } from './runMainExample.mjs';
import { credentialData, startSandboxProcess } from './sandboxProcess.mjs';

const credentialName = 'Chainstack sandbox';
const sandboxPorts = /** @type {[number, number]} */ ([5680, 5681]);

/** What belongs to the n8n of `npm start`, and survives it. */
const paths = {
	userFolder: join(localFolder, 'n8n'),
	account: join(localFolder, 'account.json'),
	workflows: join(localFolder, 'workflows.json'),
	lock: join(localFolder, 'start.lock'),
};

/**
 * Everything `npm start` does, from a fresh clone to the running editor.
 *
 * @param {{ once: boolean, port: number }} options
 * @returns {Promise<number>} exit status
 */
export async function startLocal({ once, port }) {
	const start = performance.now();
	takeFolder();
	n8nNodePackage(); // An unsupported platform is told before anything is downloaded.
	await ensureDependencies();
	const install = await ensureN8n();
	const tarball = await ensureTarball();

	const account = localAccount(paths.account);
	mkdirSync(paths.userFolder, { recursive: true });
	await step(`Installing ${tarball.name} ${tarball.version} into n8n`, () =>
		installPackage(tarball, paths.userFolder),
	);
	const [sandbox, n8n] = await step(
		`Starting the sandbox platform and n8n ${install.version}`,
		() =>
			Promise.all([
				startSandboxProcess({
					logFile: join(logFolder, 'sandbox.log'),
					preferredPorts: sandboxPorts,
				}),
				startN8n({
					install,
					port,
					userFolder: paths.userFolder,
					encryptionKey: account.encryptionKey,
					logFile: join(logFolder, 'n8n.log'),
				}),
			]),
	);
	const client = new N8nClient(n8n.url);
	const examples = await step('Signing in, saving the credential, importing the examples', () =>
		furnish(client, account, sandbox),
	);
	const succeeded = await runMainExample(client, examples);
	console.log(farewell({ n8n, sandbox, account, examples, took: elapsed(start) }));

	if (!once) await untilStopped(n8n);
	await Promise.all([n8n.stop(), sandbox.stop()]);
	return succeeded ? 0 : 1;
}

/** Two n8n on one database would spoil it. */
function takeFolder() {
	const holder = takeLock(paths.lock);
	if (holder !== undefined) {
		throw new Problem(`An \`npm start\` of this folder is running already (process ${holder}).`, [
			'Use its editor, or end it with Ctrl-C and try again.',
			`If process ${holder} is something else, delete ${paths.lock} and try again.`,
		]);
	}
	process.on('exit', () => releaseLock(paths.lock));
}

/**
 * @param {N8nClient} client
 * @param {import('./localAccount.mjs').LocalAccount} account
 * @param {import('./sandboxProcess.mjs').SandboxProcess} sandbox
 */
async function furnish(client, account, sandbox) {
	try {
		await client.signIn(account);
	} catch (error) {
		if (!(error instanceof N8nRequestError) || error.status !== 401) throw error;
		throw new Problem("n8n's owner has another password than this script gave it.", [
			`Write the new one into ${paths.account}, or delete ${localFolder} to begin anew.`,
		]);
	}
	const data = credentialData(sandbox);
	const credential = await client.putCredential(credentialName, 'chainstackApi', data);
	const test = await client.testCredential(credential, 'chainstackApi', data);
	if (test.status !== 'OK') {
		throw new Problem(
			`The credential's own test did not pass: ${test.message}`,
			'The log of the sandbox may say why.',
			{ logFile: sandbox.logFile },
		);
	}
	return await importExamples(client, credential, paths.workflows);
}

/**
 * @param {object} what
 * @param {import('./n8nServer.mjs').N8nServer} what.n8n
 * @param {import('./sandboxProcess.mjs').SandboxAccess} what.sandbox
 * @param {import('./localAccount.mjs').LocalAccount} what.account
 * @param {import('./exampleWorkflows.mjs').Imported[]} what.examples
 * @param {string} what.took
 */
function farewell({ n8n, sandbox, account, examples, took }) {
	return [
		'',
		`n8n editor   ${n8n.url}`,
		`Log in       ${account.email}   ${account.password}`,
		...examples.map(
			({ id, name }, index) =>
				`${index ? '            ' : 'Workflows   '} ${name}: ${n8n.url}/workflow/${id}`,
		),
		`Sandbox      ${sandbox.url}/_sandbox/state${sandbox.evm === 'anvil' ? '' : ` (no EVM client: ${sandbox.evmProblem})`}`,
		`Logs         ${logFolder}`,
		`Ready after  ${took}`,
	].join('\n');
}

/**
 * Waits for Ctrl-C, or for n8n to end on its own.
 *
 * @param {import('./n8nServer.mjs').N8nServer} n8n
 */
async function untilStopped(n8n) {
	console.log('\nCtrl-C stops n8n and the sandbox.');
	const asked = new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
	});
	const ended = n8n.exited.then(() => {
		throw new Problem('n8n ended on its own.', 'Start it again; its log says more.', {
			logFile: n8n.logFile,
		});
	});
	await Promise.race([asked, ended]);
	ended.catch(() => {}); // It ends now because it is told to.
	console.log('\nStopping…');
}
