import type { IDataObject } from 'n8n-workflow';

import { Random } from '../support/random.mts';
import { Engine, type Scheduler } from './engine.mts';
import { FailureObserver, type Trouble } from './failures.mts';
import { FAULTS } from './replies.mts';
import { Run, SCHEDULERS, type Report, type RunResult } from './run.mts';
import { UsageObserver, type DueLevel, type Level } from './usageDue.mts';
import { Account, UsageWorld } from './usageWorld.mts';

/** Number of billing periods that each seed simulates. */
export const PERIODS = 3;

const HOUR_MS = 3_600_000;
const DAYS = 31 * PERIODS;
const LEVELS: readonly Level[] = [50, 80, 100, 'forecast'];
const INCLUDED = [3_000_000, 20_000_000] as const;
const OURS = 'RG-1-1';
const OTHERS = 'RG-2-2';

/** Simulates billing periods from a seed, a poll every few hours, and compares what was reported with what was due. */
export async function playUsage(seed: number): Promise<RunResult> {
	const random = new Random(seed);
	const hours = random.pick([1, 2, 3, 6]);
	return await new UsageRun(seed, random, hours).play();
}

class UsageRun extends Run {
	protected override readonly scheduler: Scheduler;

	protected override readonly world: UsageWorld;

	protected override readonly engine: Engine;

	private readonly observer: UsageObserver;

	protected override readonly failures: FailureObserver;

	private readonly parameters: IDataObject;

	/** In some of them the plan is changed, and another key is used. */
	private readonly changesPlan: boolean;

	private readonly changesKey: boolean;

	constructor(
		seed: number,
		random: Random,
		private readonly hours: number,
	) {
		super(random, (DAYS * 24) / hours, hours * HOUR_MS);
		this.scheduler = random.pick(SCHEDULERS);
		const emitInitialState = random.chance(0.3);
		this.changesPlan = random.chance(0.3);
		this.changesKey = random.chance(0.3);
		const accounts = [OURS, OTHERS].map(
			(id) => [id, new Account(random, PERIODS + 3, INCLUDED[0])] as const,
		);
		this.world = new UsageWorld(this.clock, new Map(accounts), OURS);
		this.observer = new UsageObserver(LEVELS, emitInitialState);
		this.failures = new FailureObserver(this.scheduler === 'durable with cursors');
		this.parameters = {
			event: 'usageThresholdReached',
			metric: 'request_units',
			included: INCLUDED[0],
			levels: LEVELS.join(', '),
			emitInitialState,
			options: { group: random.chance(0.3) ? 'poll' : 'none' },
		};
		this.engine = new Engine(this.clock, this.world, this.scheduler, this.parameters, seed);
	}

	protected override live(): void {
		const { random, world, hours } = this;
		const chanceInDays = (days: number): boolean => random.chance(hours / 24 / days);
		world.faults = [];
		if (random.chance(0.04)) {
			const many = random.integer(1, 5);
			for (let count = 0; count < many; count += 1) world.faults.push(random.pick(FAULTS));
		}
		world.flaw = undefined;
		if (chanceInDays(10)) world.flaw = 'none of its rows';
		else if (!this.changesKey && world.isSoonAfterSwitch && random.chance(0.1))
			world.flaw = 'the period before';
		if (chanceInDays(20)) this.correctClock(random.integer(-5 * 24 * HOUR_MS, 5 * 24 * HOUR_MS));
		if (this.changesKey && chanceInDays(15))
			world.organization = world.organization === OURS ? OTHERS : OURS;
		if (this.changesPlan && chanceInDays(20))
			this.parameters.included = random.pick(INCLUDED.filter((each) => each !== this.included));
	}

	protected override observe(): Report[] {
		const { included } = this;
		const seen = this.world.observation();
		const due = seen === undefined ? [] : this.observer.observe({ ...seen, included });
		return due.map((each) => ({ words: wordsOf(each) }));
	}

	protected override begin(): void {}

	protected override notifyObserver(what: 'forget' | 'restart' | 'save'): void {
		this.observer[what]();
	}

	protected override changeFields(): void {}

	protected override trouble(): Trouble | undefined {
		return this.world.observation() === undefined ? 'unreadable' : undefined;
	}

	protected override reportOf(item: IDataObject): Report {
		const [organization] = String(item.id).split(' ');
		const day = Date.parse(String(item.period));
		const period = this.world.accounts.get(organization)?.periodOf(day);
		return { words: wordsOf({ ...(item as unknown as DueLevel), organization, period }) };
	}

	private get included(): number {
		return Number(this.parameters.included);
	}
}

function wordsOf({ organization, included, level, period, used }: DueLevel): string {
	return `${organization}: ${level} of ${included} in period ${period} with ${used}`;
}
