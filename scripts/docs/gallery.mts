import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureFolder, pictureOf, root } from './canvasMark.mts';
import { GENERATED, lines } from './markdown.mts';

/** The examples in the order of the gallery: first the three jobs, then the others. */
const FIRST = ['provision-network.json', 'readiness-check.json', 'pin-folder.json'];

/** An example workflow, as the gallery shows it. */
export interface GalleryExample {
	file: string;
	name: string;
	/** Its first note: what it does and how to set it up. */
	about: string;
}

/** All examples in the order of the gallery. */
export function galleryExamples(): GalleryExample[] {
	const files = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'));
	const others = files.filter((file) => !FIRST.includes(file)).sort();
	return [...FIRST, ...others].map((file) => {
		const text = readFileSync(join(root, 'examples', file), 'utf8');
		const { name, nodes } = JSON.parse(text) as {
			name: string;
			nodes: Array<{ type: string; parameters: { content?: string } }>;
		};
		const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
		return { file, name, about: note?.parameters.content ?? '' };
	});
}

/** The page of all examples, with a picture of each canvas. */
export function galleryPage(): string {
	return lines(
		GENERATED,
		'# Example workflows',
		'To use one, open its file, copy all, and paste it on the canvas of a new workflow in n8n. Then choose your credential in the Chainstack nodes. You can run every example by hand first; the tests of this package run all of them.',
		...galleryExamples().flatMap(section),
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
		`Open [${file}](../../examples/${file}), copy all, paste on the canvas.`,
	];
}

/** The text of a note below its heading; its headings become bold. */
function described(note: string): string {
	return note
		.replace(/^#+ .*\n+/, '')
		.replace(/^#+ (.*)$/gm, '**$1**')
		.replace(/^(\*\*.*\*\*)\n(?=\d\.|-)/gm, '$1\n\n')
		.trim();
}
