import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../scripts/lib/n8nExecution.mjs';
import { credentialType } from './credentialType.mts';
import { client, world } from './world.mts';

export const nodeType = 'n8n-nodes-chainstack.chainstack';

const trigger = 'Start';
const source = 'Items';

/** The name of the Chainstack node in workflows made by `runNode`. */
export const nodeName = 'Chainstack';

interface Workflow extends Record<string, unknown> {
	nodes: Array<{ name: string }>;
}

interface RunOptions {
	/** What the node gets; one empty item without it. */
	items?: Array<Record<string, unknown>>;
	/** More settings of the node, such as `onError`. */
	node?: Record<string, unknown>;
}

/** Runs one Chainstack node in the real n8n, behind a trigger and a node that makes its items. */
export async function runNode(
	parameters: Record<string, unknown>,
	options: RunOptions = {},
): Promise<Execution> {
	return await client.run(await saveWorkflow(parameters, options), trigger);
}

/**
 * Saves the workflow `runNode` would run; without parameters one with its beginning only.
 * @returns its id
 */
export async function saveWorkflow(
	parameters?: Record<string, unknown>,
	options: RunOptions = {},
): Promise<string> {
	const workflow = workflowOf(parameters ?? {}, options);
	const { id } = await client.createWorkflow(parameters ? workflow : beginningOf(workflow));
	return id;
}

/** The resource locator's value for an id. */
export function byId(value: string): Record<string, unknown> {
	return { __rl: true, mode: 'id', value };
}

function workflowOf(
	parameters: Record<string, unknown>,
	{ items = [{}], node }: RunOptions,
): Workflow {
	const make = (
		name: string,
		type: string,
		typeVersion: number,
		rest: Record<string, unknown>,
		column: number,
	) => ({ id: randomUUID(), name, type, typeVersion, position: [column * 220, 0], ...rest });
	return {
		name: `Test ${randomUUID()}`,
		nodes: [
			make(trigger, 'n8n-nodes-base.manualTrigger', 1, { parameters: {} }, 0),
			make(source, 'n8n-nodes-base.code', 2, { parameters: { jsCode: codeFor(items) } }, 1),
			make(
				nodeName,
				nodeType,
				1,
				{ parameters, credentials: { [credentialType]: world.credential }, ...node },
				2,
			),
		],
		connections: {
			[trigger]: { main: [[{ node: source, type: 'main', index: 0 }]] },
			[source]: { main: [[{ node: nodeName, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

function beginningOf(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.filter(({ name }) => name === trigger);
	return { ...workflow, nodes, connections: {} };
}

function codeFor(items: Array<Record<string, unknown>>): string {
	return `return ${JSON.stringify(items.map((json) => ({ json })))};`;
}
