import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** Pictures of the examples' canvases. */
export const pictureFolder = join(root, 'docs', 'examples');

/** The picture of the README's first workflow. */
export const panelPicture = join(root, 'docs', 'panel.jpg');

/** Tells by example, such as `readiness-check.json`, which state of the example its picture shows. */
export const pictureList = join(pictureFolder, 'pictures.json');

/** Tells by example what it says on each of its paths. `npm run docs:runs` writes it. */
export const messageList = join(pictureFolder, 'messages.json');

/** @param file an example, such as `readiness-check.json` */
export function pictureOf(file: string): string {
	return `${file.replace(/\.json$/, '')}.jpg`;
}

interface Shown {
	name: string;
	type: string;
	position: [number, number];
	parameters: Record<string, unknown>;
}

/**
 * A mark of what stands where on the canvas of an example. When it changes, the picture has to be taken again;
 * other words in a note are no reason.
 *
 * @param file an example, such as `readiness-check.json`
 */
export function canvasMark(file: string): string {
	const text = readFileSync(join(root, 'examples', file), 'utf8');
	const { nodes, connections } = JSON.parse(text) as { nodes: Shown[]; connections: object };
	const seen = nodes.map(({ name, type, position, parameters }) => {
		const { resource, operation, event, height, width } = parameters;
		return { name, type, position, resource, operation, event, height, width };
	});
	return createHash('sha256')
		.update(JSON.stringify([seen, connections]))
		.digest('hex')
		.slice(0, 16);
}
