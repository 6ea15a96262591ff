// The charts of the performance page.
import type { CaseResult } from '../../bench/results.mts';
import { median } from '../../bench/statistics.mts';
import { barChart, type BarGroup } from './barChart.mts';
import { BUILT_IN, caseOf, duration, entryOf, OURS, part, timeOf, tunedOf } from './measured.mts';

/**
 * Folder of the charts below `docs`. Its name begins with a dot, because n8n's own build puts every SVG file of the
 * other folders into the package.
 */
export const CHARTS = '.charts';

/** The charts, by the name of their file. */
export function performanceCharts(): Map<string, string> {
	return new Map([
		['checks.svg', checksChart()],
		['limits.svg', limitsChart()],
		['memory.svg', memoryChart()],
		['overview.svg', overviewChart()],
	]);
}

function checksChart(): string {
	const { cases } = part('checks');
	return timesChart(
		'Time of the node for 1000 checks, in milliseconds',
		cases.filter(({ id }) => id.includes('-5ms-')),
	);
}

/** What the README shows: one endpoint, a plan's endpoints, and the case in which nothing can be combined. */
const OVERVIEW = ['one-50ms-referred', 'keys200-50ms-referred', 'hosts1000-50ms-computed'];

function overviewChart(): string {
	return timesChart(
		'Time for 1000 checks of endpoints 50 ms away, in milliseconds',
		OVERVIEW.map((id) => caseOf('checks', id)),
	);
}

function timesChart(title: string, cases: readonly CaseResult[]): string {
	return barChart({
		title,
		series: [OURS, BUILT_IN],
		groups: cases.map((each) => ({
			label: plain(each.title).replace(/, \d+ ms away/, ''),
			bars: [OURS, BUILT_IN].map((name) => {
				const value = timeOf(each, name);
				return { value, text: `${Math.round(value)}` };
			}),
		})),
	});
}

function limitsChart(): string {
	return barChart({
		title: 'Time until all 1000 calls are answered, as a multiple of the shortest the limit allows',
		series: [OURS, `${BUILT_IN}, tuned by hand`],
		groups: part('limits').cases.map((each): BarGroup => {
			const tuned = tunedOf(each);
			const names = [OURS, tuned?.name];
			return {
				label: plain(each.title)
					.replace('calls a second', '/ s')
					.replace(/^token bucket of (\d+) calls, (\d+) more a second/, 'bucket of $1, $2 / s')
					.replace('for each call beyond it', 'per call')
					.replace(' for the whole request', ''),
				bars: names.map((name) => {
					if (name === undefined) return undefined;
					const value = timeOf(each, name) / (each.idealMs ?? 1);
					return { value, text: `${value.toFixed(2)} (${duration(timeOf(each, name))})` };
				}),
			};
		}),
	});
}

function memoryChart(): string {
	const { cases } = part('memory');
	const names = cases[0].entries.map(({ name }) => name);
	return barChart({
		title: "Growth of n8n's memory with 10,000 items, in megabytes",
		series: names,
		groups: cases.map((each) => ({
			label: plain(each.title),
			bars: names.map((name) => {
				const value = median(entryOf(each, name).growthMb ?? []);
				return { value, text: `${Math.round(value)}` };
			}),
		})),
	});
}

/** Without the marks of code. */
function plain(title: string): string {
	return title.replaceAll('`', '');
}
