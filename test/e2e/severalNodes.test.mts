import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import { sandbox } from './support/sandbox.mts';
import { saveWorkflow } from './support/workflow.mts';

const editor = useEditor();

/** Opens an empty workflow, and counts the clicks from there on. */
async function openEmpty(): Promise<() => Promise<number>> {
	await editor().openWorkflow(await saveWorkflow());
	await editor().page.evaluate(() => {
		const counter = { clicks: 0 };
		Object.assign(globalThis, { counter });
		const count = (): void => {
			counter.clicks += 1;
		};
		addEventListener('click', count, true);
	});
	return async () =>
		await editor().page.evaluate(
			() => (globalThis as unknown as { counter: { clicks: number } }).counter.clicks,
		);
}

/** Adds a row and chooses its node. */
async function addRow(name: string): Promise<void> {
	const { page } = editor();
	const rows = editor().mark('resource-locator-nodeId');
	const count = await rows.count();
	await page.getByRole('button', { name: 'Add Node' }).click();
	await rows.nth(count).locator('input').last().click();
	await editor().mark('rlc-item').filter({ hasText: name }).first().click();
}

describe("a newcomer's way to a call on several nodes", () => {
	beforeEach(async () => {
		await sandbox.reset();
		await sandbox.addNodesToNetwork(2, seedIds.networks.ethereum);
	});

	it('leads from an empty workflow to a result with the default source', async () => {
		const clicks = await openEmpty();
		await editor().addNode('Chainstack', 'Call method on several nodes');
		await editor().picture('several-1-added');
		await addRow('eth-archive-1');
		await addRow('Ethereum mainnet node 2');
		await editor().picture('several-2-nodes');
		await editor().executeStep(/0x/);
		await editor().picture('several-3-result');
		console.log(`several nodes, default source: ${await clicks()} clicks`);
		await editor().closeNode();
	});

	it('leads to an agreement of three nodes', async () => {
		const clicks = await openEmpty();
		await editor().addNode('Chainstack', 'Call method on several nodes');
		await addRow('eth-archive-1');
		await addRow('Ethereum mainnet node 2');
		await addRow('Ethereum mainnet node 3');
		await editor().choose('strategy', 'Agreement');
		await editor().chooseFromList('method', 'eth_getBalance');
		const params = editor().mark('parameter-input-params').locator('.cm-content');
		await params.fill('["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "latest"]');
		await editor().picture('several-4-agreement');
		await editor().executeStep(/agreed/);
		await editor().picture('several-5-agreed');
		console.log(`several nodes, agreement: ${await clicks()} clicks`);
		const output = await editor().mark('output-panel').innerText();
		expect(output).toContain('agreement');
		await editor().closeNode();
	});
});
