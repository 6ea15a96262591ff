import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import {
	canvasMark,
	panelPicture,
	pictureFolder,
	pictureList,
	pictureOf,
	textList,
} from '../../scripts/docs/canvasMark.mts';
import { SHOWN_WITH_TEXT } from '../../scripts/docs/gallery.mts';
import { exampleFiles, readExample } from '../../scripts/lib/exampleWorkflows.mts';
import type { Execution } from '../../scripts/lib/n8nExecution.mts';
import { useEditor } from './support/editor.mts';
import { saveWorkflow } from './support/workflow.mts';
import { sandbox } from './support/sandbox.mts';
import { runByHand } from './support/wholeWorkflow.mts';
import { client, world } from './support/world.mts';

/** With UPDATE_PICTURES=1 pictures of runs are taken for the documentation (npm run docs:pictures). */
const isRecording = Boolean(process.env.UPDATE_PICTURES);

/** Parts of the editor and not of the workflow. */
const chrome = [
	'canvas-controls',
	'canvas-minimap',
	'execute-workflow-button',
	'canvas-wrapper-execute',
	'canvas-handle-plus-wrapper',
	'node-creator-plus-button',
]
	.map((id) => `[data-test-id="${id}"]`)
	.concat(
		'[class*="executionButtons"]',
		'[class*="executionDetails"]',
		'.vue-flow__controls',
		'.vue-flow__minimap',
		'.vue-flow__panel',
	)
	.join(', ');

const editor = useEditor();

it('the panel of Check Sync shows its result, after the steps of the README', async () => {
	const { page } = editor();
	await page.setViewportSize({ width: 1440, height: 760 });
	await editor().openWorkflow(await saveWorkflow());
	await editor().addNode('Chainstack', 'Check if node is ready');
	await editor().chooseFromList('nodeId', 'eth-archive-1');
	await editor().executeStep(/ready/);
	await page.locator('.el-notification').last().waitFor({ state: 'hidden' });
	const path = isRecording ? panelPicture : join(world.screenshots, 'panel.jpg');
	await page.screenshot({ path, type: 'jpeg', quality: 82 });
});

describe("the examples' canvases", () => {
	const taken: Record<string, string> = {};
	const written: Record<string, string[]> = {};

	// One node is syncing, so that what looks for trouble finds some; several nodes of a network can agree.
	beforeEach(async () => {
		const value = { startingBlock: '0x1', currentBlock: '0x98d60a', highestBlock: '0x98d6a4' };
		await sandbox.setRpcAnswer(seedIds.nodes.polygon, 'eth_syncing', value);
		await sandbox.addNodesToNetwork(2, seedIds.networks.ethereum);
	});

	it.each(exampleFiles())('of %s shows every node and every note', async (file) => {
		const { page } = editor();
		await page.setViewportSize({ width: 2000, height: 1200 });
		const workflow = readExample(file, world.credential);
		const { id } = await client.createWorkflow(workflow);
		const execution = isRecording ? await runByHand(id, workflow) : undefined;
		if (execution === undefined) await editor().open(id);
		else await page.goto(`${world.n8n.url}/workflow/${id}/executions/${execution.id}`);
		const shown = async () =>
			await page
				.locator('.vue-flow__node')
				.evaluateAll((elements) =>
					elements.map((each) =>
						each.querySelector('[data-node-name]')?.getAttribute('data-node-name'),
					),
				);
		const names = workflow.nodes.map(({ name }) => name).sort();
		await expect.poll(async () => (await shown()).sort(), { timeout: 30_000 }).toEqual(names);
		if (execution === undefined) return;
		await page.addStyleTag({ content: `${chrome} { visibility: hidden !important; }` });
		await page.waitForTimeout(1500); // until the view has moved
		const clip = await page.evaluate(boundsOfCanvas);
		const path = join(pictureFolder, pictureOf(file));
		await page.screenshot({ path, type: 'jpeg', quality: 82, clip });
		taken[file] = canvasMark(file);
		if (SHOWN_WITH_TEXT.has(file)) written[file] = textsOf(execution);
	});

	afterAll(() => {
		if (!isRecording) return;
		record(pictureList, taken);
		record(textList, written);
	});
});

/** Writes what was found of examples beside what is known of the others. */
function record(path: string, found: Readonly<Record<string, unknown>>): void {
	const before = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
	const kept = Object.entries({ ...before, ...found }).filter(([file]) =>
		exampleFiles().includes(file),
	);
	const list = Object.fromEntries(kept.sort(([a], [b]) => a.localeCompare(b)));
	writeFileSync(path, `${JSON.stringify(list, null, '\t')}\n`);
}

/** @returns the texts of the node that was the last to write some: what would be sent to people */
function textsOf({ runs }: Execution): string[] {
	const texts = runs.map(({ outputs }) =>
		outputs.flat().flatMap(({ json }) => {
			const { text } = json as { text?: unknown };
			return typeof text === 'string' && text !== '' ? [text] : [];
		}),
	);
	return texts.findLast((each) => each.length > 0) ?? [];
}

/** Runs in the page: the rectangle around all nodes and notes, with a margin. */
function boundsOfCanvas(): { x: number; y: number; width: number; height: number } {
	const margin = 40;
	const label = 60; // below a node, and wider than it
	const view = document.querySelector('.vue-flow')?.getBoundingClientRect();
	if (view === undefined) throw new Error('There is no canvas');
	const boxes = Array.from(document.querySelectorAll('.vue-flow__node'), (node) =>
		node.getBoundingClientRect(),
	);
	const left = Math.max(view.left, Math.min(...boxes.map((box) => box.left)) - margin);
	const top = Math.max(view.top, Math.min(...boxes.map((box) => box.top)) - margin);
	const right = Math.min(view.right, Math.max(...boxes.map((box) => box.right)) + label);
	const bottom = Math.min(
		view.bottom,
		Math.max(...boxes.map((box) => box.bottom)) + label + margin,
	);
	return { x: left, y: top, width: right - left, height: bottom - top };
}
