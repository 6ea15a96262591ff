import type { INodeProperties } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../nodes/Chainstack/resources';
import { useEditor } from './support/editor.mts';
import { nodeName, nodeType, saveNodes, saveWorkflow } from './support/workflow.mts';

const editor = useEditor();

/** Nodes on one page of the canvas. */
const PER_PAGE = 12;

const OPERATIONS = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation, properties }) => ({
		name: `${resource}.${operation}`,
		parameters: { resource, operation },
		fields: (properties as unknown as INodeProperties[])
			.filter(({ type, displayOptions }) => type !== 'notice' && displayOptions === undefined)
			.map(({ displayName }) => displayName),
	})),
);

const PAGES = Array.from({ length: Math.ceil(OPERATIONS.length / PER_PAGE) }, (_, page) =>
	OPERATIONS.slice(page * PER_PAGE, (page + 1) * PER_PAGE),
);

describe.each(PAGES.map((operations) => [operations] as const))(
	'the panels of %o',
	(operations) => {
		beforeAll(async () => {
			const nodes = operations.map(({ name, parameters }) => [
				name,
				{ type: nodeType, parameters },
			]);
			await editor().openWorkflow(
				await saveNodes(Object.fromEntries(nodes) as Parameters<typeof saveNodes>[0]),
			);
		});

		it.each(operations)('show the fields of $name', async ({ name, fields }) => {
			await editor().openNode(name);
			await expect
				.poll(async () => (await editor().shownFields()).filter((field) => fields.includes(field)))
				.toEqual(fields);
			await editor().closeNode();
		});
	},
);

it('the limits of requests are inside the options, also by expression', async () => {
	const limits = { timeout: 5, maxRetries: '={{ 1 + 1 }}' };
	await editor().openWorkflow(await saveWorkflow({ options: { label: 'x', limits } }));
	await editor().openNode(nodeName);
	await expect
		.poll(() => editor().shownFields())
		.toEqual(expect.arrayContaining(['Label', 'Max Retries', 'Timeout (Seconds)']));
	await editor().picture('limits');
	await editor().closeNode();
});
