import { Problem } from '../text/problem';
import { findWallClock, readFurthest, type WallClock } from '../text/wallClock';
import { DAY_MS, parseDateTime } from '../values/dateTime';
import { choices, field, type ValueOf } from '../values/field';

const MINUTE_MS = 60_000;

const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;

/** The days as `Date` counts them. */
const DAYS = [
	'sunday',
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
] as const;

const HOURS_HINT = 'Enter a time of the day such as 22:00, from 00:00 to 24:00';

/** The field that says when nothing but heartbeats leaves the trigger. */
export const quietTimesField = field('fixedCollection', 'Quiet Times', 'quietTimes', {
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Quiet Time',
	description:
		'When nothing is reported. When a quiet time ends, each object that is still not working is reported once, and so is the end of what was reported before it; what began and ended within it is not reported. Heartbeats go on.',
	options: [
		{
			displayName: 'Every Week',
			name: 'weekly',
			values: [
				field('multiOptions', 'Days', 'days', {
					options: choices({
						monday: 'Monday',
						tuesday: 'Tuesday',
						wednesday: 'Wednesday',
						thursday: 'Thursday',
						friday: 'Friday',
						saturday: 'Saturday',
						sunday: 'Sunday',
					}),
					default: [],
					traits: { takesList: true },
					description: 'The days on which the hours begin. None means every day.',
				}),
				field('string', 'From', 'from', {
					default: '22:00',
					description: 'When it begins, by the clock on the wall, such as 22:00',
				}),
				field('string', 'To', 'to', {
					default: '07:00',
					description:
						'When it ends. A time that is not after the beginning is one of the next day.',
				}),
				field('string', 'Time Zone', 'timeZone', {
					placeholder: 'e.g. Europe/Berlin',
					description: 'Without one, it is the time zone of the workflow',
				}),
			],
		},
		{
			displayName: 'Until a Date',
			name: 'until',
			values: [
				field('dateTime', 'Until', 'until', {
					description:
						'From now to this time. One without a time zone is in the time zone of the workflow.',
				}),
			],
		},
		{
			displayName: 'While in Maintenance',
			name: 'maintenance',
			values: [
				field('boolean', 'While in Maintenance', 'duringMaintenance', {
					default: true,
					description:
						'Whether nothing is reported about a node while Chainstack says that it is in maintenance',
				}),
			],
		},
	],
});

type QuietValues = ValueOf<typeof quietTimesField>;

type WeeklyValues = NonNullable<QuietValues['weekly']>[number];

/** Hours that come again each week. */
interface WeeklyHours {
	/** On which days they begin; Sunday is 0. */
	days: ReadonlySet<number>;
	/** Minutes since midnight; where the end is not after the beginning, it is on the next day. */
	from: number;
	to: number;
	wallClock: WallClock;
}

/** When nothing is reported. */
export interface QuietTimes {
	/** Whether it is such a time, apart from maintenance. @param at milliseconds since 1970 */
	isQuiet(at: number): boolean;
	/** Whether an object is quiet while the platform says that it is in maintenance. */
	isQuietInMaintenance: boolean;
}

/**
 * Reads when the user wants nothing to be reported.
 * @param readTimeZone reads the time zone of the workflow
 * @returns `undefined` where there is no such time
 * @throws Problem for hours, dates and time zones that do not exist
 */
export function readQuietTimes(
	{ weekly = [], until = [], maintenance = [] }: QuietValues,
	readTimeZone: () => string,
): QuietTimes | undefined {
	if (weekly.length + until.length + maintenance.length === 0) return undefined;
	const hours = weekly.map((values) => readWeeklyHours(values, readTimeZone));
	const ends = until.map(({ until: end }) => readEnd(end, readTimeZone));
	return {
		isQuiet: (at) =>
			hours.some((each) => isWithin(each, at)) || ends.some((isBefore) => isBefore(at)),
		isQuietInMaintenance: maintenance.some(({ duringMaintenance }) => duringMaintenance),
	};
}

function readWeeklyHours(values: WeeklyValues, readTimeZone: () => string): WeeklyHours {
	const { timeZone } = values;
	const names = [values.days].flat().filter((day) => day !== '');
	const days = names.map((name) => readDay(name));
	return {
		days: new Set(days.length > 0 ? days : DAYS.keys()),
		from: readTime(values.from, 'From'),
		to: readTime(values.to, 'To'),
		wallClock: readWallClock(timeZone === '' ? readTimeZone() : timeZone),
	};
}

/** @throws Problem for what is no day */
function readDay(name: string): number {
	const day = DAYS.findIndex((each) => each === name.toLowerCase());
	if (day >= 0) return day;
	throw new Problem(`'Days' must be days of the week, but one is '${name}'`, {
		hint: 'Use their English names, such as monday',
	});
}

/** @returns minutes since midnight. @throws Problem for what is no time of the day */
function readTime(text: string, name: string): number {
	const [, hours, minutes = '0'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? [];
	const time = Number(hours) * 60 + Number(minutes);
	if (Number(minutes) < 60 && time <= MINUTES_OF_DAY) return time;
	throw new Problem(`'${name}' of Quiet Times must be a time of the day, but it is '${text}'`, {
		hint: HOURS_HINT,
	});
}

/** @throws Problem for a time zone that does not exist */
function readWallClock(timeZone: string): WallClock {
	const wallClock = findWallClock(timeZone);
	if (wallClock !== undefined) return wallClock;
	throw new Problem(`'Time Zone' must be one that exists, but it is '${timeZone}'`, {
		hint: 'Enter its name, such as Europe/Berlin or America/New_York, or nothing for the time zone of the workflow',
	});
}

/** @returns whether a time is before the end. @throws Problem for what is no date */
function readEnd(text: string, readTimeZone: () => string): (at: number) => boolean {
	const { startMs } = parseDateTime(text, 'Until');
	const hasZone = /:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
	if (hasZone) return (at) => at < startMs;
	const wallClock = readWallClock(readTimeZone());
	return (at) => readFurthest(wallClock, at) < startMs;
}

function isWithin({ days, from, to, wallClock }: WeeklyHours, at: number): boolean {
	const shown = readFurthest(wallClock, at);
	const day = new Date(shown).getUTCDay();
	const minute = (shown % DAY_MS) / MINUTE_MS;
	const dayBefore = (day + DAYS.length - 1) % DAYS.length;
	if (from < to) return days.has(day) && from <= minute && minute < to;
	return (days.has(day) && from <= minute) || (days.has(dayBefore) && minute < to);
}
