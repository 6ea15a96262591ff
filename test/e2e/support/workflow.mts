import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../scripts/lib/n8nExecution.mts';
import { chainOf, itemSource, manualTrigger } from './chain.mts';
import { credentialType } from './credentialType.mts';
import { client, credentialFor } from './world.mts';

export const nodeType = 'n8n-nodes-chainstack.chainstack';

/** The name of the Chainstack node in workflows made by `runNode`. */
export const nodeName = 'Chainstack';

interface RunOptions {
	/** The node's input; one empty item by default. */
	items?: Array<Record<string, unknown>>;
	/** More settings of the node, such as `onError`. */
	node?: Record<string, unknown>;
}

/** Runs one Chainstack node in the real n8n, after a trigger and a node that outputs its items. */
export async function runNode(
	parameters: Record<string, unknown>,
	options: RunOptions = {},
): Promise<Execution> {
	return await client.run(await saveWorkflow(parameters, options), manualTrigger.name);
}

/**
 * Saves the workflow `runNode` would run; without parameters only the start of it.
 * @returns its id
 */
export async function saveWorkflow(
	parameters?: Record<string, unknown>,
	options: RunOptions = {},
): Promise<string> {
	const { id } = await client.createWorkflow(
		parameters ? workflowOf(parameters, options) : chainOf([manualTrigger]),
	);
	return id;
}

/**
 * Saves a workflow of nodes, by name, that are not connected, in rows of four, so that one page shows all their panels.
 * @returns its id
 */
export async function saveNodes(
	nodes: Readonly<Record<string, { type: string; parameters: object }>>,
): Promise<string> {
	const { id } = await client.createWorkflow({
		...chainOf([]),
		nodes: Object.entries(nodes).map(([name, node], index) => ({
			id: randomUUID(),
			name,
			typeVersion: 1,
			position: [(index % 4) * 220, Math.floor(index / 4) * 200],
			credentials: { [credentialType]: credentialFor(node.parameters as Record<string, unknown>) },
			...node,
		})),
	});
	return id;
}

/** The resource locator's value for an id. */
export function byId(value: string): Record<string, unknown> {
	return { __rl: true, mode: 'id', value };
}

function workflowOf(parameters: Record<string, unknown>, { items = [{}], node }: RunOptions) {
	const tested = {
		name: nodeName,
		type: nodeType,
		typeVersion: 1,
		parameters,
		credentials: { [credentialType]: credentialFor(parameters) },
		...node,
	};
	return chainOf([manualTrigger, itemSource(items), tested]);
}
