import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult, PartName } from '../../bench/results.mts';
import { median } from '../../bench/statistics.mts';
import { root } from './canvasMark.mts';
import { table } from './markdown.mts';
import { BUILT_IN, caseOf, duration, entryOf, OURS, timeOf, tunedOf } from './measured.mts';

/** Between these marks, the README is generated. */
const BEGIN = '<!-- From bench/results.json by npm run docs -->';
const END = '<!-- /From -->';

/** The README, with its table of measurements made anew of bench/results.json. */
export function readme(): string {
	const text = readFileSync(join(root, 'README.md'), 'utf8');
	const [before, rest] = text.split(BEGIN);
	const after = rest?.split(END)[1];
	if (after === undefined) throw new Error(`README.md has no '${BEGIN}' … '${END}'`);
	return `${before}${BEGIN}\n\n${measuredTable()}\n\n${END}${after}`;
}

/** The rows the README shows: what they are called there, by part and case. */
const README_ROWS: ReadonlyArray<[part: PartName, id: string, label: string]> = [
	['checks', 'one-5ms-fixed', 'one endpoint, 5 ms away'],
	['checks', 'one-5ms-referred', 'the same, its address as `{{ $json.address }}`'],
	[
		'checks',
		'keys200-50ms-referred',
		'200 endpoints of one host, 50 ms away, `{{ $json.address }}`',
	],
	['checks', 'hosts1000-5ms-referred', '1000 endpoints, each a host, `{{ $json.address }}`'],
	['checks', 'hosts1000-5ms-computed', 'the same, with an expression that computes something'],
	['limits', '25-perCall', 'a server that accepts 25 calls a second'],
	['memory', 'fixed', '10,000 items, one endpoint: growth of n8n'],
];

function measuredTable(): string {
	const rows = README_ROWS.map(([part, id, label]) => {
		const each = caseOf(part, id);
		const tuned = tunedOf(each);
		const theirs = [
			outcome(each, BUILT_IN),
			...(tuned ? [`tuned by hand ${duration(timeOf(each, tuned.name))}`] : []),
		];
		return [label, outcome(each, OURS), theirs.join('; ')];
	});
	return table(['1000 items', OURS, BUILT_IN], rows);
}

/** What came of a node, as short as possible: growth, items that got no answer, or the time. */
function outcome(each: CaseResult, name: string): string {
	const { growthMb, good } = entryOf(each, name);
	if (growthMb) return `${Math.round(median(growthMb))} MB`;
	if (good !== undefined && good < each.items) return `${good} answered`;
	const time = duration(timeOf(each, name));
	return each.idealMs === undefined ? time : `${time}, all answered`;
}
