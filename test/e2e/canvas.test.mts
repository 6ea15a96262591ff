import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
	canvasMark,
	panelPicture,
	pictureFolder,
	pictureList,
	pictureOf,
} from '../../scripts/docs/canvasMark.mts';
import { exampleFiles, readExample } from '../../scripts/lib/exampleWorkflows.mts';
import { useEditor } from './support/editor.mts';
import { saveWorkflow } from './support/workflow.mts';
import { pathsOf, play } from '../examples/play.mts';
import { scenes } from '../examples/scenes/index.mts';
import { openStage } from '../examples/stage.mts';
import { performInN8n, type Played } from './support/playInN8n.mts';
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

	it.each(exampleFiles())('of %s shows every node and every note', async (file) => {
		const { page } = editor();
		await page.setViewportSize({ width: 2000, height: 1200 });
		const workflow = readExample(file, world.credential);
		const played = isRecording ? await playWell(file) : undefined;
		if (played === undefined) {
			const { id } = await client.createWorkflow(workflow);
			await editor().open(id);
		} else {
			const { workflowId, execution } = played;
			await page.goto(`${world.n8n.url}/workflow/${workflowId}/executions/${execution.id}`);
		}
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
		if (played === undefined) return;
		await page.addStyleTag({ content: `${chrome} { visibility: hidden !important; }` });
		await page.waitForTimeout(1500); // until the view has moved
		const clip = await page.evaluate(boundsOfCanvas);
		const path = join(pictureFolder, pictureOf(file));
		await page.screenshot({ path, type: 'jpeg', quality: 82, clip });
		taken[file] = canvasMark(file);
	});

	afterAll(() => {
		if (!isRecording) return;
		record(pictureList, taken);
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

/** Runs an example when all is well. */
async function playWell(file: string): Promise<Played | undefined> {
	const name = file.replace(/\.json$/, '');
	const scene = scenes[name];
	const good = pathsOf(scene).find(([path]) => path === 'good');
	if (good === undefined) throw new Error(`${name} has no good path`);
	let played: Played | undefined;
	const { stage, close } = openStage(world.sandbox);
	await play([name, scene], good, stage, async (performance) => {
		played = await performInN8n(scene, performance);
		return played;
	}).finally(close);
	return played;
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
