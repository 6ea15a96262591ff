import type { IDataObject } from 'n8n-workflow';

import type { Observation } from '../../shared/polling/changes';
import { defineEvent } from '../../shared/polling/watchEvent';
import { isRecord } from '../../shared/pure/json';
import { Problem } from '../../shared/pure/problem';

/** Names of the metrics for people. */
const METRIC_NAMES: Readonly<Record<string, string>> = {
	bloxroute_requests: 'BloXroute requests',
	compute_hours: 'Compute hours',
	gb_hour: 'Gigabyte hours',
	request_units: 'Request units',
};

const BELOW = 'below ';

const REACHED = 'reached ';

export const usageThreshold = defineEvent({
	name: 'Usage Threshold Reached',
	value: 'usageThresholdReached',
	description:
		'When the usage of the billing period reaches a level, once per metric, level and period',
	// A level that is reached stays reached: neither repetition nor downtime means anything here.
	isGood: () => true,
	confirmations: 1,
	isSilent: ({ to }) => to.startsWith(BELOW),
	// A correction downwards within the period takes nothing back.
	isSame: (from, to) => from.startsWith(REACHED) && to === from.replace(REACHED, BELOW),
	properties: [
		{
			displayName: 'Metric',
			name: 'metric',
			type: 'options',
			options: [
				{ name: 'BloXroute Requests', value: 'bloxroute_requests' },
				{ name: 'Compute Hours', value: 'compute_hours' },
				{ name: 'Gigabyte Hours', value: 'gb_hour' },
				{ name: 'Request Units', value: 'request_units' },
			],
			default: 'request_units',
			description: 'What is counted',
		},
		{
			displayName: 'Included in the Plan',
			name: 'included',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 3_000_000,
			required: true,
			hint: 'In the unit of the metric, such as 3000000 request units',
			description: 'How much your plan includes in a billing period; levels are percentages of it',
		},
		{
			displayName: 'Levels (%)',
			name: 'levels',
			type: 'string',
			default: '50, 80, 100',
			required: true,
			placeholder: 'e.g. 50, 80, 100',
			description: 'Percentages of what the plan includes, separated by commas',
		},
	],
	async observe({ metric, included, levels }, { api }) {
		const percentages = levelsOf(levels);
		if (!(included > 0)) {
			throw new Problem(`'Included in the Plan' has to be more than 0, but it is ${included}`, {
				hint: 'Your plan is shown under Billing in the Chainstack console',
			});
		}
		// The earliest row tells the billing period: it stays the first one until the period ends.
		const report = await api.get('/v2/reporting/node-usage/', 'usage report', {
			ordering: 'datetime',
		});
		const used = totalOf(report, metric);
		const period = periodOf(report);
		const observations = percentages.map(
			(level): Observation => ({
				id: `${metric} ${level}%`,
				name: `${METRIC_NAMES[metric]}, ${level} %`,
				state: used >= (included * level) / 100 ? REACHED + period : BELOW + period,
				facts: {
					metric,
					level,
					used,
					included,
					percent: Math.round((used / included) * 1000) / 10,
					period,
				},
			}),
		);
		return { observations, unknown: new Set() };
	},
});

function levelsOf(text: string): number[] {
	const levels = text
		.split(/[\s,;%]+/)
		.filter((level) => level !== '')
		.map(Number);
	if (levels.length > 0 && levels.every((level) => level > 0)) return [...new Set(levels)];
	throw new Problem(`'Levels (%)' has to hold positive numbers, but it is '${text}'`, {
		hint: 'Write percentages separated by commas, such as 50, 80, 100',
	});
}

/** @throws Problem when the report has no totals: taken for 0, every level would be reported again */
function totalOf({ totals }: IDataObject, metric: string): number {
	if (!isRecord(totals)) {
		throw new Problem('Chainstack answered a usage report without totals', {
			isNetworkFault: true,
			hint: 'Check that the API key belongs to an administrator of the organization',
		});
	}
	const total = totals[metric];
	return typeof total === 'number' ? total : 0;
}

function periodOf({ results }: IDataObject): string {
	const [first] = Array.isArray(results) ? (results as IDataObject[]) : [];
	return typeof first?.datetime === 'string' ? first.datetime.slice(0, 10) : 'now';
}
