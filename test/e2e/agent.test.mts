import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { fromAi, runAgent, type AgentTool } from './support/agent.mts';
import { sandbox } from './support/sandbox.mts';
import { ScriptedModel, type ChatMessage } from './support/scriptedModel.mts';
import { byId, nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

/** Characters of one answer; about four of them are a token. */
const OUTPUT_BUDGET = 20_000;

const { main, staging } = seedIds.projects;
const pin = 'PIN-4180-1253-7200';
const waits = { waitInterval: 1, waitLimit: 20 };
const ofCredential = { endpointSource: 'credential' };

interface Call {
	/** Parameters chosen by the person who created the workflow. */
	fixed?: Record<string, unknown>;
	/** The fields that the model fills in. */
	args: Record<string, string | number | boolean>;
	/** Arguments whose field is a list to choose from. */
	locators?: readonly string[];
	/** Part of the answer. */
	says?: string;
}

const ofRule = { nodeId: seedIds.nodes.bitcoin, ruleId: seedIds.accessRule };

/** All operations, as an agent calls them. */
const operations: Record<string, Call> = {
	'accessRule.create': {
		fixed: { type: 'ip' },
		args: { nodeId: seedIds.nodes.polygon, value: '2001:db8::1' },
		locators: ['nodeId'],
		says: 'NAR-',
	},
	'accessRule.getAll': {
		args: { limit: 3, nodeId: ofRule.nodeId },
		locators: ['nodeId'],
		says: 'NAR-',
	},
	'accessRule.update': {
		fixed: { updateFields: { value: "={{ $fromAI('value') }}" } },
		args: { ...ofRule, rules: 'one', value: '203.0.113.11' },
		locators: ['nodeId', 'ruleId'],
		says: '203.0.113.11',
	},
	'accessRule.delete': { args: ofRule, locators: ['nodeId', 'ruleId'], says: 'NAR-' },
	'organization.get': { args: {}, says: seedIds.organization },
	'project.create': { args: { name: 'By agent' }, says: 'By agent' },
	'project.get': { args: { project: main }, locators: ['project'], says: main },
	'project.getAll': { args: { limit: 5 }, says: main },
	'project.update': {
		fixed: { updateFields: { name: fromAi('name') } },
		args: { project: staging, name: 'Renamed' },
		locators: ['project'],
		says: 'Renamed',
	},
	'project.delete': { args: { project: 'PR-9-9-9' }, locators: ['project'], says: 'PR-9-9-9' },
	'network.create': {
		fixed: {
			nodes: {
				node: [
					{
						name: fromAi('nodeName'),
						type: fromAi('type'),
						provider: fromAi('provider'),
						region: fromAi('region'),
					},
				],
			},
		},
		args: {
			project: main,
			name: 'By agent',
			protocol: 'ethereum',
			chainNetwork: 'ethereum-mainnet',
			nodeName: 'first',
			type: 'dedicated',
			provider: 'aws',
			region: 'us-east-1',
		},
		locators: ['project', 'chainNetwork'],
		says: 'By agent',
	},
	'network.get': {
		args: { networkId: seedIds.networks.ethereum },
		locators: ['networkId'],
		says: seedIds.networks.ethereum,
	},
	'network.getAll': { args: { limit: 3 }, says: 'NW-' },
	'network.update': {
		args: { networkId: seedIds.networks.polygon, name: 'Renamed' },
		locators: ['networkId'],
		says: 'Renamed',
	},
	'network.delete': {
		args: { networkId: seedIds.networks.bitcoin },
		locators: ['networkId'],
		says: 'Delete the nodes',
	},
	'node.create': {
		args: { project: main, name: 'By agent', blockchain: 'BC-000-000-004', cloud: 'CC-0020' },
		locators: ['project', 'blockchain', 'cloud'],
		says: 'By agent',
	},
	'node.createInNetwork': {
		args: {
			networkId: seedIds.networks.ethereum,
			name: 'By agent',
			type: 'dedicated',
			provider: 'aws',
			region: 'us-east-1',
		},
		locators: ['networkId'],
		says: 'By agent',
	},
	'node.get': {
		args: { nodeId: seedIds.nodes.ethereum },
		locators: ['nodeId'],
		says: seedIds.nodes.ethereum,
	},
	'node.getAll': { args: { limit: 3 }, says: 'ND-' },
	'node.getDeploymentOptions': { args: { limit: 3 }, says: 'BC-' },
	'node.getMetrics': { args: { nodeId: seedIds.nodes.ethereum }, locators: ['nodeId'] },
	'node.update': {
		args: { nodeId: seedIds.nodes.polygon, name: 'Renamed' },
		locators: ['nodeId'],
		says: 'Renamed',
	},
	'node.waitUntilRunning': {
		fixed: waits,
		args: { nodeId: seedIds.nodes.ethereum },
		locators: ['nodeId'],
		says: 'running',
	},
	'node.delete': {
		args: { nodeId: seedIds.nodes.bitcoin },
		locators: ['nodeId'],
		says: seedIds.nodes.bitcoin,
	},
	'ipfs.get': { args: { pinId: pin }, says: pin },
	'ipfs.getAll': { args: { limit: 3 }, says: pin },
	'ipfs.pinByCid': {
		args: { bucketId: seedIds.bucket, cid: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o' },
		says: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
	},
	// A model cannot supply a file.
	'ipfs.pinFile': { args: { bucketId: seedIds.bucket }, says: 'agent' },
	'ipfs.pinFolder': { args: { folderId: seedIds.folders.pictures }, says: 'cover.svg' },
	'ipfs.waitUntilPinned': { fixed: waits, args: { pinId: pin }, says: 'pinned' },
	'ipfs.delete': { args: { pinId: pin }, says: pin },
	'jsonRpc.call': {
		fixed: ofCredential,
		args: { method: 'eth_chainId' },
		locators: ['method'],
		says: '0x3e7',
	},
	'jsonRpc.callAcross': {
		args: { ids: seedIds.nodes.ethereum, method: 'eth_chainId' },
		locators: ['method'],
		says: '0x',
	},
	'jsonRpc.checkCapabilities': { fixed: ofCredential, args: {} },
	'jsonRpc.checkHealth': { fixed: ofCredential, args: {}, says: 'healthy' },
	'jsonRpc.checkSync': { fixed: ofCredential, args: {}, says: '"ready":true' },
	'jsonRpc.waitUntilSynced': {
		fixed: { ...waits, ...ofCredential },
		args: { successfulChecks: 1 },
		says: 'ready',
	},
	'usage.getReport': { args: { output: 'report' }, says: 'total' },
	'usage.export': { args: {}, says: 'csv' },
	'faucet.requestTokens': {
		args: { chain: 'sepolia', address: `0x${'12'.repeat(20)}` },
		says: '0x',
	},
	'faucet.getHistory': { args: { limit: 3 } },
};

/**
 * The operations in the order in which an agent calls them: n8n 1 runs the calls of one message at the same time, so
 * a call that depends on the outcome of another is in a later message.
 */
const rounds = [
	(name: string) => !/\.(update|delete)/.test(name),
	(name: string) => /\.update/.test(name),
	// A network can only be deleted without nodes, as its answer says.
	(name: string) => /\.delete$/.test(name) && name !== 'node.delete',
	(name: string) => name === 'node.delete',
].map((isInRound) => Object.keys(operations).filter(isInRound));

interface NodeDescription {
	name: string;
	properties: Array<{
		name: string;
		options?: Array<{ value: string }>;
		displayOptions?: { show?: { resource?: string[] } };
	}>;
}

let model: ScriptedModel;
const nodeSecrets = new Set<string>();

beforeAll(async () => {
	model = await ScriptedModel.start();
});
afterAll(async () => await model.stop());

describe('an agent with every operation as a tool', () => {
	it('finds each one, fills its fields and gets an answer it can read', async () => {
		await noteSecrets();
		const offered = new Map<string, string>();
		model.script = (messages, tools) => {
			for (const tool of tools) offered.set(tool.name, JSON.stringify(tool));
			const answered = answersIn(messages);
			const round = rounds.find((names) => !answered.has(toolName(names[0])));
			if (round === undefined) return { text: 'Done.' };
			return {
				calls: round.map((name) => ({ name: toolName(name), args: operations[name].args })),
			};
		};
		const run = await runAgent(model, Object.entries(operations).map(toolOf));
		await noteSecrets();
		expect(run.error).toBeUndefined();
		expect(run.status).toBe('success');
		expect([...offered.keys()].sort()).toEqual(Object.keys(operations).map(toolName).sort());
		const answers = answersIn(JSON.parse(model.heard.at(-1) ?? '').messages as ChatMessage[]);
		const wrong = Object.entries(operations).flatMap(([name, { args, says = '' }]) => {
			const tool = offered.get(toolName(name)) ?? '';
			const missing = Object.keys(args).filter((field) => !tool.includes(`"${field}"`));
			const answer = answers.get(toolName(name)) ?? 'nothing';
			return [
				...missing.map((field) => `${name} does not offer ${field}`),
				...(answer.includes(says) ? [] : [`${name} answers ${answer}, without ${says}`]),
				...(answer.length < OUTPUT_BUDGET ? [] : [`${name} answers ${answer.length} characters`]),
			];
		});
		expect(wrong).toEqual([]);
	});

	it('leaves no operation out', async () => {
		const types = (await client.nodeTypes()) as NodeDescription[];
		const node = types.find(({ name }) => name === nodeType);
		const names = (node?.properties ?? [])
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [], displayOptions }) =>
				options.map(({ value }) => `${displayOptions?.show?.resource?.[0]}.${value}`),
			)
			// A property that n8n adds to every resource.
			.filter((name) => !name.endsWith('.__CUSTOM_API_CALL__'));
		expect(Object.keys(operations).sort()).toEqual(names.sort());
	});

	it('corrects itself from the message after a mistake', async () => {
		const seen: string[] = [];
		const args = { ...operations['network.create'].args, region: 'us-east1' };
		model.script = (messages) => {
			const answer = answersIn(messages).get('network_create') ?? '';
			seen.push(answer);
			if (answer.includes('By agent')) return { text: 'Done.' };
			// The tool's message is all that a model has to work with.
			const region = /us-east-\d/.exec(answer)?.[0] ?? args.region;
			return { calls: [{ name: 'network_create', args: { ...args, region } }] };
		};
		await runAgent(model, [toolOf(['network.create', operations['network.create']])]);
		expect(seen).toHaveLength(3);
		expect(seen[1]).toContain("'us-east1'");
		const { networks } = await sandbox.state();
		expect(networks.filter(({ name }) => name === 'By agent')).toHaveLength(1);
	});

	it.each([
		[50, 50],
		[undefined, 20],
	])('gets the number of results it requests (%s: %i)', async (limit, expected) => {
		await sandbox.addNodes(80, main);
		const tool: AgentTool = {
			name: 'node getAll',
			parameters: {
				resource: 'node',
				operation: 'getAll',
				...(limit !== undefined && { limit: fromAi('limit', 'number') }),
			},
		};
		let answer: string | undefined;
		model.script = (messages) => {
			answer = answersIn(messages).get('node_getAll');
			if (answer !== undefined) return { text: 'Done.' };
			return { calls: [{ name: 'node_getAll', args: limit === undefined ? {} : { limit } }] };
		};
		await runAgent(model, [tool]);
		expect(new Set(answer?.match(/ND-[\d-]+/g)).size).toBe(expected);
		expect(answer?.length).toBeLessThan(OUTPUT_BUDGET);
	});

	it('never sees a key', () => {
		const heard = model.heard.join('\n');
		expect(heard).toContain('node_get');
		for (const secret of [world.sandbox.apiKey, world.sandbox.endpointKey, ...nodeSecrets]) {
			expect(heard.includes(secret), 'a secret was told to the model').toBe(false);
			expect(heard.includes(encodeURIComponent(secret))).toBe(false);
		}
	});
});

async function noteSecrets(): Promise<void> {
	for (const { auth } of (await sandbox.state()).nodes) {
		nodeSecrets.add(auth.key).add(auth.password);
	}
}

function toolName(operation: string): string {
	return operation.replace('.', '_');
}

function toolOf([name, { fixed = {}, args, locators = [] }]: [string, Call]): AgentTool {
	const [resource, operation] = name.split('.');
	const inside = JSON.stringify(fixed);
	const filled = Object.entries(args)
		.filter(([field]) => !inside.includes(`'${field}'`))
		.map(([field, value]) => {
			const expression = fromAi(field, typeof value as 'string' | 'number' | 'boolean');
			return [field, locators.includes(field) ? byId(expression) : expression];
		});
	return {
		name: `${resource} ${operation}`,
		parameters: { resource, operation, ...fixed, ...Object.fromEntries(filled) },
	};
}

/** The answers of the tools so far, by name. */
function answersIn(messages: readonly ChatMessage[]): Map<string, string> {
	const names = new Map(
		messages.flatMap(({ tool_calls: calls = [] }) =>
			calls.map((call) => [call.id, call.function.name] as const),
		),
	);
	return new Map(
		messages
			.filter(({ role }) => role === 'tool')
			.map(({ tool_call_id: id = '', content }) => [names.get(id) ?? '', content ?? '']),
	);
}
