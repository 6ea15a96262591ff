import { join } from 'node:path';
import { startPostgres } from '../queue/postgres.mts';
import { startRedis } from '../queue/redis.mts';
import { startWorker } from '../queue/worker.mts';

/** n8n's durable scheduler, fast enough for polls every two seconds. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
};

/** The schedulers that can trigger n8n's polls, with n8n's settings for them. */
const schedulers = {
	'built-in': {},
	durable,
	'durable-with-cursors': { ...durable, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
	'queue-mode': { EXECUTIONS_MODE: 'queue' },
} as const satisfies Record<string, Record<string, string>>;

type Scheduler = keyof typeof schedulers;

/** The scheduler of n8n's polls on this day: `N8N_TEST_SCHEDULER`, or the built-in scheduler. */
export const scheduler: Scheduler = chosen(process.env.N8N_TEST_SCHEDULER ?? 'built-in');

/** Whether n8n saves what the trigger knows after each poll, and not only with items. */
export const savesEachPoll = scheduler === 'durable-with-cursors';

/** Whether n8n waits after a poll that failed: half an hour where a key was refused. */
export const waitsAfterFailures = savesEachPoll;

function chosen(name: string): Scheduler {
	if (name in schedulers) return name as Scheduler;
	const names = Object.keys(schedulers).join(', ');
	throw new Error(`N8N_TEST_SCHEDULER has to be one of ${names}, but it is '${name}'`);
}

/** The services that n8n needs. */
export interface Surroundings {
	env: Record<string, string>;
	/** Starts what runs the workflows, once n8n has prepared its database. */
	startWorker(userFolder: string, encryptionKey: string): Promise<void>;
	/** Everything that was passed between processes, if there are several. */
	passedOn(): string | undefined;
	stop(): Promise<void>;
}

/** Starts the services that n8n needs for the scheduler of this day. */
export async function startSurroundings(folder: string): Promise<Surroundings> {
	const env = schedulers[scheduler];
	const nothing = async (): Promise<void> => await Promise.resolve();
	if (scheduler !== 'queue-mode')
		return { env, startWorker: nothing, passedOn: () => undefined, stop: nothing };
	const [redis, postgres] = await Promise.all([
		startRedis(join(folder, 'redis')),
		startPostgres(folder),
	]);
	const started: Array<{ stop: () => Promise<void> }> = [redis, postgres];
	const all = {
		...env,
		...postgres.env,
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
	return {
		env: all,
		startWorker: async (userFolder, encryptionKey) => {
			const logFile = join(folder, 'worker.log');
			started.push(await startWorker({ userFolder, encryptionKey, logFile, env: all }));
		},
		passedOn: () => redis.seen(),
		stop: async () => {
			for (const each of started.splice(0).reverse()) await each.stop();
		},
	};
}
