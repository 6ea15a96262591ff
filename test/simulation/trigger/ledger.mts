import type { IDataObject } from 'n8n-workflow';

import type { Due, PollStart, Rules } from './due.mts';

/**
 * What heartbeats have to say, independent of the code that implements them.
 *
 * 1. A poll that could check gives one when the interval has passed since the last one, and none before half a poll
 *    interval less. A poll that could not check gives none.
 * 2. Each object that was watched since the last one has an entry, whose seconds add up to the time since then.
 * 3. The time between two polls belongs to what the first of them found; before, between and after the polls of an
 *    object, over a pause, and of a process that was killed since n8n last saved, it was not monitored.
 *    Where n8n saves each poll, the time over a kill is known, unless each poll since it last knew nothing gave items:
 *    these n8n saves anyway, so that nobody can tell whether it saves the others.
 * 4. An incident counts when it is reported for the first time.
 * 5. An object that is selected may be found unknown before it is first seen, or after it was forgotten: then its
 *    record, or its state, could not be read. Elsewhere it has no entry, or was not monitored.
 */

const PARTS = ['healthy', 'unhealthy', 'unknown', 'quiet'] as const;

type Part = (typeof PARTS)[number];

interface Account {
	found?: Part;
	milliseconds: Record<Part, number>;
	incidents: number;
}

interface Book {
	leftAt?: number;
	polledAt?: number;
	accounts: Map<string, Account>;
	incidents: Set<string>;
	/** For how long objects may have been unknown that are selected, and not known. */
	unseen: Map<string, number>;
	/** The objects that the last poll may have found so. */
	unseenNow: ReadonlySet<string>;
}

/** What a poll found. */
interface Found {
	at: number;
	/** Whether it could check; `partly` where something that is requested by its ID was not read. */
	canCheck: boolean | 'partly';
	/** The states of all objects that are watched; absent where it was not observed. */
	states: ReadonlyMap<string, string | undefined>;
	/** The other objects that are selected, and were not observed. */
	unseen: ReadonlySet<string>;
	due: readonly Due[];
	isQuiet(state?: string): boolean;
}

const emptyBook = (): Book => ({
	accounts: new Map(),
	incidents: new Set(),
	unseen: new Map(),
	unseenNow: new Set(),
});

const emptyAccount = (): Account => ({
	milliseconds: { healthy: 0, unhealthy: 0, unknown: 0, quiet: 0 },
	incidents: 0,
});

/** Keeps the accounts of all objects, and compares heartbeats with them. */
export class HeartbeatLedger {
	private book = emptyBook();

	private saved = emptyBook();

	/** Whether it is known when the last poll was. */
	private isCurrent = true;

	/** Whether this process knows that n8n saves each poll, whether what is saved tells that, and the last poll. */
	private knowsSaving = false;

	private savedTells = false;

	private isSilent = false;

	constructor(
		private readonly everyMs: number,
		private readonly rules: Rules,
	) {}

	begin(at: number, { isActivation }: PollStart): void {
		const { intervalMs = Infinity } = this.rules;
		this.knowsSaving ||= this.savedTells;
		const gap = at - (this.book.polledAt ?? at);
		const isPause = gap > intervalMs * (isActivation ? 2 : 3);
		if (this.isCurrent && !isPause) {
			for (const { found, milliseconds } of this.book.accounts.values())
				if (found !== undefined) milliseconds[found] += gap;
			const { unseen, unseenNow } = this.book;
			for (const id of unseenNow) unseen.set(id, (unseen.get(id) ?? 0) + gap);
		}
		this.isCurrent = true;
		this.book.polledAt = at;
	}

	/** @returns what is wrong with the heartbeats that a poll gave */
	poll(found: Found, heartbeats: readonly IDataObject[]): string[] {
		this.enter(found);
		const { at, canCheck } = found;
		const { leftAt } = this.book;
		const { intervalMs = 0 } = this.rules;
		const passed = leftAt === undefined ? Infinity : at - leftAt;
		const isDue = canCheck === true && passed >= this.everyMs;
		const isAllowed = canCheck !== false && passed >= this.everyMs - intervalMs / 2 - 1;
		const [heartbeat, second] = heartbeats;
		this.isSilent = heartbeat === undefined && found.due.length === 0;
		if (second !== undefined) return ['two heartbeats'];
		if (heartbeat === undefined) return isDue ? ['a heartbeat was missed'] : [];
		const faults = this.compare(heartbeat, found);
		this.book.leftAt = at;
		this.book.unseen.clear();
		for (const [id, { found: last }] of this.book.accounts)
			if (last === undefined) this.book.accounts.delete(id);
			else this.book.accounts.set(id, { ...emptyAccount(), found: last });
		return isAllowed ? faults : [...faults, `a heartbeat after ${passed} ms`];
	}

	save(): void {
		this.saved = structuredClone(this.book);
		this.savedTells = this.isSilent || this.knowsSaving;
	}

	forget(): void {
		this.saved = emptyBook();
		this.savedTells = false;
	}

	restart(): void {
		this.book = structuredClone(this.saved);
		this.isCurrent = this.rules.savesEachPoll && this.savedTells;
		this.knowsSaving = false;
	}

	private enter({ states, unseen, due, isQuiet }: Found): void {
		const { accounts, incidents } = this.book;
		this.book.unseenNow = unseen;
		for (const [id, account] of accounts) if (!states.has(id)) account.found = undefined;
		for (const [id, state] of states) {
			const account = accounts.get(id) ?? emptyAccount();
			accounts.set(id, account);
			const part = state === this.rules.good ? 'healthy' : 'unhealthy';
			account.found = state === undefined ? 'unknown' : part;
			if (isQuiet(state)) account.found = 'quiet';
		}
		for (const { id, incident, kind, to } of due) {
			const isOver = kind === 'ended' || to === this.rules.good || to === 'deleted';
			const isNew = !incidents.has(incident);
			incidents.add(incident);
			if (isOver || !isNew) continue;
			const account = accounts.get(id);
			if (account !== undefined) account.incidents += 1;
		}
	}

	private compare(heartbeat: IDataObject, { at, states }: Found): string[] {
		const { leftAt = at, accounts } = this.book;
		const { intervalMs = 0 } = this.rules;
		const faults: string[] = [];
		const expect = (what: string, is: unknown, wanted: number, tolerance = 0): void => {
			if (typeof is !== 'number' || Math.abs(is - wanted) > tolerance)
				faults.push(`heartbeat: ${what} is ${String(is)}, not ${wanted}`);
		};
		const seen = [...states.values()];
		const healthy = seen.filter((state) => state === this.rules.good).length;
		const unknown = seen.filter((state) => state === undefined).length;
		expect('healthyCount', heartbeat.healthyCount, healthy);
		expect('unhealthyCount', heartbeat.unhealthyCount, seen.length - healthy - unknown);
		const { periodSeconds } = heartbeat;
		expect('periodSeconds', periodSeconds, (at - leftAt) / 1000, 1);
		const listed = heartbeat.endpoints as IDataObject[];
		const entries = new Map(listed.map((each) => [String(each.id), each]));
		for (const [id, entry] of entries) {
			const parts = [...PARTS, 'unmonitored'].map((part) => Number(entry[`${part}Seconds`]));
			expect(
				`the sum of ${id}`,
				parts.reduce((a, b) => a + b, 0),
				Number(periodSeconds),
			);
		}
		for (const id of new Set([...entries.keys(), ...accounts.keys()])) {
			const { milliseconds, incidents } = accounts.get(id) ?? emptyAccount();
			const entry = entries.get(id) ?? {};
			const { healthy, unhealthy, unknown, quiet } = milliseconds;
			const told = (part: Part): number => Number(entry[`${part}Seconds`]) * 1000;
			const excess = told('unknown') + told('quiet') - unknown - quiet;
			const early = Math.min(this.book.unseen.get(id) ?? 0, Math.max(0, excess));
			const earlyQuiet = Math.min(early, Math.max(0, told('quiet') - quiet));
			const wanted = {
				healthy,
				unhealthy,
				unknown: unknown + early - earlyQuiet,
				quiet: quiet + earlyQuiet,
				unmonitored: at - leftAt - healthy - unhealthy - unknown - quiet - early,
			};
			for (const [part, wantedMs] of Object.entries(wanted)) {
				const name = `${part}Seconds`;
				expect(`${name} of ${id}`, entry[name], wantedMs / 1000, intervalMs / 1000 + 1);
			}
			expect(`incidents of ${id}`, entry.incidents, incidents);
		}
		return faults;
	}
}
