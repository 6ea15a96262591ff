import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap/paths.mjs';
import { exampleGroups, groupOf } from './exampleGroups.mts';
import type { N8nClient } from './n8nClient.mts';

/** The type names of this package's nodes begin with it. */
const nodePrefix = 'n8n-nodes-chainstack.';

const exampleFolder = join(projectRoot, 'examples');

/** A credential that is saved. */
interface Reference {
	id: string;
	name: string;
}

interface WorkflowNode {
	name: string;
	type: string;
	[setting: string]: unknown;
}

/** A workflow as n8n takes it. */
export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** An example in n8n. */
export interface Imported {
	/** Such as `provision-network.json`. */
	file: string;
	id: string;
	name: string;
	/** The node that it is tried with. */
	start?: string;
}

/** The file names of the importable examples, in the order of the gallery. */
export function exampleFiles(): string[] {
	return exampleGroups.flatMap(({ examples }) => examples.map(([file]) => file));
}

/** An example as n8n takes it, with its Chainstack nodes using a credential. */
export function readExample(file: string, credential: Reference): Workflow {
	const text = readFileSync(join(exampleFolder, file), 'utf8');
	const { name, nodes, connections, settings } = JSON.parse(text) as Workflow;
	return {
		name,
		nodes: nodes.map((node) =>
			node.type.startsWith(nodePrefix)
				? { ...node, credentials: { chainstackApi: credential } }
				: node,
		),
		connections,
		settings: settings ?? { executionOrder: 'v1' },
	};
}

/** The node that an example is tried with: *Run by Hand*, or its schedule or trigger. */
export function startOf({ nodes }: Pick<Workflow, 'nodes'>): string | undefined {
	const starts = ['.manualTrigger', '.scheduleTrigger', '.chainstackTrigger'].map((type) =>
		nodes.find((node) => node.type.endsWith(type)),
	);
	return starts.find(Boolean)?.name;
}

interface KnownExample {
	id: string;
	/** Changes when the file does. */
	content: string;
}

/**
 * Imports all examples, tagged with their group, the last first: the editor lists the newest on top. One that is there already is left as its user made it, unless its file has
 * changed since.
 *
 * @param stateFile remembers what was imported as which workflow
 */
export async function importExamples(
	client: N8nClient,
	credential: Reference,
	stateFile: string,
): Promise<Imported[]> {
	const known = existsSync(stateFile)
		? (JSON.parse(readFileSync(stateFile, 'utf8')) as Record<string, KnownExample>)
		: {};
	const present = await presentIds(client);
	const tags = await ensureTags(client);
	const imported: Imported[] = [];
	for (const file of exampleFiles().reverse()) {
		const workflow = { ...readExample(file, credential), tags: [tags.get(tagOf(file))] };
		const content = createHash('sha256').update(JSON.stringify(workflow)).digest('hex');
		const before = known[file];
		let id = before?.id;
		if (!before || !present.has(id)) id = (await client.createWorkflow({ ...workflow })).id;
		else if (before.content !== content) await replace(client, id, workflow);
		known[file] = { id, content };
		imported.unshift({ file, id, name: workflow.name, start: startOf(workflow) });
	}
	writeFileSync(stateFile, JSON.stringify(known, null, '\t'));
	return imported;
}

/** The name of an example's tag, by which tags sort as the gallery does. */
function tagOf(file: string): string {
	const title = groupOf(file);
	return `${exampleGroups.findIndex((group) => group.title === title) + 1} ${title}`;
}

/** @returns the IDs of the examples' tags, by name */
async function ensureTags(client: N8nClient): Promise<Map<string, string>> {
	type Tag = { id: string; name: string };
	const tags = new Map(
		((await client.request('GET', '/rest/tags')) as Tag[]).map(({ id, name }) => [name, id]),
	);
	for (const name of new Set(exampleFiles().map(tagOf))) {
		if (tags.has(name)) continue;
		const { id } = (await client.request('POST', '/rest/tags', { name })) as Tag;
		tags.set(name, id);
	}
	return tags;
}

async function presentIds(client: N8nClient): Promise<Set<string>> {
	type Listed = { id: string; isArchived?: boolean };
	const answer = (await client.request('GET', '/rest/workflows')) as Listed[] | { data: Listed[] };
	const all = Array.isArray(answer) ? answer : answer.data;
	return new Set(all.filter((one) => !one.isArchived).map((one) => one.id));
}

async function replace(client: N8nClient, id: string, workflow: object): Promise<void> {
	await client.request('PATCH', `/rest/workflows/${id}?forceSave=true`, workflow);
}
