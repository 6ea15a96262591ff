import { median } from '../../bench/statistics.mts';
import { BUILT_IN, caseOf, duration, entryOf, OURS, timeOf } from './measured.mts';
import { replaceGenerated } from './markdown.mts';

/** The README, with its measurements made anew of bench/results.json. */
export function readme(): string {
	return replaceGenerated('README.md', 'bench/results.json', measured());
}

function measured(): string {
	const limited = caseOf('limits', '25-perCall');
	const memory = caseOf('memory', 'fixed');
	const growth = (name: string): string =>
		`${Math.round(median(entryOf(memory, name).growthMb ?? []))} MB`;
	return [
		'![Time for a thousand checks, beside HTTP Request](docs/.charts/overview.svg)',
		`- A server that accepts 25 calls a second: all ${limited.items} calls are answered in ${duration(timeOf(limited, OURS))}, with default options; ${BUILT_IN} gets ${entryOf(limited, BUILT_IN).good} answers.\n- 10,000 items: n8n grows by ${growth(OURS)}; with ${BUILT_IN} by ${growth(BUILT_IN)}.`,
	].join('\n\n');
}
