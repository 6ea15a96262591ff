import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { exampleOf, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';
import { type WorkflowLike } from '../support/index.mts';

/** The example with another value in the list of its nodes. */
function withNodes(nodes: object[]): WorkflowLike {
	const workflow = exampleOf('status-page');
	const list = workflow.nodes.find((each) => each.name === 'Nodes to Show');
	const { assignments } = (
		list?.parameters as { assignments: { assignments: Array<{ value: string }> } }
	).assignments;
	assignments[0].value = JSON.stringify(nodes);
	return workflow;
}

const { platform, run } = useExample('status-page');
const { ethereum } = seedIds.nodes;

describe('Status page of several chains', () => {
	it('shows Solana beside Ethereum', async () => {
		const solana = platform.sandbox.addNodes(8).at(-1) ?? '';
		platform.sandbox.setRpcBehaviour(solana, { condition: 'syncing' });
		const nodes = [
			{ label: 'Ethereum', nodeId: ethereum },
			{ label: 'Solana <main>', nodeId: solana },
		];
		const report = await run({}, withNodes(nodes));
		expect(report.error).toBeUndefined();
		const [page] = jsons(report.items('Replace with Your Website')) as Array<{
			subject: string;
			rows: object[];
			page: string;
		}>;
		expect(page.subject).toBe('Not fine: Solana <main>');
		expect(page.rows).toMatchObject([
			{ label: 'Ethereum', good: true, state: 'ready' },
			{ label: 'Solana <main>', good: false, state: 'syncing', reason: 'it is 4200 blocks behind' },
		]);
		expect(page.page).toContain('<td>Solana &#60;main&#62;</td>');
	});

	it('shows the nodes it comes with', async () => {
		const report = await run();
		expect(jsons(report.items('Page'))).toMatchObject([{ subject: 'All chains are fine' }]);
	});
});
