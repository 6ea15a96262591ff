import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../../../../scripts/lib/installPackage.mjs';
import { localAccount } from '../../../../scripts/lib/localAccount.mjs';
import { N8nClient } from '../../../../scripts/lib/n8nClient.mjs';
import { readExecution, type Execution } from '../../../../scripts/lib/n8nExecution.mjs';
import { startN8n } from '../../../../scripts/lib/n8nServer.mjs';
import { credentialData } from '../../../../scripts/lib/sandboxProcess.mjs';
import { credentialType } from '../credentialType.mts';
import { world } from '../world.mts';
import { startRedis, type Redis } from './redis.mts';
import { startWorker } from './worker.mts';

const limitMs = 60_000;

type Stoppable = { stop: () => Promise<void> };
type Credential = { id: string; name: string };

/** n8n in queue mode: a main process that runs nothing itself, a worker, and Redis between them. */
export class QueueMode {
	private readonly started: Stoppable[] = [];

	/** What n8n stored about the executions that were read. */
	private readonly stored: string[] = [];

	private readonly logs: { main: string; worker: string };

	private redis!: Redis;

	client!: N8nClient;

	credential!: Credential;

	private constructor(private readonly folder: string) {
		this.logs = { main: join(folder, 'main.log'), worker: join(folder, 'worker.log') };
	}

	static async start(): Promise<QueueMode> {
		const queueMode = new QueueMode(join(world.folder, 'queue-mode'));
		try {
			await queueMode.startAll();
		} catch (error) {
			await queueMode.stop();
			throw error;
		}
		return queueMode;
	}

	async stop(): Promise<void> {
		for (const each of this.started.splice(0).reverse()) await each.stop();
	}

	/** Runs a workflow by hand and waits for its end. */
	async run(workflow: Record<string, unknown>, trigger: string): Promise<Execution> {
		return await this.ended(await this.begin(workflow, trigger));
	}

	/**
	 * Begins a run as the editor does. Its push reference has the worker send what every node gave to
	 * the main process, by way of Redis.
	 * @returns the id of the execution
	 */
	async begin(workflow: Record<string, unknown>, trigger: string): Promise<string> {
		const { id } = await this.client.createWorkflow(workflow);
		const { cookie, browserId } = this.client.session;
		const response = await fetch(`${this.client.url}/rest/workflows/${id}/run`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'browser-id': browserId,
				'push-ref': randomUUID(),
				cookie,
			},
			body: JSON.stringify({ triggerToStartFrom: { name: trigger } }),
		});
		const answer = (await response.json()) as { data?: { executionId?: string } };
		if (!answer.data?.executionId) throw new Error(`Not run: ${JSON.stringify(answer)}`);
		return answer.data.executionId;
	}

	/** Waits for the end of an execution. */
	async ended(executionId: string): Promise<Execution> {
		const execution = await readExecution(this.client, executionId, limitMs);
		this.stored.push(execution.raw);
		return execution;
	}

	/** The executions the worker says it has started. */
	startedByWorker(): string[] {
		const log = readFileSync(this.logs.worker, 'utf8');
		return [...log.matchAll(/Worker started execution (\w+)/g)].map(([, id]) => id);
	}

	/** Everything that is written down or passed on, by where. */
	traces(): Record<string, string> {
		return {
			'the log of the main process': readFileSync(this.logs.main, 'utf8'),
			'the log of the worker': readFileSync(this.logs.worker, 'utf8'),
			Redis: this.redis.seen(),
			'the stored executions': this.stored.join('\n'),
		};
	}

	private async startAll(): Promise<void> {
		const userFolder = join(this.folder, 'n8n');
		mkdirSync(userFolder, { recursive: true });
		await installPackage(world.tarball, userFolder);
		const account = localAccount(join(this.folder, 'account.json'));
		const { encryptionKey } = account;
		this.redis = this.toStop(await startRedis(join(this.folder, 'redis')));
		const env = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: this.redis.host,
			QUEUE_BULL_REDIS_PORT: String(this.redis.port),
		};
		const { install } = world;
		// One after the other: both would prepare the database.
		const main = this.toStop(
			await startN8n({ install, userFolder, encryptionKey, logFile: this.logs.main, env }),
		);
		this.toStop(await startWorker({ userFolder, encryptionKey, logFile: this.logs.worker, env }));
		this.client = new N8nClient(main.url);
		await this.client.signIn(account);
		const data = credentialData(world.sandbox);
		this.credential = await this.client.putCredential('Sandbox', credentialType, data);
	}

	private toStop<T extends Stoppable>(what: T): T {
		this.started.push(what);
		return what;
	}
}
