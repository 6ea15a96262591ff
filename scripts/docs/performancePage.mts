import { PARTS, type CaseResult } from '../../bench/results.mts';
import { median } from '../../bench/statistics.mts';
import { fenced, GENERATED, lines, table } from './markdown.mts';
import {
	answered,
	BUILT_IN,
	caseOf,
	duration,
	OURS,
	part,
	range,
	spread,
	timeOf,
	tunedOf,
	withRequests,
} from './measured.mts';

/** The page of all measurements, made of bench/results.json. */
export function performancePage(): string {
	return lines(
		GENERATED,
		'# Performance',
		`*${OURS}* compared with n8n's built-in *${BUILT_IN}* node, both sending the same calls to the same endpoints, alternately in one real n8n. Times are those that n8n reports for the node: the median, with the shortest and the longest in brackets. [How it was measured](#how-it-was-measured) says where and when, and how to repeat it.`,
		...checksSection(),
		...expressionsSection(),
		...limitsSection(),
		...healthSection(),
		...memorySection(),
		...uploadSection(),
		...circumstancesSection(),
	);
}

function checksSection(): string[] {
	const { cases } = part('checks');
	const slower = cases.filter((each) => timeOf(each, OURS) > timeOf(each, BUILT_IN));
	const rows = cases.map((each) => [
		each.title,
		withRequests(each, OURS),
		withRequests(each, BUILT_IN),
		times(timeOf(each, BUILT_IN) / timeOf(each, OURS)),
	]);
	return [
		'## A thousand checks',
		'Checks of the same endpoint are sent together, up to 100 in one request. Different endpoints are checked in parallel, each in its own request.',
		table(['1000 items', OURS, BUILT_IN, 'Times as fast'], rows),
		slower.length === 0
			? `${OURS} is faster in all of these cases.`
			: `${BUILT_IN} is faster in ${slower.length} of these ${cases.length} cases: ${slower.map(({ title }) => title).join('; ')}. In these cases no requests can be combined, and the time n8n needs for the expression (see below) is the same for both.`,
	];
}

function expressionsSection(): string[] {
	const { cases } = part('expressions');
	const names = [OURS, BUILT_IN, 'Edit Fields'];
	const rows = cases.map((each) => [each.title, ...names.map((name) => spread(each, name))]);
	const cost = (name: string, id: string) => {
		const extra = timeOf(caseOf('expressions', id), name) - timeOf(cases[0], name);
		return `${Math.max(0, extra / cases[0].items).toFixed(2)} ms`;
	};
	return [
		'## The cost of an expression',
		'*Edit Fields* sends no requests. It has the same values in the same number of fields, so its column shows the time n8n itself needs to evaluate them.',
		table(['1000 items, one endpoint, 5 ms away', ...names], rows),
		`An expression that computes something adds ${cost('Edit Fields', 'computed')} for each item to *Edit Fields*, ${cost(OURS, 'computed')} to *${OURS}* and ${cost(BUILT_IN, 'computed')} to *${BUILT_IN}*: that is n8n's time, and no node can save it. One that only refers to a field of the item adds ${cost('Edit Fields', 'referred')} to *Edit Fields* and ${cost(OURS, 'referred')} to *${OURS}*, which reads such a field from the item itself.`,
	];
}

function limitsSection(): string[] {
	const { cases } = part('limits');
	const rows = cases.map((each) => {
		const tuned = tunedOf(each);
		const plainOne = each.entries.find(({ name }) => name === BUILT_IN);
		return [
			each.title,
			duration(each.idealMs ?? 0),
			answered(each, OURS),
			plainOne ? answered(each, BUILT_IN) : '',
			tuned ? `${answered(each, tuned.name)} with ${tuned.name.replace(`${BUILT_IN}, `, '')}` : '',
		];
	});
	return [
		'## Servers with a limit',
		`${OURS} runs with its default settings: it learns the limit of the server during the run. ${BUILT_IN} gives up on items that are rejected, unless its batching is tuned to the limit by hand; the last column is the fastest setting that stays within the limit.`,
		table(
			[
				'The server accepts, and rejects the rest with',
				'Shortest possible',
				OURS,
				BUILT_IN,
				'Tuned by hand',
			],
			rows,
		),
	];
}

function healthSection(): string[] {
	const { cases } = part('health');
	const names = cases[0].entries.map(({ name }) => name);
	const rows = names.map((name) => [name, ...cases.map((each) => withRequests(each, name))]);
	return [
		'## The health of a thousand endpoints',
		`*Check Health* reads from each endpoint in one request its state, its newest block and its chain; *Check Sync* and *HTTP Request* send one call. With *Compare With: Other Items of This Run*, the endpoints are judged together once all have answered.`,
		table(['5 ms away, `{{ $json.address }}`', ...cases.map(({ title }) => title)], rows),
	];
}

function memorySection(): string[] {
	const { cases } = part('memory');
	const rows = cases.flatMap((each) =>
		each.entries.map(({ name, growthMb = [], cpuMs = [], milliseconds }) => [
			plainOf(each, name),
			name,
			range(growthMb, (mb) => `${Math.round(mb)} MB`),
			`${((median(cpuMs) / each.items) * 1000).toFixed(0)} µs`,
			duration(median(milliseconds)),
		]),
	);
	return [
		'## Memory and processor time',
		"Ten thousand items of one endpoint, in a freshly started n8n for each run. Growth is the peak memory of n8n's main process until it has stored the execution, minus its memory before; processor time is that of the whole run with all threads, divided by the number of items. *No Operation* passes the items on and does nothing: it shows n8n's own share.",
		table(['10,000 items', 'Node', 'Growth', 'Processor time per item', 'Time of the node'], rows),
	];
}

/** The case is named in its first row only. */
function plainOf({ title, entries }: CaseResult, name: string): string {
	return name === entries[0].name ? title : '';
}

function uploadSection(): string[] {
	const [each] = part('upload').cases;
	const rows = each.entries.map(({ name, growthMb = [] }) => [
		name,
		spread(each, name),
		range(growthMb, (mb) => `${Math.round(mb)} MB`),
	]);
	return [
		'## Uploads',
		`*Storage · Pin File* compared with the multipart upload of *${BUILT_IN}*: ${each.title}, in an n8n that keeps binary data on disk.`,
		table(['Node', 'Time', 'Growth of n8n'], rows),
	];
}

/** A ratio; near 1, two decimals say on which side it is. */
function times(ratio: number): string {
	return ratio.toFixed(ratio < 2 ? 2 : 1);
}

function circumstancesSection(): string[] {
	const parts = new Map<string, string[]>();
	for (const name of PARTS) {
		const { circumstances: at, cases } = part(name);
		const rounds = Math.max(...cases[0].entries.map(({ milliseconds }) => milliseconds.length));
		const n8n = `${at.n8n} on Node.js ${at.nodeJs}`;
		const key = [at.date, `${rounds}`, at.package, n8n].join('\n');
		parts.set(key, [...(parts.get(key) ?? []), name]);
	}
	const rows = [...parts].map(([at, names]) => [names.join(', '), ...at.split('\n')]);
	const { machine, httpRequest } = part('checks').circumstances;
	return [
		'## How it was measured',
		`On a machine with ${machine}, with version ${httpRequest} of ${BUILT_IN}. The server is a separate process on the same machine and responds after a fixed time; many endpoints are many addresses of the loopback network. Each round runs every node in turn, after one warm-up round that is not counted; cases where a round takes more than ten seconds have two rounds and no warm-up.`,
		table(['Parts', 'Date', 'Rounds', 'Package', 'n8n'], rows),
		'To repeat it, on Linux:',
		fenced(
			[
				'npm ci',
				'npm run bench                       # everything, half an hour; keeps bench/results.json',
				'npm run bench -- limits             # one part',
				'npm run bench -- --rounds 5 checks  # more rounds',
				'npm run bench -- --only one-5ms     # selected cases, only printed',
				'npm run docs                        # updates this page and the table in the README',
				'npx tsx bench/profile.mts           # CPU profiles of n8n',
			].join('\n'),
			'sh',
		),
	];
}
