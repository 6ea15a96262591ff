import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { useEditor } from './support/editor.mts';
import { sandbox } from './support/sandbox.mts';
import { nodeName, saveWorkflow } from './support/workflow.mts';

const editor = useEditor();

const nodeOfNetwork = ['Node Name', 'Type', 'Provider', 'Region Name or ID'];

const awsRegions = ['ap-southeast-1, Singapore', 'us-east-1, N. Virginia', 'us-west-2, Oregon'];

const allRegions = [
	...awsRegions.map((region) => `${region} (Amazon Web Services)`),
	'uksouth, London (Microsoft Azure)',
	'asia-southeast1, Singapore (Google Cloud)',
	'eu3 (Virtuozzo)',
];

describe("n8n's editor", () => {
	it('adds Network Create, follows the provider with the regions, and runs the step', async () => {
		await editor().openWorkflow(await saveWorkflow());
		await editor().addNode('Chainstack', 'Create network with nodes');
		await editor().picture('network-create-empty');
		await editor().chooseFromList('project', 'Production');
		await editor().choose('protocol', 'Ethereum');
		await editor().chooseFromList('chainNetwork', 'Ethereum Mainnet');
		// The first name is the network's; a first node is already present and only has to be filled in.
		await editor().fill('name', 'made in the editor', 1);
		await editor().choose('type', 'Dedicated');

		// n8n loads no list anew while it is loading, so each list is waited for before its provider is chosen.
		await editor().expectOffered('region', allRegions);
		for (const [provider, regions] of [
			['Google Cloud', ['asia-southeast1, Singapore']],
			['Virtuozzo', ['eu3']],
			['Microsoft Azure', ['uksouth, London']],
			['Amazon Web Services', awsRegions],
		] as const) {
			await editor().choose('provider', provider);
			await editor().expectOffered('region', regions);
		}
		await editor().choose('region', 'us-west-2');

		await editor().mark('fixed-collection-add').click();
		await editor().expectOffered('region', allRegions, 1);
		await editor().choose('provider', 'Virtuozzo', 1);
		await editor().expectOffered('region', ['eu3'], 1);
		await editor().expectOffered('region', awsRegions, 0);
		await editor().picture('network-create-regions');
		await editor().mark('fixed-collection-delete').last().click();

		await editor().executeStep(/NW(-\d+)+/);
		await editor().picture('network-create-output');
		const { networks, nodes } = await sandbox.state();
		const created = nodes.find(({ name }) => name === 'made in the editor');
		expect(created).toMatchObject({ provider: 'aws', region: 'us-west-2' });
		expect(networks.map(({ id }) => id)).toContain(created?.networkId);
		await editor().closeNode();
	});

	it('shows a message in the output panel that says what to do next', async () => {
		const parameters = {
			resource: 'node',
			operation: 'update',
			nodeId: { __rl: true, mode: 'id', value: seedIds.nodes.ethereum },
		};
		await editor().openWorkflow(await saveWorkflow(parameters));
		await editor().openNode(nodeName);
		await editor().executeStep(/nothing was sent/);
		await editor().picture('message');
		await editor().closeNode();
	});

	it.each([
		['network', 'create', ['Project', 'Protocol', ...nodeOfNetwork]],
		['node', 'createInNetwork', ['Network', 'Name', 'Type', 'Provider', 'Region Name or ID']],
		['accessRule', 'create', ['Node', 'Type', 'Value']],
		['ipfs', 'pinByCid', ['Bucket ID', 'CID']],
	])('marks in the panel of %s %s what the message names', async (resource, operation, fields) => {
		await editor().openWorkflow(await saveWorkflow({ resource, operation }));
		await editor().openNode(nodeName);
		await expect.poll(markedFields, { timeout: 20_000 }).toEqual(fields);
		await editor().mark('node-execute-button').click();
		// Polled, because the message of the test before may still be there.
		await expect.poll(namedFields, { timeout: 20_000 }).toEqual(fields);
		await editor().picture(`required-${resource}-${operation}`);
		await editor().closeNode();
	});

	it("tests the credential in the credential's own dialog", async () => {
		await editor().openWorkflow(await saveWorkflow({ resource: 'organization', operation: 'get' }));
		await editor().openNode(nodeName);
		await editor().mark('credential-edit-button').click();
		await editor().mark('credential-edit-dialog').waitFor();
		await editor().page.locator(':text("Connection tested successfully"):visible').waitFor();
		await editor().picture('credential');
	});
});

/** The fields of the open panel that have a warning sign, from top to bottom. */
async function markedFields(): Promise<string[]> {
	const items = editor()
		.mark('parameter-item')
		.filter({ has: editor().mark('parameter-issues') })
		.filter({ hasNot: editor().mark('parameter-item') });
	return (await items.allInnerTexts()).map((text) => text.split('\n')[0].trim());
}

/** The fields that the latest message calls required. */
async function namedFields(): Promise<string[]> {
	const [message = ''] = (
		await editor().page.locator('.el-notification:visible').allInnerTexts()
	).slice(-1);
	return [...message.matchAll(/Parameter "(.+?)" is required/g)].map(([, field]) => field);
}
