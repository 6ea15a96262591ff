import { DIFFERENCES, type Difference } from '../../sandbox/contract/differences.mts';
import { CREATIONS } from '../../sandbox/contract/exchanges.mts';
import { CONTRACT, countBySource, STATEMENTS } from '../../sandbox/contract/index.mts';
import { SOURCES, type Source, type Statement } from '../../sandbox/contract/statement.mts';
import { GENERATED, lines, table } from './markdown.mts';

/** The page of what nobody has confirmed about the platform, and of what its sources contradict each other in. */
export function contractPage(): string {
	return lines(
		GENERATED,
		'# What is assumed about the platform',
		'Package and tests rely on these statements, and no source confirms them: neither the specification nor the vendor. [The contract](contract.md) explains how to compare them with the real service. If you know that one is wrong, or right, please [report it](https://github.com/n8n-nodes-chainstack/n8n-nodes-chainstack/issues).',
		'## All statements, by source',
		countTable(),
		'## Assumed',
		'The last column says whether `npm run test:live` can show it: by reading, only with `--create`, with an endpoint of the family, or why it cannot.',
		...CONTRACT.flatMap(({ part, statements }) => assumedOf(part, statements)),
		'## Where sources differ',
		"What any of them has is accepted; the sandbox refuses everything else that the vendor's API description does not have.",
		differencesTable(),
	);
}

function countTable(): string {
	const counts = countBySource();
	const rows = [...counts].map(([source, count]) => [capitalize(SOURCES[source]), String(count)]);
	return table(['Source', 'Statements'], [...rows, ['All', String(STATEMENTS.length)]]);
}

function assumedOf(part: string, statements: readonly Statement[]): string[] {
	const assumed = statements.filter(({ source }) => source === 'assumed');
	if (assumed.length === 0) return [];
	const rows = assumed.map((statement) => [statement.says, statement.where, shownBy(statement)]);
	return [`### ${part}`, table(['Statement', 'What depends on it, or why', 'Shown by'], rows)];
}

function shownBy({ unreachable, on = [], shape }: Statement): string {
	if (unreachable !== undefined) return `nothing: ${unreachable}`;
	if (shape !== undefined) return 'reading';
	const [first] = on;
	if (/^[a-z]+: /.test(first)) return 'an endpoint';
	return CREATIONS.some(({ name }) => name === first) ? '`--create`' : 'reading';
}

function differencesTable(): string {
	const groups = new Map<string, Difference[]>();
	for (const each of DIFFERENCES) {
		const key = [each.operation, each.place, each.flaw, each.source, each.says].join('\n');
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	const rows = [...groups.values()].map((group) => {
		const [{ operation, place, flaw, source, says }] = group;
		const fields = group.map(({ field }) => `\`${field}\``).join(', ');
		const name = source === 'examples' ? "The vendor's examples" : capitalize(SOURCES[source]);
		return [`\`${operation}\``, `${place}: ${fields}`, flaw, `${name}: ${says}`];
	});
	return table(['Operation', 'Field', "In the vendor's API description", 'Elsewhere'], rows);
}

function capitalize(text: (typeof SOURCES)[Source]): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
