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
	'Every message of this package, in the words of its sources: what happened, when it can be met, and how to go on. `<…>` stands for what is known only at the time. n8n shows *What to do* below the message; AI agents get both in one text.',
	'Search this page for a few words of your message. Explanations of the most frequent ones are in [Troubleshooting](troubleshooting.md).',
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
		'## Reasons beside a state',
		'Check Sync, Check Health, waiting operations and the trigger give a `state`, and with it a `reason`. Not being ready is an answer and no failure.',
		tableOf(['Reason', 'When'], messages.filter(({ kind }) => kind === 'reason').map(row)),
		'## Hints of a run that succeeded',
		'n8n shows them above the output of the node.',
		tableOf(['Hint', 'When'], messages.filter(({ kind }) => kind === 'hint').map(row)),
		"## Lines in n8n's log",
		'The trigger writes them; they begin with its name and workflow.',
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
