import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { releaseLock, takeLock } from '../bootstrap/lock.mjs';
import { localFolder, logFolder } from '../bootstrap/paths.mjs';
import { Problem } from '../bootstrap/problem.mjs';
import { elapsed, step } from '../bootstrap/progress.mjs';
import { importExamples, type Imported } from './exampleWorkflows.mts';
import { installPackage } from './installPackage.mts';
import { localAccount, type LocalAccount } from './localAccount.mts';
import { N8nClient, N8nRequestError } from './n8nClient.mts';
import { ensureN8n } from './n8nInstall.mts';
import { startN8n, type N8nServer } from './n8nServer.mts';
import { ensureTarball } from './packageTarball.mts';
import { mainExample, runMainExample } from './runMainExample.mts';
import {
	credentialData,
	startSandboxProcess,
	type SandboxAccess,
	type SandboxProcess,
} from './sandboxProcess.mts';

const credentialName = 'Chainstack sandbox';
const sandboxPorts: [number, number] = [5680, 5681];

/** The files of the local n8n, which survive it. */
const paths = {
	userFolder: join(localFolder, 'n8n'),
	account: join(localFolder, 'account.json'),
	workflows: join(localFolder, 'workflows.json'),
	lock: join(localFolder, 'start.lock'),
};

/** The parts that are to be started. */
export interface LocalOptions {
	/** End after the example. */
	once: boolean;
	/** Of the editor. */
	port: number;
}

/**
 * Everything `npm start` does, to the running editor.
 *
 * @returns exit status
 */
export async function startLocal({ once, port }: LocalOptions): Promise<number> {
	takeFolder();
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
	await addNodes(sandbox.url);
	const client = new N8nClient(n8n.url);
	const examples = await step('Signing in, saving the credential, importing the examples', () =>
		prepareEditor(client, account, sandbox),
	);
	const succeeded = await runMainExample(client, examples);
	console.log(summarize(n8n, sandbox, account, examples));

	if (!once) await untilStopped(n8n);
	await Promise.all([n8n.stop(), sandbox.stop()]);
	return succeeded ? 0 : 1;
}

/**
 * Adds a node to the sandbox that is not ready, so that the first run of a check has something to tell, and two to the
 * network of Ethereum, so that several can agree.
 */
async function addNodes(url: string): Promise<void> {
	const post = async (path: string, body: object): Promise<Response> =>
		await fetch(`${url}/_sandbox/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	await post('nodes', { count: 2, network: 'NW-123-456-789' });
	const { ids } = (await (await post('nodes', { count: 1 })).json()) as { ids: string[] };
	const value = { startingBlock: '0x1', currentBlock: '0x100', highestBlock: '0x1f0' };
	await post('rpc', { node: ids[0], method: 'eth_syncing', value });
}

/** Two n8n on one database would damage it. */
function takeFolder(): void {
	const holder = takeLock(paths.lock);
	if (holder !== undefined) {
		throw new Problem(`An \`npm start\` of this folder is already running (process ${holder}).`, [
			'Use its editor, or end it with Ctrl-C and try again.',
			`If process ${holder} is something else, delete ${paths.lock} and try again.`,
		]);
	}
	process.on('exit', () => releaseLock(paths.lock));
}

async function prepareEditor(
	client: N8nClient,
	account: LocalAccount,
	sandbox: SandboxProcess,
): Promise<Imported[]> {
	try {
		await client.signIn(account);
	} catch (error) {
		if (!(error instanceof N8nRequestError) || error.status !== 401) throw error;
		throw new Problem("The password of n8n's owner is not the one that this script set.", [
			`Write the new one to ${paths.account}, or delete ${localFolder} to start over.`,
		]);
	}
	const data = credentialData(sandbox);
	const credential = await client.putCredential(credentialName, 'chainstackApi', data);
	const test = await client.testCredential(credential, 'chainstackApi', data);
	if (test.status !== 'OK') {
		throw new Problem(
			`The credential's own test did not pass: ${test.message}`,
			'The sandbox log may say why.',
			{ logFile: sandbox.logFile },
		);
	}
	return await importExamples(client, credential, paths.workflows);
}

function summarize(
	n8n: N8nServer,
	sandbox: SandboxAccess,
	account: LocalAccount,
	examples: Imported[],
): string {
	const main = examples.find(({ file }) => file === mainExample);
	const problem = sandbox.evm === 'anvil' ? '' : ` (no EVM client: ${sandbox.evmProblem})`;
	return [
		'',
		`n8n editor   ${n8n.url}`,
		`Log in       ${account.email}   ${account.password}`,
		...(main ? [`Just run     ${main.name}: ${n8n.url}/workflow/${main.id}`] : []),
		`Examples     all ${examples.length} are in the editor's overview: ${n8n.url}/home/workflows`,
		`Sandbox      what it currently contains: ${sandbox.url}/_sandbox/state${problem}`,
		`Logs         ${logFolder}`,
		`Ready after  ${elapsed(0)}`, // since this process began, the installation of dependencies included
	].join('\n');
}

/** Waits for Ctrl-C, or for n8n to end on its own. */
async function untilStopped(n8n: N8nServer): Promise<void> {
	console.log('\nCtrl-C stops n8n and the sandbox.');
	const asked = new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
	});
	const ended = n8n.exited.then(() => {
		throw new Problem('n8n stopped unexpectedly.', 'Start it again; its log has details.', {
			logFile: n8n.logFile,
		});
	});
	await Promise.race([asked, ended]);
	ended.catch(() => {}); // It ends now because it is told to.
	console.log('\nStopping…');
}
