import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

const FOLDER = resolve(import.meta.dirname, '../../../examples');

/** The parts of an example's node that these tests check. */
export interface ExampleNode {
	name: string;
	type: string;
	position: [number, number];
	parameters: INodeParameters;
	onError?: string;
}

/** An example workflow. */
export interface Example {
	file: string;
	nodes: ExampleNode[];
	/** The first note: what the workflow does and how to set it up. */
	about: string;
	/** The texts of all notes. */
	notes: string[];
}

/** All examples, by file. */
export const examples: Example[] = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const text = readFileSync(join(FOLDER, file), 'utf8');
		const { nodes } = JSON.parse(text) as { nodes: ExampleNode[] };
		const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
		return { file, nodes, notes, about: notes[0] };
	});

export function isNote({ type }: ExampleNode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
}

/** Whether a node starts the workflow. */
export function isTrigger({ type }: ExampleNode): boolean {
	return /Trigger$|\.webhook$/.test(type);
}
