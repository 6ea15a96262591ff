import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { resources } from '../../nodes/Chainstack/resources';
import { root } from './canvasMark.mts';
import { GENERATED, lines, table } from './markdown.mts';
import { placeOf, SECTIONS } from './messagePlaces.mts';
import { messagesOf, type Message } from './messages.mts';

/** The sources with messages: paths below the checkout. */
export const messageFiles: readonly string[] = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
			.map((entry) => relative(root, join(entry.parentPath, entry.name))),
	)
	.sort();

/** Display names of operations and resources, by `<resource>/<file>` and `<resource>`. */
export const operationNames: ReadonlyMap<string, string> = new Map(
	resources.flatMap((resource) => [
		[resource.value, resource.name],
		...resource.operations.map(({ value, name }): [string, string] => [
			`${resource.value}/${value}`,
			`${resource.name}, ${name}`,
		]),
	]),
);

/** Paragraphs above the tables. */
const INTRODUCTION = [
	'All messages of this package, exactly as in its source code: what happened, when it can appear, and what to do. `<…>` stands for values that are known only at run time. n8n shows *What to do* below the message; AI agents get both in one text.',
	'Search this page for a few words of your message. The most common ones are explained in [Troubleshooting](troubleshooting.md).',
];

/** The page of all messages. */
export function messagesPage(): string {
	const messages = messagesOf(root, messageFiles);
	const errors = messages.filter(({ kind }) => kind === 'error');
	return lines(
		GENERATED,
		'# Messages',
		...INTRODUCTION,
		...SECTIONS.flatMap((section) => {
			const own = errors.filter(({ file }) => placeOf(file, operationNames)?.section === section);
			return own.length === 0
				? []
				: [`## ${section}`, tableOf(['Message', 'When', 'What to do'], own.map(errorRow))];
		}),
		'## Reasons for a state',
		'Check Sync, Check Health, waiting operations and the trigger return a `state`, often with a `reason`. Not being ready is a result, not a failure.',
		tableOf(['Reason', 'When'], messages.filter(({ kind }) => kind === 'reason').map(row)),
		'## Hints after a successful run',
		'n8n shows them above the output of the node.',
		tableOf(['Hint', 'When'], messages.filter(({ kind }) => kind === 'hint').map(row)),
		"## Lines in n8n's log",
		'The trigger writes them; they start with its name and workflow.',
		tableOf(['Line', 'When'], messages.filter(({ kind }) => kind === 'log').map(row)),
	);
}

function errorRow(message: Message): string[] {
	return [...row(message), message.hint];
}

function row({ text, file }: Message): string[] {
	return [text, placeOf(file, operationNames)?.when ?? ''];
}

/** Rows that say the same are one. */
function tableOf(head: string[], rows: string[][]): string {
	return table(head, [...new Map(rows.map((cells) => [cells.join('\n'), cells])).values()]);
}
