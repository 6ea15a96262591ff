import { expect, it } from 'vitest';

import { examples, isNote, type ExampleNode } from './examples.mts';

interface Rectangle {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The shapes that the editor draws for a node: its box, and below it, twice as wide, its name and subtitle. */
function rectangleOf(node: ExampleNode): Rectangle {
	const { name, type, parameters } = node;
	const [left, top] = node.position;
	if (isNote(node)) return at(name, left, top, Number(parameters.width), Number(parameters.height));
	// The agent is a wide box with its name inside.
	if (type.endsWith('.agent')) return at(name, left, top, 256, 96);
	// A tool that asks a person first has its own input: it is wide, with its name inside.
	if (type.endsWith('HitlTool')) return at(name, left, top, 240, 120);
	const isSubNode = /Tool$|\.lm[A-Z]|\.memory/.test(type);
	const box = isSubNode ? 80 : 96;
	const captionLines = name.length > (isSubNode ? 18 : 22) ? 3 : 2;
	return at(name, left - box / 2, top, box * 2, box + 8 + captionLines * 20);
}

const at = (name: string, left: number, top: number, width: number, height: number): Rectangle => ({
	name,
	left,
	top,
	right: left + width,
	bottom: top + height,
});

const overlap = (a: Rectangle, b: Rectangle): boolean =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The height a note needs for its text: n8n wraps it at the width, and hides what is too long. */
function heightOf({ parameters }: ExampleNode): number {
	const perLine = (Number(parameters.width) - 32) / 7.2;
	const heights = String(parameters.content)
		.split('\n')
		.map((line) => {
			const { length } = line.replace(/[*`#]/g, '');
			if (length === 0) return 8;
			if (line.startsWith('## ')) return 14 + 30 * Math.ceil((length * 1.8) / perLine);
			if (line.startsWith('### ')) return 10 + 20 * Math.ceil((length * 1.2) / perLine);
			return 3 + 19 * Math.ceil(length / perLine);
		});
	return heights.reduce((sum, height) => sum + height, 28);
}

it.each(examples)('nothing overlaps in $file', ({ nodes }) => {
	const rectangles = nodes.map(rectangleOf);
	const overlapping = rectangles.flatMap((a, index) =>
		rectangles
			.slice(index + 1)
			.filter((b) => overlap(a, b))
			.map((b) => `${a.name} and ${b.name}`),
	);
	expect(overlapping).toEqual([]);
});

it.each(examples)('the notes of $file have room for their text', ({ nodes }) => {
	const tooSmall = nodes
		.filter(isNote)
		.filter((note) => heightOf(note) > Number(note.parameters.height))
		.map((note) => `${note.name} needs ${heightOf(note)}`);
	expect(tooSmall).toEqual([]);
});
