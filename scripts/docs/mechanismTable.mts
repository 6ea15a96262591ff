import { sumOf, type Played } from '../../bench/mechanisms/played.mts';
import { readMechanisms, type MechanismResults } from '../../bench/mechanisms/results.mts';
import { replaceGenerated, table } from './markdown.mts';

/** How many worlds are named that get worse without a mechanism. */
const NAMED = 3;

/** A world is worse that loses calls, or takes this many times as long or as many requests, and so many seconds more. */
const WORSE = { times: 1.1, seconds: 2, requests: 20 };

type Worlds = MechanismResults['all'];

/** The page of the scheduler, with the table of its mechanisms made anew. */
export function schedulerPage(): string {
	return replaceGenerated('docs/scheduler.md', 'bench/mechanisms/results.json', mechanismTable());
}

/** The table of what gets worse without each mechanism of the scheduler, made of bench/mechanisms/results.json. */
function mechanismTable(): string {
	const results = readMechanisms();
	if (results === undefined) throw new Error('There are no results: npm run bench -- mechanisms');
	const { date, all, without } = results;
	const rows = Object.entries(without).map(([name, worlds]) => [
		name,
		...sums(sumOf(worlds), sumOf(all)),
		worstOf(worlds, all),
	]);
	const { lost, seconds, accusedSeconds, requests } = sumOf(all);
	const intro = `${Object.keys(all).length} worlds, on ${date}. With all mechanisms ${lost} calls to healthy endpoints are lost; these take ${seconds.toFixed(0)} seconds in all, the others are given up within ${accusedSeconds.toFixed(0)} seconds, and ${requests.toLocaleString('en')} requests are sent. Without one of the mechanisms:`;
	const head = [
		'Without',
		'Calls lost',
		'Time',
		'Time of the others',
		'Requests',
		'Worlds that get worse',
	];
	return `${intro}\n\n${table(head, rows)}`;
}

function sums(sum: Played, before: Played): string[] {
	const more = sum.lost - before.lost;
	const lost = more === 0 ? '0' : `${more > 0 ? '+' : '−'}${Math.abs(more).toLocaleString('en')}`;
	return [
		lost,
		percent(sum.seconds / before.seconds),
		percent(sum.accusedSeconds / before.accusedSeconds),
		percent(sum.requests / before.requests),
	];
}

function percent(ratio: number): string {
	const rounded = Math.round((ratio - 1) * 100);
	if (rounded === 0) return '0 %';
	return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded).toLocaleString('en')} %`;
}

function worstOf(worlds: Worlds, all: Worlds): string {
	const worse = Object.entries(worlds)
		.map(([name, played]) => ({ name, ...harmOf(played, all[name]) }))
		.filter(({ text }) => text !== '')
		.sort((a, b) => b.harm - a.harm);
	if (worse.length === 0) return 'nothing here';
	return worse
		.slice(0, NAMED)
		.map(({ name, text }) => `${name}: ${text}`)
		.join('; ');
}

/** How much worse a world is: a lost call counts most. */
function harmOf(after: Played, before: Played): { harm: number; text: string } {
	const lost = after.lost - before.lost;
	if (lost > 0) return { harm: 1000 + lost, text: `${lost} calls lost` };
	for (const each of ['seconds', 'accusedSeconds'] as const) {
		const longer = after[each] / before[each];
		if (!(longer > WORSE.times && after[each] - before[each] > WORSE.seconds)) continue;
		const text = `${before[each].toFixed(0)} → ${after[each].toFixed(0)} s`;
		return { harm: longer, text: each === 'seconds' ? text : `given up after ${text}` };
	}
	const more = after.requests / before.requests;
	if (more <= WORSE.times || after.requests - before.requests <= WORSE.requests)
		return { harm: 0, text: '' };
	return { harm: more, text: `${before.requests} → ${after.requests} requests` };
}
