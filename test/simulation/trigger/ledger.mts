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
 * 4. An incident counts when it is reported for the first time.
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
}

/** What a poll found. */
interface Found {
	at: number;
	/** Whether it could check; `partly` where something that is requested by its ID was not read. */
	canCheck: boolean | 'partly';
	/** The states of all objects that are watched; absent where it was not observed. */
	states: ReadonlyMap<string, string | undefined>;
	due: readonly Due[];
	isQuiet(state?: string): boolean;
}

const emptyBook = (): Book => ({ accounts: new Map(), incidents: new Set() });

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

	constructor(
		private readonly everyMs: number,
		private readonly rules: Rules,
	) {}

	begin(at: number, { isActivation }: PollStart): void {
		const { intervalMs = Infinity } = this.rules;
		const gap = at - (this.book.polledAt ?? at);
		const isPause = gap > intervalMs * (isActivation ? 2 : 3);
		if (this.isCurrent && !isPause) {
			for (const { found, milliseconds } of this.book.accounts.values())
				if (found !== undefined) milliseconds[found] += gap;
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
		if (second !== undefined) return ['two heartbeats'];
		if (heartbeat === undefined) return isDue ? ['a heartbeat was missed'] : [];
		const faults = this.compare(heartbeat, found);
		this.book.leftAt = at;
		for (const [id, { found: last }] of this.book.accounts)
			if (last === undefined) this.book.accounts.delete(id);
			else this.book.accounts.set(id, { ...emptyAccount(), found: last });
		return isAllowed ? faults : [...faults, `a heartbeat after ${passed} ms`];
	}

	save(): void {
		this.saved = structuredClone(this.book);
	}

	forget(): void {
		this.saved = emptyBook();
	}

	restart(): void {
		this.book = structuredClone(this.saved);
		this.isCurrent = this.rules.savesEachPoll;
	}

	private enter({ states, due, isQuiet }: Found): void {
		const { accounts, incidents } = this.book;
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
		const entries = new Map((heartbeat.endpoints as IDataObject[]).map((each) => [each.id, each]));
		for (const [id, entry] of entries) {
			const parts = [...PARTS, 'unmonitored'].map((part) => Number(entry[`${part}Seconds`]));
			expect(
				`the sum of ${String(id)}`,
				parts.reduce((a, b) => a + b, 0),
				Number(periodSeconds),
			);
		}
		for (const [id, { milliseconds, incidents }] of accounts) {
			const entry = entries.get(id) ?? {};
			const { healthy: good, unhealthy: bad, unknown: unread, quiet } = milliseconds;
			const rest = at - leftAt - good - bad - unread - quiet;
			// An object that is selected and could not be read is unknown also before it is first seen.
			const early = Math.max(0, Number(entry.unknownSeconds) * 1000 - unread - intervalMs);
			const wanted = { ...milliseconds, unknown: unread + early, unmonitored: rest - early };
			for (const [part, wantedMs] of Object.entries(wanted)) {
				const name = `${part}Seconds`;
				const polls = part === 'unmonitored' && early > 0 ? 2 : 1;
				expect(`${name} of ${id}`, entry[name], wantedMs / 1000, (polls * intervalMs) / 1000 + 1);
			}
			expect(`incidents of ${id}`, entry.incidents, incidents);
		}
		return faults;
	}
}
