// The chart of the README; the performance page has all numbers in tables.
import { barChart } from './barChart.mts';
import { BUILT_IN, caseOf, OURS, timeOf } from './measured.mts';

/**
 * Folder of the charts below `docs`. Its name begins with a dot, because n8n's own build puts every SVG file of the
 * other folders into the package.
 */
export const CHARTS = '.charts';

/** One endpoint, a plan's endpoints, and the case in which nothing can be combined. */
const OVERVIEW = ['one-50ms-referred', 'keys200-50ms-referred', 'hosts1000-50ms-computed'];

/** The charts, by the name of their file. */
export function performanceCharts(): Map<string, string> {
	const overview = barChart({
		title: 'Time for 1000 checks of endpoints 50 ms away, in milliseconds',
		series: [OURS, BUILT_IN],
		groups: OVERVIEW.map((id) => caseOf('checks', id)).map((each) => ({
			label: each.title.replaceAll('`', '').replace(/, \d+ ms away/, ''),
			bars: [OURS, BUILT_IN].map((name) => timeOf(each, name)),
		})),
	});
	return new Map([['overview.svg', overview]]);
}
