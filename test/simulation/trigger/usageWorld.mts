import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Random } from '../support/random.mts';
import { START_MS, type VirtualClock } from '../support/virtualClock.mts';
import { answersAfter, damage, reply, type Fault, type Reply } from './replies.mts';
import type { SimulatedPlatform } from './run.mts';
import type { UsageObservation } from './usageDue.mts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ANSWER_MS = 10;

/** The course of a billing period of an organization. Times are milliseconds since 1970. */
interface Period {
	start: number;
	/** When the service starts to report it instead of the one before. */
	shownFrom: number;
	/** Usage on each day, from the first; more days than the period has, because the next one may be shown late. */
	daily: number[];
	/** A day's row appears this many milliseconds into the day. */
	lag: number;
	/** The rows of this many first days appear only then. */
	late?: { days: number; until: number };
	/** Excess usage counted on a day is removed then. */
	corrected?: { day: number; at: number };
}

/** A report as the service gives it. */
interface Report {
	period: number;
	rows: Array<{ day: number; used: number }>;
}

/** An organization, and what it uses. */
export class Account {
	readonly periods: Period[];

	constructor(random: Random, months: number, included: number) {
		const anchor = random.integer(1, 31);
		const starts = Array.from({ length: months }, (_, month) => {
			const last = new Date(Date.UTC(2025, 12 + month, 0)).getUTCDate();
			return Date.UTC(2025, 11 + month, Math.min(anchor, last));
		});
		this.periods = starts.map((start): Period => {
			const firstUsed = random.chance(0.3) ? random.integer(1, 20) : 0;
			const perDay = (included * random.pick([0.1, 0.5, 0.9, 1, 1.2, 2.5])) / 30;
			const late = { days: random.integer(1, 6), until: start + random.integer(2, 15) * DAY_MS };
			const corrected = {
				day: random.integer(0, 20),
				at: start + random.integer(2, 25) * DAY_MS,
			};
			return {
				start,
				shownFrom: start + (random.chance(0.5) ? random.integer(0, 30) * HOUR_MS : 0),
				daily: Array.from({ length: 40 }, (_, day) =>
					day < firstUsed ? 0 : Math.round(perDay * 2 * random.next()),
				),
				lag: random.chance(0.5) ? random.integer(0, 23) * HOUR_MS : 0,
				...(random.chance(0.3) && { late }),
				...(random.chance(0.3) && { corrected }),
			};
		});
	}

	/** @param ago how many periods before the present one */
	report(now: number, ago = 0): Report {
		const period = this.periods.findLastIndex(({ shownFrom }) => shownFrom <= now) - ago;
		const { start, daily, lag, late, corrected } = this.periods[period];
		const rows = daily
			.map((amount, index) => {
				const day = start + index * DAY_MS;
				const isCorrected = corrected?.day === index && now >= corrected.at;
				const share = Math.min(1, Math.max(0, (now - day) / DAY_MS));
				return { day, used: Math.floor(amount * share * (isCorrected ? 0.5 : 1)) };
			})
			.filter(({ day, used }, index) => {
				const isLate = late !== undefined && index < late.days && now < late.until;
				return used > 0 && now >= day + lag && !isLate;
			});
		return { period, rows };
	}

	/** @returns the number of the period that a day belongs to */
	periodOf(day: number): number {
		return this.periods.findLastIndex(({ start }) => start <= day);
	}
}

/** The part of the platform that reports the usage, in virtual time. */
export class UsageWorld implements SimulatedPlatform {
	requests = 0;

	/** Faults that affect the next requests, one each. */
	faults: Fault[] = [];

	/** How the reports of a poll are wrong: without rows, or still about the period before. */
	flaw?: 'none of its rows' | 'the period before';

	private received: Partial<Omit<UsageObservation, 'included'>> = {};

	/** @param organization the one the API key currently belongs to */
	constructor(
		private readonly clock: VirtualClock,
		readonly accounts: ReadonlyMap<string, Account>,
		public organization: string,
	) {}

	beginPoll(): void {
		this.received = {};
	}

	/** Servers of the platform change to a new period one after the other, within a day. */
	get isSoonAfterSwitch(): boolean {
		const { periods } = this.account;
		const now = START_MS + this.clock.now();
		return (
			this.clock.now() > 2 * DAY_MS &&
			periods.some(({ shownFrom }) => {
				return now >= shownFrom && now < shownFrom + DAY_MS;
			})
		);
	}

	/** @returns what the poll received, if that is complete */
	observation(): Omit<UsageObservation, 'included'> | undefined {
		const { organization, used, now } = this.received;
		if (organization === undefined || used === undefined || now === undefined) return undefined;
		return { ...this.received, organization, used, now };
	}

	async answer(options: IHttpRequestOptions): Promise<unknown> {
		this.requests += 1;
		const signal = options.abortSignal as AbortSignal;
		await answersAfter(this.clock, ANSWER_MS, signal);
		const fault = this.faults.shift();
		const { headers, ...rest } =
			fault === undefined
				? this.answerTo(new URL(options.url).pathname)
				: await damage(fault, signal);
		// Dates of answers are whole seconds.
		this.received.now = Math.floor((START_MS + this.clock.now()) / 1000) * 1000;
		return { ...rest, headers: { date: new Date(this.received.now).toUTCString(), ...headers } };
	}

	private get account(): Account {
		return this.accounts.get(this.organization) as Account;
	}

	private answerTo(path: string): Reply {
		const { organization } = this;
		if (path === '/v1/organization/') {
			this.received.organization = organization;
			return reply(200, { id: organization, name: 'Us' });
		}
		const now = START_MS + this.clock.now();
		const { period, rows } = this.account.report(now, this.flaw === 'the period before' ? 1 : 0);
		const shown = this.flaw === 'none of its rows' ? [] : rows;
		const used = shown.reduce((sum, row) => sum + row.used, 0);
		Object.assign(this.received, {
			used,
			...(shown.length > 0 && { period, firstDay: shown[0].day }),
		});
		return reply(200, {
			count: shown.length,
			next: null,
			results: shown.map((row) => ({
				node_id: 'ND-1-1',
				datetime: new Date(row.day).toISOString(),
				request_units: row.used,
			})),
			totals: { request_units: used, compute_hours: null },
		});
	}
}
