import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleGroups } from '../lib/exampleGroups.mts';
import { messageList, pictureFolder, pictureOf, root } from './canvasMark.mts';
import { fenced, GENERATED, lines, table } from './markdown.mts';

/** The messages of an example, by path. */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** The messages of all examples on all paths, by file without extension. */
export function exampleMessages(): Readonly<Record<string, Messages>> {
	return JSON.parse(readFileSync(messageList, 'utf8')) as Record<string, Messages>;
}

/** An example workflow, as the gallery shows it. */
export interface GalleryExample {
	file: string;
	name: string;
	/** Its first note: what it does and how to set it up. */
	about: string;
}

/** All examples in the order of the gallery. */
export function galleryExamples(): GalleryExample[] {
	return exampleGroups.flatMap(({ examples }) => examples).map(([file]) => exampleIn(file));
}

function exampleIn(file: string): GalleryExample {
	const text = readFileSync(join(root, 'examples', file), 'utf8');
	const { name, nodes } = JSON.parse(text) as {
		name: string;
		nodes: Array<{ type: string; parameters: { content?: string } }>;
	};
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	return { file, name, about: note?.parameters.content ?? '' };
}

/** The page of all examples: what each is for, then each with a picture of its canvas. */
export function galleryPage(): string {
	const wishes = exampleGroups.flatMap(({ title, examples }) =>
		examples.map(([file, wish]) => {
			const { name } = exampleIn(file);
			return [title, wish, `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`];
		}),
	);
	return lines(
		GENERATED,
		'# Example workflows',
		'To use one, open its file, copy all, and paste it on the canvas of a new workflow in n8n. Then choose your credential in the Chainstack nodes; a credential with the API key alone is enough. [What the examples say](messages.md) lists their messages when all is well and when it is not; the tests of this package keep them true.',
		table(['', 'I want to …', 'Example'], wishes),
		...exampleGroups.flatMap(({ title, examples }) => [
			`# ${title}`,
			...examples.flatMap(([file]) => section(exampleIn(file))),
		]),
	);
}

function section({ file, name, about }: GalleryExample): string[] {
	const picture = pictureOf(file);
	const shown = existsSync(join(pictureFolder, picture))
		? [`![Canvas of ${name}](${picture})`]
		: [];
	return [
		`## ${name}`,
		described(about),
		...shown,
		...sent(file),
		`Open [${file}](../../examples/${file}), copy all, paste on the canvas.`,
	];
}

/** The most lines that are shown of a message. */
const MOST_LINES = 12;

/** The first message of an example when all is well, and when it is not. */
function sent(file: string): string[] {
	const messages = exampleMessages()[file.replace(/\.json$/, '')] ?? {};
	const shown = ['good', 'bad'].flatMap((path) => messages[path]?.slice(0, 1) ?? []);
	return shown.length === 0
		? []
		: ['What it says when all is well, and when it is not:', ...shown.map(shortened)];
}

function shortened(text: string): string {
	const all = text.split('\n');
	const shown = all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), '…'] : all;
	return fenced(shown.join('\n'), 'text');
}

/** The page of all messages, on each path of each example. */
export function messagesPage(): string {
	const messages = exampleMessages();
	return lines(
		GENERATED,
		'# What the examples say',
		'Each example is run on each of these paths with every change of the code, and each sentence of its messages is compared with the state of the simulated platform.',
		...galleryExamples().flatMap(({ file, name }) => [
			`## ${name}`,
			...Object.entries(messages[file.replace(/\.json$/, '')] ?? {}).flatMap(([path, texts]) => [
				`**${path}**`,
				...texts.slice(0, MOST_MESSAGES).map(shortened),
			]),
		]),
		'[All examples](README.md)',
	);
}

/** The most messages that are shown of a path. */
const MOST_MESSAGES = 2;

/** The text of a note below its heading; its headings become bold. */
function described(note: string): string {
	return note
		.replace(/^#+ .*\n+/, '')
		.replace(/^#+ (.*)$/gm, '**$1**')
		.replace(/^(\*\*.*\*\*)\n(?=\d\.|-)/gm, '$1\n\n')
		.trim();
}
