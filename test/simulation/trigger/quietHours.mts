import type { Random } from '../support/random.mts';
import { START_MS } from '../support/virtualClock.mts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time zone that never sets its clocks, and how far it is ahead of UTC. */
const ZONE = { name: 'Asia/Kolkata', aheadMs: 5.5 * 3_600_000 };

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Hours in which a simulated trigger has to be quiet. */
export class QuietHours {
	/** Whether an object is quiet while the platform says that it is in maintenance. */
	isInMaintenance = false;

	/** When they begin on each day, and how long they last, in minutes. */
	private readonly rows: ReadonlyArray<{ from: number; length: number; days: readonly string[] }>;

	constructor(random: Random) {
		this.rows = Array.from({ length: random.integer(1, 4) }, () => ({
			from: random.integer(0, 1439),
			length: random.integer(1, 240),
			days: DAYS.filter(() => random.chance(0.7)),
		}));
	}

	/** The value of the trigger's field. */
	get parameter() {
		const weekly = this.rows.map(({ from, length, days }) => ({
			days,
			from: clockTime(from),
			to: clockTime((from + length) % 1440),
			timeZone: ZONE.name,
		}));
		const maintenance = [{ duringMaintenance: this.isInMaintenance }];
		return { weekly, maintenance };
	}

	/** @param at milliseconds since the simulation began, by a wall clock that was never corrected */
	isQuiet(at: number): boolean {
		const local = START_MS + at + ZONE.aheadMs;
		return this.rows.some(({ from, length, days }) =>
			[local, local - DAY_MS].some((day) => {
				const midnight = Math.floor(day / DAY_MS) * DAY_MS;
				const isOfDay = days.length === 0 || days.includes(DAYS[new Date(midnight).getUTCDay()]);
				const begin = midnight + from * MINUTE_MS;
				return isOfDay && begin <= local && local < begin + length * MINUTE_MS;
			}),
		);
	}
}

function clockTime(minutes: number): string {
	const twoDigits = (number: number): string => String(number).padStart(2, '0');
	return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
