import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../scripts/lib/n8nExecution.mts';
import { manualTrigger } from './chain.mts';
import { credentialType } from './credentialType.mts';
import type { ScriptedModel } from './scriptedModel.mts';
import { nodeType } from './workflow.mts';
import { client, credentialFor, world } from './world.mts';

/** A tool of an agent: an operation of the node with fields the model fills. */
export interface AgentTool {
	/** Name of the node, and with underscores that of the tool. */
	name: string;
	parameters: Record<string, unknown>;
}

/** @returns an expression whose value the model provides */
export function fromAi(field: string, type: 'string' | 'number' | 'boolean' | 'json' = 'string') {
	return `={{ $fromAI('${field}', 'The ${field}', '${type}') }}`;
}

/** Runs an agent in the real n8n, with a scripted model and these tools. */
export async function runAgent(
	model: ScriptedModel,
	tools: readonly AgentTool[],
): Promise<Execution> {
	const data = { apiKey: 'none', url: model.url, header: false };
	const openAi = await client.putCredential('Scripted model', 'openAiApi', data);
	const agent = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		// The newest that n8n 1.88 has, and that of n8n 2.
		typeVersion: world.n8n.version.startsWith('1.') ? 1.8 : 3,
		parameters: { promptType: 'define', text: 'Go on.', options: { maxIterations: 30 } },
	};
	const chat = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: { maxRetries: 0 },
		},
		credentials: { openAiApi: openAi },
	};
	const toolNodes = tools.map(({ name, parameters }) => ({
		name,
		type: `${nodeType}Tool`,
		typeVersion: 1,
		parameters,
		credentials: { [credentialType]: credentialFor(parameters) },
	}));
	const nodes = [manualTrigger, agent, chat, ...toolNodes].map((node, index) => ({
		id: randomUUID(),
		position: [index * 220, 0],
		...node,
	}));
	const into = (type: string) => ({ [type]: [[{ node: agent.name, type, index: 0 }]] });
	const { id } = await client.createWorkflow({
		name: `Agent ${randomUUID()}`,
		nodes,
		connections: {
			[manualTrigger.name]: into('main'),
			[chat.name]: into('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, into('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	});
	return await client.run(id, manualTrigger.name);
}
