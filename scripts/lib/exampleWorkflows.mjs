import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap/paths.mjs';

/** The type names of this package's nodes begin with it. */
const nodePrefix = 'n8n-nodes-chainstack.';

/** @typedef {{ id: string, name: string }} Reference */
/** @typedef {{ name: string, nodes: any[], connections: any, settings?: any }} Workflow */
/**
 * @typedef {object} Imported
 * @property {string} file such as 'provision-network.json'
 * @property {string} id
 * @property {string} name
 * @property {string} [manualTrigger] the node an editor's 'Execute workflow' would start from
 */

/** The file names of the importable examples, in order. */
export function exampleFiles() {
	const folder = join(projectRoot, 'examples');
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort();
}

/**
 * An example as n8n takes it, with its Chainstack nodes using a credential.
 *
 * @param {string} file
 * @param {Reference} credential
 * @returns {Workflow}
 */
export function readExample(file, credential) {
	const { name, nodes, connections, settings } = JSON.parse(
		readFileSync(join(projectRoot, 'examples', file), 'utf8'),
	);
	return {
		name,
		nodes: nodes.map((/** @type {any} */ node) =>
			node.type.startsWith(nodePrefix)
				? { ...node, credentials: { chainstackApi: credential } }
				: node,
		),
		connections,
		settings: settings ?? { executionOrder: 'v1' },
	};
}

/**
 * The node an example is run from by hand.
 *
 * @param {Workflow} workflow
 * @returns {string | undefined}
 */
export function manualTriggerOf(workflow) {
	return workflow.nodes.find((node) => node.type === 'n8n-nodes-base.manualTrigger')?.name;
}

/**
 * Imports all examples. One that is there already is left as its user made it, unless its file has
 * changed since.
 *
 * @param {import('./n8nClient.mjs').N8nClient} client
 * @param {Reference} credential
 * @param {string} stateFile remembers what was imported as which workflow
 * @returns {Promise<Imported[]>}
 */
export async function importExamples(client, credential, stateFile) {
	/** @type {Record<string, { id: string, content: string }>} */
	const known = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {};
	const present = await presentIds(client);
	/** @type {Imported[]} */
	const imported = [];
	for (const file of exampleFiles()) {
		const workflow = readExample(file, credential);
		const content = createHash('sha256').update(JSON.stringify(workflow)).digest('hex');
		const before = known[file];
		let id = before?.id;
		if (!before || !present.has(id)) id = (await client.createWorkflow({ ...workflow })).id;
		else if (before.content !== content) await replace(client, id, workflow);
		known[file] = { id, content };
		imported.push({ file, id, name: workflow.name, manualTrigger: manualTriggerOf(workflow) });
	}
	writeFileSync(stateFile, JSON.stringify(known, null, '\t'));
	return imported;
}

/** @param {import('./n8nClient.mjs').N8nClient} client */
async function presentIds(client) {
	/** @type {any[] | { data: any[] }} */
	const answer = await client.request('GET', '/rest/workflows');
	const all = Array.isArray(answer) ? answer : answer.data;
	return new Set(all.filter((one) => !one.isArchived).map((one) => one.id));
}

/**
 * @param {import('./n8nClient.mjs').N8nClient} client
 * @param {string} id
 * @param {Workflow} workflow
 */
async function replace(client, id, workflow) {
	await client.request('PATCH', `/rest/workflows/${id}?forceSave=true`, workflow);
}
