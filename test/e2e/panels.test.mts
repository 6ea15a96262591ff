import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import { triggerName, triggerType, triggerWorkflow } from './support/triggerWorkflow.mts';
import { byId, nodeName, nodeType, saveNodes, saveWorkflow } from './support/workflow.mts';
import { client, world } from './support/world.mts';

const editor = useEditor();

const shownFields = async (): Promise<string[]> => await editor().shownFields();

interface Panel {
	name: string;
	node: { type: string; parameters: Record<string, unknown> };
	fields: readonly string[];
}

const first = ['Poll Times', 'Mode', 'Event'];
const confirmed = ['Polls to Confirm', 'Report Current State When Activated', 'Options'];
const usage = [
	'Metric',
	'Included in the Plan',
	'Levels (%)',
	'Report Levels Already Reached',
	'Options',
];

const TRIGGER = [
	['networkStatusChanged', 'all', ['Watch', ...confirmed]],
	['networkStatusChanged', 'chosen', ['Watch', 'Network IDs', ...confirmed]],
	['networkStatusChanged', 'project', ['Watch', 'Project', ...confirmed]],
	['nodeStatusChanged', 'all', ['Watch', ...confirmed]],
	['nodeStatusChanged', 'chosen', ['Watch', 'Nodes', 'Node IDs', ...confirmed]],
	['nodeStatusChanged', 'project', ['Watch', 'Project', ...confirmed]],
	['readinessChanged', 'credential', ['Watch', 'Check', ...confirmed]],
	['readinessChanged', 'all', ['Watch', 'Check', ...confirmed]],
	['readinessChanged', 'addresses', ['Watch', 'Addresses', 'Path', 'Check', ...confirmed]],
	['readinessChanged', 'chosen', ['Watch', 'Nodes', 'Node IDs', 'Check', ...confirmed]],
	['readinessChanged', 'project', ['Watch', 'Project', 'Check', ...confirmed]],
	['usageThresholdReached', undefined, usage],
] as const;

const SOURCES = [
	['addresses', 'Addresses', { addresses: 'https://ethereum-mainnet.core.chainstack.com/key' }],
	['nodes', ['Nodes', 'Node IDs'], { ids: seedIds.nodes.ethereum }],
	['network', 'Network', { networkId: byId(seedIds.networks.ethereum) }],
	['project', 'Project', { project: byId(seedIds.projects.main) }],
] as const;

const triggerPanels = TRIGGER.map(([event, watch, fields]): Panel => {
	const parameters = { event, ...(watch !== undefined && { watch }) };
	const name = ['trigger', event, watch].filter(Boolean).join('-');
	return { name, node: { type: triggerType, parameters }, fields: [...first, ...fields] };
});

const acrossPanels = SOURCES.flatMap(([endpoints, field, values]) =>
	['first', 'fastest', 'agreement'].map((strategy): Panel => {
		const parameters = acrossParameters({ endpoints, strategy, ...values });
		const more = strategy === 'agreement' ? ['At Least'] : [];
		return {
			name: `across-${endpoints}-${strategy}`,
			node: { type: nodeType, parameters },
			fields: [
				'Resource',
				'Operation',
				'Endpoints',
				...[field].flat(),
				'Strategy',
				...more,
				'Method',
				'Params (JSON)',
				'Convert Hex to Decimal',
				'Options',
			],
		};
	}),
);

describe.each([
	['the trigger', triggerPanels],
	['Call on Several Nodes', acrossPanels],
])('the panel of %s shows the fields it needs', (_, panels) => {
	beforeAll(async () => {
		const nodes = Object.fromEntries(panels.map(({ name, node }) => [name, node]));
		await editor().openWorkflow(await saveNodes(nodes));
	});

	it.each(panels)('for $name', async ({ name, fields }) => {
		await editor().openNode(name);
		await expect.poll(shownFields).toEqual(fields);
		await editor().picture(name);
		await editor().closeNode();
	});
});

describe("the trigger's panel", () => {
	it('follows the event and what is watched', async () => {
		await openTrigger({});
		await editor().expectOffered('event', [
			'Network Status Changed',
			'Node Status Changed',
			'Readiness Changed',
			'Usage Threshold Reached',
		]);
		await editor().choose('event', 'Readiness Changed');
		await editor().expectOffered('watch', [
			'Addresses',
			'All Running Nodes of the Organization',
			'Chosen Nodes',
			'Endpoint of the Credential',
			'Running Nodes of a Project',
		]);
		await editor().choose('watch', 'Running Nodes of a Project');
		await editor().chooseFromList('project', 'Production');
		await expect.poll(shownFields).toEqual([...first, 'Watch', 'Project', 'Check', ...confirmed]);
		await editor().choose('event', 'Usage Threshold Reached');
		await expect.poll(shownFields).toEqual([...first, ...usage]);
		await editor().closeNode();
	});

	it('shows the state of the nodes in a manual test', async () => {
		const project = byId(seedIds.projects.main);
		await openTrigger({ event: 'readinessChanged', watch: 'project', project });
		await editor().executeStep(/ready/);
		await editor().picture('trigger-output');
		await editor().closeNode();
	});
});

describe('the panel of Call on Several Nodes', () => {
	it('offers the sources and the strategies with what they mean', async () => {
		await openAcross({});
		await editor().expectOffered('endpoints', [
			'Addresses',
			'Chosen Nodes',
			'Running Nodes of a Network',
			'Running Nodes of a Project',
		]);
		await editor().expectOffered('strategy', [
			'First That Answers',
			'Fastest',
			'Agreement',
			'Send to All',
		]);
		await editor().closeNode();
	});

	it('shows the result', async () => {
		const networkId = byId(seedIds.networks.ethereum);
		await openAcross({ endpoints: 'network', networkId, params: '[]' });
		await editor().executeStep(/0x/);
		await editor().picture('across-output');
		await editor().closeNode();
	});
});

async function openTrigger(parameters: Record<string, unknown>): Promise<void> {
	const { credential } = world;
	const workflow = triggerWorkflow({ name: `Test ${randomUUID()}`, parameters, credential });
	const { id } = await client.createWorkflow(workflow);
	await editor().openWorkflow(id);
	await editor().openNode(triggerName);
}

function acrossParameters(parameters: object): Record<string, unknown> {
	const method = { __rl: true, mode: 'name', value: 'eth_chainId' };
	return { resource: 'jsonRpc', operation: 'callAcross', method, ...parameters };
}

async function openAcross(parameters: object): Promise<void> {
	await editor().openWorkflow(await saveWorkflow(acrossParameters(parameters)));
	await editor().openNode(nodeName);
}
