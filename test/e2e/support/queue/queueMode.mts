import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../../../../scripts/lib/installPackage.mts';
import { localAccount } from '../../../../scripts/lib/localAccount.mts';
import { N8nClient } from '../../../../scripts/lib/n8nClient.mts';
import { readExecution, type Execution } from '../../../../scripts/lib/n8nExecution.mts';
import { startN8n } from '../../../../scripts/lib/n8nServer.mts';
import { keyOnlyData } from '../../../../scripts/lib/sandboxProcess.mts';
import { credentialType } from '../credentialType.mts';
import { world } from '../world.mts';
import { startPostgres } from './postgres.mts';
import { startRedis, type Redis } from './redis.mts';
import { startWorker, type Worker } from './worker.mts';

const limitMs = 60_000;

/**
 * n8n notices that a worker has died after its lock on the execution has run out. By default that takes 90
 * seconds; these settings make it 15 seconds.
 */
const missedSoon = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

type Stoppable = { stop: () => Promise<void> };
type Credential = { id: string; name: string };

/** n8n in queue mode: a main process that runs nothing itself, two workers, and between them Redis and PostgreSQL. */
export class QueueMode {
	private readonly started: Stoppable[] = [];

	/** The executions that were read, as n8n stored them. */
	private readonly stored: string[] = [];

	private readonly mainLog: string;

	/** All workers that ever took jobs. */
	private readonly workers: Worker[] = [];

	private workerStarts = 0;

	private startNext!: () => Promise<Worker>;

	private redis!: Redis;

	client!: N8nClient;

	credential!: Credential;

	private constructor(private readonly folder: string) {
		this.mainLog = join(folder, 'main.log');
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
	 * Begins a run as the editor does. Its push reference makes the worker send the output of every node
	 * to the main process through Redis.
	 * @returns the id of the execution
	 */
	async begin(workflow: Record<string, unknown>, trigger: string): Promise<string> {
		return await this.beginSaved(await this.save(workflow), trigger);
	}

	/** @returns the id of the workflow */
	async save(workflow: Record<string, unknown>): Promise<string> {
		return (await this.client.createWorkflow(workflow)).id;
	}

	/** Saves a workflow in place of an earlier one. */
	async saveAgain(id: string, workflow: Record<string, unknown>): Promise<void> {
		await this.client.request('PATCH', `/rest/workflows/${id}?forceSave=true`, workflow);
	}

	/** Like `begin`, with a workflow that is saved. */
	async beginSaved(id: string, trigger: string): Promise<string> {
		return await this.client.begin(id, trigger, { pushRef: randomUUID() });
	}

	/** Waits for the end of an execution. */
	async ended(executionId: string, limit = limitMs): Promise<Execution> {
		const execution = await readExecution(this.client, executionId, limit);
		this.stored.push(execution.raw);
		return execution;
	}

	/** The executions that the workers report having started, each as often as it was started. */
	startedByWorkers(): string[] {
		return this.workers.flatMap((worker) => worker.started());
	}

	/** Kills the worker that runs an execution, as a crash of its machine would. The other one continues. */
	async killWorkerOf(executionId: string): Promise<void> {
		const worker = this.workers.find((each) => each.started().includes(executionId));
		if (worker === undefined) throw new Error(`No worker has started execution ${executionId}`);
		await worker.kill();
	}

	/** Starts a worker in place of one that was killed. */
	async startWorker(): Promise<void> {
		this.workers.push(this.toStop(await this.startNext()));
	}

	/** Everything that is stored or passed on, by place. */
	traces(): Record<string, string> {
		return {
			'the log of the main process': readFileSync(this.mainLog, 'utf8'),
			...Object.fromEntries(
				this.workers.map(({ logFile }) => [logFile, readFileSync(logFile, 'utf8')]),
			),
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
		const [redis, postgres] = await Promise.all([
			startRedis(join(this.folder, 'redis')).then((each) => this.toStop(each)),
			startPostgres(this.folder).then((each) => this.toStop(each)),
		]);
		this.redis = redis;
		const env = {
			...postgres.env,
			...missedSoon,
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: redis.host,
			QUEUE_BULL_REDIS_PORT: String(redis.port),
		};
		const { install } = world;
		// One after the other: both would prepare the database.
		const main = this.toStop(
			await startN8n({ install, userFolder, encryptionKey, logFile: this.mainLog, env }),
		);
		this.startNext = async () => {
			this.workerStarts += 1;
			const logFile = join(this.folder, `worker-${this.workerStarts}.log`);
			return await startWorker({ userFolder, encryptionKey, logFile, env });
		};
		await Promise.all([this.startWorker(), this.startWorker()]);
		this.client = new N8nClient(main.url);
		await this.client.signIn(account);
		const data = keyOnlyData(world.sandbox);
		this.credential = await this.client.putCredential('Sandbox', credentialType, data);
	}

	private toStop<T extends Stoppable>(what: T): T {
		this.started.push(what);
		return what;
	}
}
