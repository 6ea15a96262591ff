import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import { triggerName, triggerType, triggerWorkflow } from './support/triggerWorkflow.mts';
import { byId, saveNodes, type NodesByName } from './support/workflow.mts';
import { client, world } from './support/world.mts';

const editor = useEditor();

const first = ['Poll Times', 'Mode', 'Event'];
const confirmed = ['Polls to Confirm', 'Report Current State When Activated', 'Options'];
const usage = [
	'Metric',
	'Included in the Plan',
	'Levels (%)',
	'Report Levels Already Reached',
	'Options',
];

const shownFields = async (): Promise<string[]> => await editor().shownFields();

const PANELS = [
	['networkStatusChanged', 'all', ['Watch', ...confirmed]],
	['networkStatusChanged', 'chosen', ['Watch', 'Network IDs', ...confirmed]],
	['networkStatusChanged', 'project', ['Watch', 'Project', ...confirmed]],
	['nodeStatusChanged', 'all', ['Watch', ...confirmed]],
	['nodeStatusChanged', 'chosen', ['Watch', 'Node IDs', ...confirmed]],
	['nodeStatusChanged', 'project', ['Watch', 'Project', ...confirmed]],
	['readinessChanged', 'credential', ['Watch', 'Check', ...confirmed]],
	['readinessChanged', 'all', ['Watch', 'Check', ...confirmed]],
	['readinessChanged', 'addresses', ['Watch', 'Addresses', 'Path', 'Check', ...confirmed]],
	['readinessChanged', 'chosen', ['Watch', 'Node IDs', 'Check', ...confirmed]],
	['readinessChanged', 'project', ['Watch', 'Project', 'Check', ...confirmed]],
	['usageThresholdReached', undefined, usage],
] as const;

const panelName = (event: string, watch?: string): string =>
	['trigger', event, watch].filter(Boolean).join('-');

describe("the trigger's panel", () => {
	describe('shows the fields it needs', () => {
		beforeAll(async () => {
			const nodes = PANELS.map(([event, watch]) => [
				panelName(event, watch),
				{ type: triggerType, parameters: { event, ...(watch !== undefined && { watch }) } },
			]);
			await editor().openWorkflow(await saveNodes(Object.fromEntries(nodes) as NodesByName));
		});

		it.each(PANELS)('for %s, watch %s', async (event, watch, fields) => {
			await editor().openNode(panelName(event, watch));
			await expect.poll(shownFields).toEqual([...first, ...fields]);
			await editor().picture(panelName(event, watch));
			await editor().closeNode();
		});
	});

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

async function openTrigger(parameters: Record<string, unknown>): Promise<void> {
	const { credential } = world;
	const workflow = triggerWorkflow({ name: `Test ${randomUUID()}`, parameters, credential });
	const { id } = await client.createWorkflow(workflow);
	await editor().openWorkflow(id);
	await editor().openNode(triggerName);
}
