import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { world } from '../world.mts';
import { AlertServices } from './alerts.mts';
import { Disturbances } from './disturbances.mts';
import { Executions, type ChangeItem, type Run } from './executions.mts';
import { OwnN8n } from './ownN8n.mts';
import { Protocol } from './protocol.mts';
import { scheduler } from './schedulers.mts';
import { until } from './until.mts';
import {
	activateWatches,
	calm,
	ownEndpoint,
	startPlatform,
	type Platform,
	type WatchName,
} from './watched.mts';

/** A change that was reported. */
export interface Reported extends ChangeItem {
	watch: WatchName;
	/** The script's name for the object. */
	object: string;
	/** When n8n ran the workflow for it, in milliseconds since the epoch. */
	ranAt: number;
}

/** Polls of each workflow at the end of a scene, in which a false report would show. */
const pollsToSettle = 2;

const allWatches: readonly WatchName[] = ['project', 'endpoint', 'status'];

/** A day of the trigger: what the script does to the platform and to n8n, what it waits for, and the result. */
export class Day extends Disturbances {
	/** Every report the script expects. */
	readonly #expected: string[] = [];
	/** Executions that failed as the script expected. */
	readonly #knownFailures = new Set<string>();
	#announcedFailures = new Map<WatchName, RegExp>();
	readonly #executions: Executions;

	private constructor(
		readonly n8n: OwnN8n,
		platform: Platform,
		private readonly workflows: ReadonlyMap<string, WatchName>,
		readonly alerts: AlertServices,
		protocol: Protocol,
	) {
		super(platform, protocol);
		this.#executions = new Executions(n8n.client);
	}

	static async begin(): Promise<Day> {
		const folder = join(world.folder, 'trigger-day');
		mkdirSync(folder, { recursive: true });
		const platform = await startPlatform(folder);
		const alerts = await AlertServices.start();
		try {
			const n8n = await OwnN8n.create(folder);
			const protocol = new Protocol(join(world.folder, `trigger-day-${scheduler}.log`));
			const workflows = await activateWatches(n8n.client, platform, alerts);
			return new Day(n8n, platform, workflows, alerts, protocol);
		} catch (error) {
			await Promise.all([platform.access.stop(), alerts.stop()]);
			throw error;
		}
	}

	async end(): Promise<void> {
		this.protocol.write();
		await Promise.all([this.n8n.end(), this.platform.access.stop(), this.alerts.stop()]);
	}

	/** Runs a scene, gives false reports time to appear, and compares all reports since the start of the day. */
	async scene(title: string, act: () => Promise<void>): Promise<void> {
		this.protocol.note('scene', title);
		await this.observations.forget();
		try {
			await act();
			await this.polls(pollsToSettle);
			await this.refresh();
			expect(this.reported().map(inWords).sort()).toEqual(this.#expected.toSorted());
			this.#checkFailures();
		} finally {
			await this.#notePolls();
			this.protocol.write();
		}
	}

	/** Expects a report, and waits for it. */
	async reports(watch: WatchName, object: string, from: string, to: string): Promise<void> {
		const words = inWords({ watch, object, from, to });
		this.#expected.push(words);
		const times = (list: string[]) => list.filter((one) => one === words).length;
		await until(`a report, ${words}`, async () => {
			await this.refresh();
			const isThere = times(this.reported().map(inWords)) >= times(this.#expected);
			return isThere || undefined;
		});
	}

	/** Expects that exactly one poll fails in this scene, however long its reason lasts, and waits for it. */
	async fails(watch: WatchName, message: RegExp): Promise<void> {
		this.#announcedFailures.set(watch, message);
		await until(`a failed poll of ${watch}`, async () => {
			await this.refresh();
			return this.#newFailures().some((run) => this.#watchOf(run) === watch) || undefined;
		});
	}

	/** Waits until the trigger that watches this has logged a line that begins so. */
	async logs(watch: WatchName, text: string): Promise<void> {
		const isLogged = () => this.n8n.log().includes(`'${watch}' ${text}`) || undefined;
		await until(`a line in the log of ${watch}: ${text}`, () => Promise.resolve(isLogged()));
	}

	/** Waits for further polls of some workflows, all of them by default, that were answered. */
	async polls(count: number, watches: readonly WatchName[] = allWatches): Promise<void> {
		const wanted = new Map<WatchName, number>();
		for (const watch of watches) wanted.set(watch, (await this.#pollsOf(watch)) + count);
		for (const [watch, sum] of wanted) {
			const isEnough = async () => (await this.#pollsOf(watch)) >= sum || undefined;
			await until(`${count} polls of ${watch}`, isEnough);
		}
	}

	/** Waits until the last complete polls of this scene saw a node of the project so: `-` not ready, `+` ready. */
	async sees(name: string, signs: string): Promise<void> {
		let seen = '';
		const isSeen = async () => {
			const observations = await this.observations.ofPolls(name);
			seen = observations.map(({ isGood }) => (isGood ? '+' : '-')).join('');
			return seen.endsWith(signs) || undefined;
		};
		await until(`${name} seen as ${signs}`, isSeen);
	}

	/** All reports so far. */
	reported(): Reported[] {
		return this.#executions.runs.flatMap((run) => {
			const watch = this.#watchOf(run);
			return run.changes.map((change) => ({
				...change,
				watch,
				object: watch === 'endpoint' ? ownEndpoint : change.name,
				ranAt: run.startedAt,
			}));
		});
	}

	/** All executions so far. */
	get runs(): Run[] {
		return this.#executions.runs;
	}

	/** Reads the executions that are new. */
	async refresh(): Promise<void> {
		for (const run of await this.#executions.refresh()) {
			const watch = this.#watchOf(run);
			for (const change of run.changes) {
				const object = watch === 'endpoint' ? ownEndpoint : change.name;
				this.protocol.note('emitted', emittedText({ ...change, watch, object }), run.startedAt);
			}
			if (run.execution.status === 'success') continue;
			this.protocol.note('n8n', `poll of ${watch} failed: ${run.execution.error}`, run.startedAt);
		}
	}

	async #pollsOf(watch: WatchName): Promise<number> {
		const observations = {
			project: async () => await this.observations.atEndpoint(calm),
			endpoint: async () => await this.observations.atEndpoint(ownEndpoint),
			status: async () => await this.observations.lists(),
		};
		return (await observations[watch]()).length;
	}

	#watchOf({ workflowId }: Run): WatchName {
		const watch = this.workflows.get(workflowId);
		if (watch === undefined) throw new Error(`Nobody made the workflow ${workflowId}`);
		return watch;
	}

	#newFailures(): Run[] {
		return this.#executions.runs.filter(
			({ id, execution }) => execution.status !== 'success' && !this.#knownFailures.has(id),
		);
	}

	#checkFailures(): void {
		const failed = this.#newFailures();
		for (const run of failed) {
			const message = this.#announcedFailures.get(this.#watchOf(run)) ?? 'no failure';
			expect(run.execution.error).toMatch(message);
			this.#knownFailures.add(run.id);
		}
		const watches = failed.map((run) => this.#watchOf(run));
		expect(watches.sort()).toEqual([...this.#announcedFailures.keys()].sort());
		this.#announcedFailures = new Map();
	}

	async #notePolls(): Promise<void> {
		for (const name of this.touched) {
			for (const { at, given } of await this.observations.atEndpoint(name)) {
				this.protocol.note('request', `to ${name}: ${given}`, at);
			}
		}
		this.touched.clear();
	}
}

/** A report in the notation of the expected ones. */
export function inWords(report: Pick<Reported, 'watch' | 'object' | 'from' | 'to'>): string {
	const { watch, object, from, to } = report;
	return `${watch}: ${object} ${from} → ${to}`;
}

function emittedText(report: Omit<Reported, 'ranAt'>): string {
	const { unhealthySeconds, confirmedAfter, reason } = report;
	return [
		inWords(report),
		`seen ${confirmedAfter} times`,
		...(unhealthySeconds === undefined ? [] : [`unhealthy for ${unhealthySeconds} s`]),
		...(reason === undefined ? [] : [reason]),
	].join(', ');
}
