import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../bench/statistics.mts';
import { root } from './canvasMark.mts';
import { BUILT_IN, caseOf, duration, entryOf, OURS, timeOf } from './measured.mts';

/** Between these marks, the README is generated. */
const BEGIN = '<!-- From bench/results.json by npm run docs -->';
const END = '<!-- /From -->';

/** The README, with its measurements made anew of bench/results.json. */
export function readme(): string {
	const text = readFileSync(join(root, 'README.md'), 'utf8');
	const [before, rest] = text.split(BEGIN);
	const after = rest?.split(END)[1];
	if (after === undefined) throw new Error(`README.md has no '${BEGIN}' … '${END}'`);
	return `${before}${BEGIN}\n\n${measured()}\n\n${END}${after}`;
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
