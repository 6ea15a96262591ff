import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import {
	changedExample,
	editFields,
	PLATFORM_FAILURES,
	text,
	useExample,
} from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

/** The example with another list of nodes. */
const withNodes = (nodes: object[]) =>
	changedExample('status-page', 'Nodes to Show', editFields({ nodes } as IDataObject));

const { platform, run, sent } = useExample('status-page');
const { ethereum } = seedIds.nodes;

describe('Status page of several chains', () => {
	it('shows Solana beside Ethereum', async () => {
		const solana = platform.sandbox.addNodes(8).at(-1) ?? '';
		platform.sandbox.setRpcBehaviour(solana, { condition: 'syncing' });
		const nodes = [
			{ label: 'Ethereum', nodeId: ethereum },
			{ label: 'Solana <main>', nodeId: solana },
		];
		const [page] = (await sent({}, withNodes(nodes))) as Array<{
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

	it('has a row with the reason for a node that cannot be checked', async () => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		const nodes = [
			{ label: 'Ethereum', nodeId: ethereum },
			{ label: 'Gone', nodeId: 'ND-9-9-9' },
			{ label: 'A network', nodeId: 'NW-1-2-3' },
			{ nodeId: seedIds.nodes.bitcoin },
			{ label: 'Without ID' },
		];
		expect(await sent('Every 5 Minutes', withNodes(nodes))).toMatchObject([
			{
				subject: 'Not fine: Ethereum, Gone, A network, Without ID',
				rows: [
					{ label: 'Ethereum', good: false, state: 'unreachable', reason: text(/503/) },
					{ label: 'Gone', state: 'not checked', reason: text(/could not find the node ND-9-9-9/) },
					{ label: 'A network', state: 'not checked', reason: text(/ID of a network/) },
					{ label: seedIds.nodes.bitcoin, good: true, state: 'ready', reason: '' },
					{ label: 'Without ID', state: 'not checked', reason: text(/'Node' is empty/) },
				],
				page: text(/<h1>Not fine: Ethereum, Gone, A network, Without ID<\/h1>/),
			},
		]);
	});

	it('says so when no nodes are listed', async () => {
		expect(await sent('Every 5 Minutes', withNodes([]))).toMatchObject([
			{ subject: 'No nodes are listed', rows: [], page: text(/<h1>No nodes are listed<\/h1>/) },
		]);
	});

	it.each(PLATFORM_FAILURES)(
		'does not call chains fine while the platform gives %j',
		async (fault, reason) => {
			platform.sandbox.fault({ server: 'platform', ...fault });
			const unknown = { good: false, state: 'not checked', reason: text(reason) };
			expect(await sent('Every 5 Minutes')).toMatchObject([
				{ subject: 'Not fine: Ethereum, Bitcoin', rows: [unknown, unknown] },
			]);
		},
	);
});
