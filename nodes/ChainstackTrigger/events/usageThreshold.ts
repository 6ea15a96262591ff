import type { IDataObject } from 'n8n-workflow';

import type { Observation } from '../../shared/polling/snapshot';
import { defineEvent } from '../../shared/polling/watchEvent';
import { isRecord } from '../../shared/text/json';
import { parseList } from '../../shared/text/strings';
import { Problem } from '../../shared/text/problem';
import { toDay } from '../../shared/values/dateTime';
import { field } from '../../shared/values/field';
import {
	findCurrentPeriod,
	calculateForecast,
	type BillingPeriod,
} from '../../shared/watching/billingPeriod';
import { readOrganization } from '../../shared/watching/records';

/** The metrics, as names of objects and messages call them. */
const METRIC_NAMES: Readonly<Record<string, string>> = {
	bloxroute_requests: 'BloXroute requests',
	compute_hours: 'Compute hours',
	gb_hour: 'Gigabyte hours',
	request_units: 'Request units',
};

const BELOW = 'below';

const REACHED = 'reached';

/** The level that is reached when the included amount will not last until the end of the period. */
const FORECAST = 'forecast';

type Level = number | typeof FORECAST;

export const usageThreshold = defineEvent({
	name: 'Usage Threshold Reached',
	value: 'usageThresholdReached',
	action: 'When usage reaches a level of the plan',
	description:
		'When the usage of the billing period reaches a level, once per metric, level and period',
	healthyState: BELOW,
	// A downward correction within the period takes nothing back.
	isLevel: true,
	sampleOf: makeLevelSample,
	properties: [
		field('options', 'Metric', 'metric', {
			options: Object.entries(METRIC_NAMES).map(([value, name]) => ({
				name: name.replace(/ ./, (initial) => initial.toUpperCase()),
				value,
			})),
			default: 'request_units',
			description: 'What is counted',
		}),
		field('number', 'Included in the Plan', 'included', {
			typeOptions: { minValue: 1 },
			default: 3_000_000,
			required: true,
			hint: 'In the unit of the metric, such as 3000000 request units',
			builderHint: {
				propertyHint: 'Depends on the plan of the user, and is not in the API: ask for it.',
			},
			description: 'How much your plan includes in a billing period; levels are percentages of it',
		}),
		field('string', 'Levels (%)', 'levels', {
			default: '50, 80, 100',
			traits: { takesList: true },
			required: true,
			placeholder: 'e.g. 50, 80, 100, forecast',
			hint: "Add 'forecast' to be notified when the plan will not last until the end of the billing period",
			description:
				"Percentages of what the plan includes, separated by commas. 'forecast' is reached when, at the current pace, the plan will not last until the end of the billing period.",
		}),
	],
	async observe({ metric, included, levels }, poll) {
		const wanted = parseLevels(levels);
		if (!(included > 0))
			throw new Problem(`'Included in the Plan' must be more than 0, but it is ${included}`, {
				hint: 'Your plan is shown under Billing in the Chainstack console',
			});
		const { api, clock } = poll.context;
		// The earliest row identifies the billing period.
		const [report, organization] = await Promise.all([
			api.get('/v2/reporting/node-usage/', 'usage report', { ordering: 'datetime' }),
			readOrganization(poll),
		]);
		const now = clock.wallMs() + api.clockOffsetMs;
		const isKnown = poll.notes.organization === organization && 'start' in poll.notes;
		const noted = isKnown ? (poll.notes as unknown as BillingPeriod) : undefined;
		const used = readTotal(report, metric);
		const seen = findCurrentPeriod(noted, findFirstDay(report), toDay(now));
		const known = [...poll.known.keys()];
		const keep = (ids: readonly string[]) => new Map(ids.map((id) => [id, undefined]));
		// Servers of the platform can change to a new period one after the other.
		if (seen === 'past') return { observations: [], unknown: keep(known), notes: poll.notes };
		const { isBeforeEnd, ...forecast } = calculateForecast({ used, included }, seen, now);
		const period = seen?.start ?? toDay(now);
		const percent = calculatePercent(used, included);
		const ofMetric = `${organization} ${metric} `;
		const observations = wanted.map((level): Observation => {
			const isReached = level === FORECAST ? isBeforeEnd : used >= (included * level) / 100;
			const title = level === FORECAST ? FORECAST : `${level} %`;
			// Another plan or organization has levels of its own.
			const ofAnyPlan = `${ofMetric}${title.replace(' ', '')} of `;
			return {
				id: `${ofAnyPlan}${included}`,
				name: `${METRIC_NAMES[metric]}, ${title}`,
				state: isReached ? REACHED : BELOW,
				reason: `${formatAmount(used)} of ${formatAmount(included)} are used`,
				summary: summarizeLevel(METRIC_NAMES[metric], level, forecast),
				// A change of the plan can make the usage reach a level as well as more usage can.
				wasHealthy: known.some((id) => id.startsWith(ofAnyPlan)),
				facts: { level, metric, used, included, percent, period, ...forecast },
			};
		});
		// Levels reported for another plan are not reported again in the same period.
		const unknown = keep(known.filter((id) => id.startsWith(ofMetric)));
		const isElsewhere = noted?.start !== seen?.start;
		return { observations, unknown, isElsewhere, notes: { organization, ...seen } };
	},
});

/** @returns the sentence that reports a level that is reached */
function summarizeLevel(
	metric: string,
	level: Level,
	{ runsOutOn, periodEndsOn }: { runsOutOn: string | null; periodEndsOn: string | null },
): string {
	if (level !== FORECAST) return `${metric}: ${level} % of the plan is used`;
	if (runsOutOn === null) return `${metric}: there is no forecast for the plan yet`;
	return `${metric}: the plan lasts until ${runsOutOn}, and the billing period ends on ${periodEndsOn}`;
}

/** @returns a number with groups of three digits, such as `2,400,000` */
function formatAmount(amount: number): string {
	return new Intl.NumberFormat('en-US').format(amount);
}

function calculatePercent(used: number, included: number): number {
	return Math.round((used / included) * 1000) / 10;
}

/** A level that is not reached is shown as it would be when reached, in consistent figures. */
function makeLevelSample(observation: Observation): Observation {
	const { state, facts = {} } = observation;
	const { level, used, included } = facts as { level: Level; used: number; included: number };
	if (state === REACHED || level === FORECAST) return observation;
	return {
		...observation,
		state: REACHED,
		facts: {
			...facts,
			used: Math.round((included * level) / 100),
			percent: level,
			note: `This level is not reached yet: ${calculatePercent(used, included)} % is currently used`,
		},
	};
}

function parseLevels(text: string | readonly string[]): Level[] {
	const levels = parseList(text)
		.map((level) => level.replaceAll('%', ''))
		.filter((level) => level !== '')
		.map((level) => (level.toLowerCase() === FORECAST ? FORECAST : Number(level)));
	const isLevel = (level: Level): boolean =>
		level === FORECAST || (level > 0 && Number.isFinite(level));
	if (levels.length > 0 && levels.every(isLevel)) return [...new Set(levels)];
	throw new Problem(
		`'Levels (%)' must contain positive numbers or 'forecast', but it is '${[text].flat().join(', ')}'`,
		{ hint: 'Enter percentages separated by commas, such as 50, 80, 100' },
	);
}

/**
 * @returns 0 for a metric that does not apply, which the service gives as null
 * @throws Problem when there is no number: taken for 0, every level would be reported again
 */
function readTotal({ totals }: IDataObject, metric: string): number {
	const given = isRecord(totals) ? totals[metric] : undefined;
	const text = given === null ? '0' : String(given ?? '').trim();
	// Texts may group their digits, as in `1,250,000`.
	const isGrouped = /^\d{1,3}([ ,_]\d{3})+(\.\d*)?$/.test(text);
	const used = Number((isGrouped ? text.replace(/[ ,_]/g, '') : text) || NaN);
	if (used >= 0 && Number.isFinite(used)) return used;
	const what = isRecord(totals) ? `a total of ${METRIC_NAMES[metric]}` : 'totals';
	throw new Problem(`Chainstack returned a usage report without ${what}`, {
		isNetworkFault: true,
		hint: 'Check that the API key belongs to an administrator of the organization',
	});
}

/** The day of the first row that has one. */
function findFirstDay({ results }: IDataObject): string | undefined {
	const rows: unknown[] = Array.isArray(results) ? results : [];
	const days = rows.map((row) => String(isRecord(row) ? row.datetime : '').slice(0, 10));
	return days.filter((day) => !Number.isNaN(Date.parse(day))).sort()[0];
}
