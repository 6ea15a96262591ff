import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../../../../scripts/lib/installPackage.mts';
import { localAccount, type LocalAccount } from '../../../../scripts/lib/localAccount.mts';
import { N8nClient } from '../../../../scripts/lib/n8nClient.mts';
import { startN8n, type N8nServer } from '../../../../scripts/lib/n8nServer.mts';
import { freePorts } from '../../../../scripts/lib/ports.mts';
import { world } from '../world.mts';
import type { OwnNetwork } from '../network/ownNetwork.mts';
import { startSurroundings, type Surroundings } from './schedulers.mts';

interface OwnN8nOptions {
	/** Does something to the folder of the installed package before n8n starts. */
	prepare?: (packageFolder: string) => void;
	/** The network it runs in; that of this process by default. */
	network?: OwnNetwork;
}

/** An n8n for a test that stops it and starts it again. Its folder and address stay. */
export class OwnN8n {
	readonly client: N8nClient;
	#server?: N8nServer;
	#starts = 0;

	private constructor(
		private readonly folder: string,
		private readonly userFolder: string,
		private readonly account: LocalAccount,
		private readonly port: number,
		private readonly surroundings: Surroundings,
		private readonly network?: OwnNetwork,
	) {
		this.client = new N8nClient(`http://127.0.0.1:${port}`);
	}

	/** Creates the folder with the package installed, starts n8n on it and signs in. */
	static async create(folder: string, { prepare, network }: OwnN8nOptions = {}): Promise<OwnN8n> {
		const userFolder = join(folder, 'n8n');
		mkdirSync(userFolder, { recursive: true });
		await installPackage(world.tarball, userFolder);
		prepare?.(packageFolderOf(userFolder));
		const port = network?.port ?? (await freePorts(1))[0];
		const account = localAccount(join(folder, 'account.json'));
		const surroundings = await startSurroundings(folder);
		const own = new OwnN8n(folder, userFolder, account, port, surroundings, network);
		try {
			await own.start();
			await surroundings.startWorker(userFolder, account.encryptionKey);
			await own.client.signIn(account);
		} catch (error) {
			await own.end();
			throw error;
		}
		return own;
	}

	async start(): Promise<void> {
		this.#starts += 1;
		this.#server = await startN8n({
			install: world.install,
			userFolder: this.userFolder,
			encryptionKey: this.account.encryptionKey,
			logFile: join(this.folder, `n8n-${this.#starts}.log`),
			port: this.port,
			env: this.surroundings.env,
			prefix: this.network?.prefix,
		});
	}

	/** Takes the package away, as an administrator does, or an n8n that does not load it. */
	removePackage(): void {
		rmSync(packageFolderOf(this.userFolder), { recursive: true });
	}

	/** Ends it permanently, with all accompanying services. */
	async end(): Promise<void> {
		await this.stop();
		await this.surroundings.stop();
	}

	/** Ends it as its administrator would. */
	async stop(): Promise<void> {
		await this.#server?.stop();
	}

	/** Kills it in the middle of whatever it does. */
	async kill(): Promise<void> {
		await this.#server?.kill();
	}

	/** The text it has printed since its first start. */
	log(): string {
		return readdirSync(this.folder)
			.filter((name) => /^n8n-\d+\.log$/.test(name))
			.map((name) => readFileSync(join(this.folder, name), 'utf8'))
			.join('\n');
	}

	/**
	 * Its database file, in which strings are plain text; in queue mode, which uses another database, everything that
	 * was passed between processes.
	 */
	database(): string {
		const passedOn = this.surroundings.passedOn();
		if (passedOn !== undefined) return passedOn;
		const folder = join(this.userFolder, '.n8n');
		return readdirSync(folder)
			.filter((name) => name.startsWith('database.sqlite'))
			.map((name) => readFileSync(join(folder, name), 'latin1'))
			.join('\n');
	}
}

/** @returns the folder of the installed package */
function packageFolderOf(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-chainstack');
}
