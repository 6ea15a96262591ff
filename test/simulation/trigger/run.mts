import type { IDataObject } from 'n8n-workflow';

import { Random } from '../support/random.mts';
import { VirtualClock } from '../support/virtualClock.mts';
import type { PollStart } from './due.mts';
import { Engine, type Platform, type Scheduler, type UnderWay } from './engine.mts';
import type { FailureObserver, Trouble } from './failures.mts';

/** Result of a simulated period. */
export interface RunResult {
	/** Reports and reminders that were due. */
	due: number;
	reminders: number;
	/** Times in which polls could not check for so long that one had to fail, and polls that failed. */
	spells: number;
	failures: number;
	requests: number;
	polls: number;
	/** Heartbeats that left. */
	heartbeats: number;
	/** Processes that ended, and activations, those of a start of n8n included. */
	kills: number;
	activations: number;
	/** What happened in the world: saved workflows, sleeps of the machine, outages of the API, and so on. */
	saves: number;
	sleeps: number;
	outages: number;
	deletedProjects: number;
	/** Limits of single endpoints: all, those that ask for a wait, and those that reject slowly. */
	limits: number;
	waits: number;
	slowLimits: number;
	scheduler: Scheduler;
	/** The violations, in words: reports due and not made, or made and not due, and other things. */
	faults: string[];
}

/** The world that the trigger talks to, and the answers polls received from it. */
export interface SimulatedPlatform extends Platform {
	requests: number;
	beginPoll(): void;
}

/** A report that is due, or was made. */
export interface Report {
	/** The object, where reports about each are looked at on their own. */
	id?: string;
	/** The key that distinguishes it from others. */
	words: string;
	isReminder?: boolean;
	/** Whether it waited for the end of a quiet time. */
	isAfterQuiet?: boolean;
	downtimeMs?: number | null;
	/** When the incident began, as the item says. */
	startedAt?: string;
	/** The sentence about it. */
	summary?: string;
	/** The incident it belongs to: a key of the observer, or of the trigger. */
	incident?: string;
	healthy?: boolean;
	/** The names the object may have; the one it has. */
	names?: readonly string[];
}

/** @returns whether reports of an object are those that were made */
export type FitsReports = (reports: readonly Report[], id: string) => boolean;

/** How a poll of a simulated n8n is concluded. */
interface Conclusion extends PollStart {
	at: number;
	poll: number;
	/** Where the process ends between n8n's saving and its reporting. */
	handing?: 'saved' | 'reported';
}

const SCHEDULED: PollStart = { isActivation: false, isStart: false };

/** People act, and processes end, at most once in so many polls. */
const QUIET_POLLS = 15;

/** The schedulers of n8n. */
export const SCHEDULERS: readonly Scheduler[] = ['built-in', 'durable', 'durable with cursors'];
const TOLERANCE_MS = 1500;
const LONGEST_POLL_MS = 30_000;

/**
 * Runs polls of the trigger in virtual time, as n8n does, with everything that happens to n8n itself: kills
 * at any moment, activations, overlapping polls; and compares what was reported with what was due.
 */
export abstract class Run {
	protected readonly clock = new VirtualClock();

	protected readonly result: Omit<RunResult, 'scheduler'>;

	private isFirst = true;

	/** The last poll in which somebody acted or the process ended. */
	private disturbedIn = 0;

	/** Keys of incidents: the trigger's by the observer's. */
	private incidents = new Map<string, string>();

	/** When each incident began, as its first item says. */
	private starts = new Map<string, string>();

	/** How long the machine slept so far, which its monotonic clock does not count. */
	private sleptMs = 0;

	/** By how much the wall clock was corrected since n8n saved last. */
	private correctedMs = 0;

	constructor(
		protected readonly random: Random,
		protected readonly polls: number,
		private readonly intervalMs: number,
	) {
		this.result = {
			due: 0,
			reminders: 0,
			spells: 0,
			failures: 0,
			requests: 0,
			polls,
			heartbeats: 0,
			kills: 0,
			activations: 0,
			saves: 0,
			sleeps: 0,
			outages: 0,
			deletedProjects: 0,
			limits: 0,
			waits: 0,
			slowLimits: 0,
			faults: [],
		};
	}

	protected abstract get scheduler(): Scheduler;

	protected abstract get world(): SimulatedPlatform;

	protected abstract get engine(): Engine;

	/** The events in the world until the next poll. */
	protected abstract live(): void;

	/** The time since the beginning, in milliseconds, with that in which the machine slept. */
	protected get now(): number {
		return this.clock.now() + this.sleptMs;
	}

	/** The machine sleeps, so that its wall clock is ahead when it wakes up. */
	private sleep(milliseconds: number): void {
		this.sleptMs += milliseconds;
		this.engine.wallShiftMs += milliseconds;
	}

	/** The wall clock is corrected; a step forwards of some intervals could not be told from a sleep. */
	protected correctClock(milliseconds: number): void {
		const correctionMs = Math.min(milliseconds, this.intervalMs);
		this.engine.wallShiftMs += correctionMs;
		this.correctedMs += correctionMs;
		// Dates are given as the clock now shows them.
		this.starts.clear();
	}

	/**
	 * Passes what a poll received to the observer.
	 * @param fits whether reports of an object are those that were made
	 * @returns what is due
	 */
	protected abstract observe(at: number, fits: FitsReports): Report[];

	/** Notifies the observer of the beginning of a poll. */
	protected abstract begin(at: number, start: PollStart): void;

	/** Notifies the observer that n8n saved what the trigger knows, no longer has it, or that a new process began. */
	protected abstract notifyObserver(what: 'forget' | 'restart' | 'save'): void;

	/** @returns why the poll could not check, if it could not */
	protected abstract trouble(): Trouble | undefined;

	protected abstract get failures(): FailureObserver;

	/** The user changes fields. */
	protected abstract changeFields(what: 'confirmations' | 'selection'): void;

	/** Whether the fields are such that nothing can be watched. */
	protected get isWrong(): boolean {
		return false;
	}

	/**
	 * @param trouble why the poll could not check
	 * @returns what is wrong with its heartbeats
	 */
	protected checkHeartbeats?(
		heartbeats: readonly IDataObject[],
		at: number,
		trouble: Trouble | undefined,
	): string[];

	/** @returns what an item of the trigger reports */
	protected abstract reportOf(item: IDataObject): Report;

	async play(): Promise<RunResult> {
		await this.activation('activate');
		for (let poll = 1; poll <= this.polls; poll += 1) {
			this.live();
			const kind = this.random.next();
			const isQuiet = poll - this.disturbedIn >= QUIET_POLLS;
			if (kind < 0.02 || (kind > 0.988 && isQuiet)) this.disturbedIn = poll;
			if (kind < 0.02) await this.killed(poll);
			else if (kind > 0.9985 && isQuiet) await this.switchedOff();
			else if (kind > 0.998 && isQuiet) await this.slept(poll);
			else if (kind > 0.9965 && isQuiet) await this.edited('confirmations');
			else if (kind > 0.995 && isQuiet) await this.edited('name');
			else if ((kind > 0.988 && isQuiet) || (kind > 0.9 && this.isWrong))
				await this.edited('selection');
			else if (kind < 0.024) await this.activation('activate');
			else if (kind < 0.028) await this.activationDuringPoll(poll);
			else if (kind < 0.036) await this.overlapping(poll);
			else if (kind < 0.044) await this.hurried(poll);
			else await this.polled(poll);
			await this.clock.advance(this.intervalMs - (this.clock.now() % this.intervalMs));
		}
		this.result.requests = this.world.requests;
		this.result.spells = this.failures.spells;
		return { ...this.result, scheduler: this.scheduler };
	}

	/** The machine sleeps between two polls. */
	private async slept(poll: number): Promise<void> {
		this.result.sleeps += 1;
		this.sleep(this.intervalMs * this.random.integer(30, 400));
		await this.polled(poll);
	}

	private async polled(poll: number): Promise<boolean> {
		this.world.beginPoll();
		const at = this.now;
		const underWay = this.engine.poll();
		await this.finish(underWay, at);
		this.conclude(underWay, { at, poll, ...SCHEDULED });
		return underWay.result?.items !== null;
	}

	/** The workflow is deactivated for some time, and activated again. */
	private async switchedOff(): Promise<void> {
		for (let minutes = this.random.integer(10, 400); minutes > 0; minutes -= 1) {
			await this.clock.advance(this.intervalMs);
			this.live();
		}
		await this.activation('activate');
	}

	/** The workflow is saved with other values in its fields, or with another name of the node. */
	private async edited(what: 'confirmations' | 'name' | 'selection'): Promise<void> {
		this.result.saves += 1;
		if (what !== 'name') this.changeFields(what);
		else {
			this.engine.saved = {};
			this.notifyObserver('forget');
			this.failures.forget();
		}
		await this.activation('activate');
	}

	/** n8n activates the workflow: the saved state is read, and saved again after the poll. */
	protected async activation(mode: 'activate' | 'init'): Promise<void> {
		// Under the durable scheduler only the first activation polls by itself.
		if (this.scheduler !== 'built-in' && !this.isFirst) return;
		this.isFirst = false;
		this.result.activations += 1;
		this.world.beginPoll();
		const at = this.now;
		const underWay = this.engine.activate(mode);
		await this.finish(underWay, at);
		this.conclude(underWay, { at, poll: 0, isActivation: true, isStart: mode === 'init' });
		if (underWay.result?.error === undefined) return;
		// It stays off: somebody tries again later.
		for (let minutes = 10; minutes > 0; minutes -= 1) {
			await this.clock.advance(this.intervalMs);
			this.live();
		}
		if (this.isWrong) this.changeFields('selection');
		this.isFirst = this.scheduler !== 'built-in';
		await this.activation(mode);
	}

	/** The process ends between polls, during one, or between n8n's saving and its reporting. */
	private async killed(poll: number): Promise<void> {
		const { random, world, engine } = this;
		const how = random.pick(['between', 'within', 'saved', 'reported'] as const);
		if (how === 'within') {
			world.beginPoll();
			engine.poll();
			await this.clock.advance(random.integer(0, 100));
		} else if (how !== 'between') {
			world.beginPoll();
			const at = this.now;
			const underWay = engine.poll();
			await this.finish(underWay, at);
			this.conclude(underWay, { at, poll, ...SCHEDULED, handing: how });
		}
		engine.kill();
		// In another process the wall clock counts as it is, so it is right again.
		if (this.correctedMs !== 0) this.starts.clear();
		engine.wallShiftMs -= this.correctedMs;
		this.correctedMs = 0;
		this.result.kills += 1;
		this.notifyObserver('restart');
		this.failures.restart();
		await this.clock.advance(random.integer(1, 20_000));
		if (this.scheduler === 'built-in') await this.activation('init');
	}

	/** Parameters are saved while a poll runs: what that poll finds is dropped. */
	private async activationDuringPoll(poll: number): Promise<void> {
		if (this.scheduler !== 'built-in') return;
		this.world.beginPoll();
		const at = this.now;
		const underWay = this.engine.poll();
		await this.clock.advance(this.random.integer(0, 30));
		// Some polls are faster.
		if (underWay.result !== undefined) this.conclude(underWay, { at, poll, ...SCHEDULED });
		await this.activation('activate');
	}

	/** The next poll begins while one is in progress, and must not check anything. */
	private async overlapping(poll: number): Promise<void> {
		this.world.beginPoll();
		const at = this.now;
		const underWay = this.engine.poll();
		await this.clock.advance(5);
		const { requests } = this.world;
		const second = this.engine.poll();
		await second.done;
		if (second.result?.items !== null || this.world.requests > requests)
			this.result.faults.push(`poll ${poll}: two checked at the same time`);
		await this.finish(underWay, at);
		this.conclude(underWay, { at, poll, ...SCHEDULED });
	}

	/** n8n catches up on a poll right after another, having prepared it before saving what that one reported. */
	private async hurried(poll: number): Promise<void> {
		const { engine, world, random } = this;
		const { saved } = engine;
		const hasReported = await this.polled(poll);
		if (this.scheduler !== 'durable with cursors') return;
		await this.clock.advance(random.integer(1, 5000));
		world.beginPoll();
		const at = this.now;
		const { requests } = world;
		const underWay = engine.poll(saved);
		await this.finish(underWay, at);
		// Where n8n has nothing because the node was renamed, the process goes on with what it knows.
		const isForgotten = Object.keys(saved).length === 0;
		if (!hasReported || isForgotten) return this.conclude(underWay, { at, poll, ...SCHEDULED });
		if (underWay.result?.items !== null || world.requests > requests)
			this.result.faults.push(`poll ${poll}: a poll did not wait for the report before it`);
	}

	private async finish(underWay: UnderWay, at: number): Promise<void> {
		const end = at - this.sleptMs + 2 * LONGEST_POLL_MS;
		await this.clock.runUntil(() => underWay.result !== undefined, end);
		const tookMs = this.now - at;
		if (underWay.result === undefined || tookMs > LONGEST_POLL_MS)
			this.result.faults.push(`a poll took ${Math.round(tookMs / 1000)} s`);
		const { requests } = this.world;
		await this.clock.advance(1000);
		if (this.world.requests > requests) this.result.faults.push('requests after the poll');
	}

	private conclude(
		underWay: UnderWay,
		{ at, poll, isActivation, isStart, handing }: Conclusion,
	): void {
		const { engine, result } = this;
		const { items = null, error } = underWay.result ?? {};
		this.begin(at, { isActivation, isStart });
		const heartbeats = (items ?? []).filter(({ kind }) => kind === 'heartbeat');
		const changes = (items ?? []).filter((item) => !heartbeats.includes(item));
		result.heartbeats += heartbeats.length;
		const told = ungrouped(changes).map((item) => this.reportOf(item));
		// By what was known before: a poll that reports the last chosen object as deleted could check.
		const trouble = this.trouble();
		const due = this.observe(at, (reports, id) => {
			const ofObject = told.filter((each) => each.id === id);
			if (ofObject.length !== reports.length) return false;
			return reports.every((each, index) => this.fits(each, ofObject[index]));
		});
		const hasItems = due.length > 0;
		const mustFail = this.failures.poll(trouble, at, { isActivation, isStart, hasItems });
		result.failures += Number(error !== undefined);
		if (mustFail !== (error !== undefined))
			result.faults.push(`poll ${poll}: ${error?.message ?? 'not failed'}`);
		for (const fault of this.checkHeartbeats?.(heartbeats, at, trouble) ?? [])
			result.faults.push(`poll ${poll}: ${fault}`);
		const isReport = items !== null;
		// Killed between the two: what is saved counts as reported, what is not saved is reported again.
		const isSaved = isReport
			? handing !== 'reported'
			: isActivation || (this.scheduler === 'durable with cursors' && error === undefined);
		if (isSaved && error === undefined) {
			engine.save(underWay);
			this.correctedMs = 0;
			this.notifyObserver('save');
			this.failures.save();
		}
		result.due += due.length;
		// A report made again after a crash may, and should, belong to the same incident.
		const before = new Map(this.incidents);
		this.compare(due, told, poll);
		if (!isSaved) this.incidents = before;
	}

	/** Whether a report is the one that was made, as far as that depends on what polls found. */
	private fits(due: Report, told: Report): boolean {
		const { downtimeMs: wanted, incident } = due;
		const known = incident === undefined ? undefined : this.incidents.get(incident);
		if (due.words !== told.words || (known !== undefined && known !== told.incident)) return false;
		return typeof wanted !== 'number' || Math.abs((told.downtimeMs ?? -1) - wanted) <= TOLERANCE_MS;
	}

	private compare(due: readonly Report[], reports: readonly Report[], poll: number): void {
		const { result } = this;
		const open = new Map(due.map((each) => [each.words, each]));
		result.reminders += due.filter(({ isReminder }) => isReminder).length;
		for (const { words, downtimeMs, incident, healthy, names = [], ...told } of reports) {
			const found = open.get(words);
			if (!open.delete(words)) {
				result.faults.push(`poll ${poll}: ${words} was not due`);
				continue;
			}
			if (told.startedAt !== undefined && incident !== undefined) {
				const before = this.starts.get(incident) ?? told.startedAt;
				this.starts.set(incident, before);
				if (before !== told.startedAt)
					result.faults.push(`poll ${poll}: ${words} began at ${told.startedAt}, not ${before}`);
			}
			if (told.summary !== undefined && !isSentence(told.summary, names[0]))
				result.faults.push(`poll ${poll}: ${words} reads: ${told.summary}`);
			if (typeof downtimeMs === 'number' && downtimeMs < 0)
				result.faults.push(`poll ${poll}: a downtime of ${downtimeMs} ms`);
			if (found?.healthy !== undefined && found.healthy !== healthy)
				result.faults.push(`poll ${poll}: ${words} is healthy: ${healthy}`);
			if ((found?.isAfterQuiet ?? false) !== (told.isAfterQuiet ?? false))
				result.faults.push(`poll ${poll}: ${words} waited for a quiet time: ${told.isAfterQuiet}`);
			if (found?.names !== undefined && !names.every((name) => found.names?.includes(name)))
				result.faults.push(`poll ${poll}: ${words} is called ${names.join()}`);
			if (found?.incident !== undefined && !this.isSameIncident(found.incident, incident))
				result.faults.push(`poll ${poll}: ${words} belongs to another incident: ${incident}`);
			const wanted = found?.downtimeMs;
			if (wanted === null && downtimeMs !== undefined)
				result.faults.push(`poll ${poll}: ${words} with a downtime`);
			if (typeof wanted === 'number' && Math.abs((downtimeMs ?? -1) - wanted) > TOLERANCE_MS)
				result.faults.push(`poll ${poll}: ${words} after ${downtimeMs} ms, not ${wanted} ms`);
		}
		for (const words of open.keys()) result.faults.push(`poll ${poll}: ${words} was missed`);
	}

	/** Whether the trigger calls an incident as it did before, and no other one so. */
	private isSameIncident(known: string, id = ''): boolean {
		const before = this.incidents.get(known);
		if (before !== undefined) return before === id;
		const isNew = id !== '' && ![...this.incidents.values()].includes(id);
		this.incidents.set(known, id);
		return isNew;
	}
}

/** Whether a text can be sent as it is: about the object, and without what only programs read. */
function isSentence(text: string, name = ''): boolean {
	return (
		text.startsWith(name) && text.length > name.length && !/undefined|NaN|\bms\b| {2}/.test(text)
	);
}

/** The items of a poll, one per change. */
function ungrouped(items: readonly IDataObject[]): IDataObject[] {
	return items.flatMap((item) =>
		Array.isArray(item.changes) ? (item.changes as IDataObject[]) : [item],
	);
}
