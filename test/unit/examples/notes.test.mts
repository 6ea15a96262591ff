import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { expect, it } from 'vitest';

import { ChainstackApi } from '../../../credentials/ChainstackApi.credentials';
import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { ChainstackTrigger } from '../../../nodes/ChainstackTrigger/ChainstackTrigger.node';
import { examples, isTrigger, type Example, type ExampleNode } from './examples.mts';

/** Words of n8n itself: its buttons, the settings every node has, and its own nodes. */
const WORDS_OF_N8N = [
	'Execute workflow',
	'On Error',
	'Continue',
	'Continue (using error output)',
	'Execute Workflow',
	'Authentication',
	'Basic Auth',
];

/** The words that notes quote besides fields: a JSON-RPC method, and a status of the service. */
const QUOTED = ['eth_syncing', 'pinning'];

const OWN = [new Chainstack(), new ChainstackTrigger()].map(({ description }) => description);

type Property = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Every label of a field, of its parts and of its options. */
function labelsOf(property: Property): string[] {
	const within =
		'values' in property ? property.values : 'options' in property ? (property.options ?? []) : [];
	return [
		'displayName' in property ? property.displayName : property.name,
		...within.flatMap((each) => labelsOf(each)),
	];
}

/** Whether a field belongs to the operation or event a node is set to. */
function isInPanel({ displayOptions }: INodeProperties, parameters: INodeParameters): boolean {
	return ['resource', 'operation', 'event'].every((name) => {
		const shown = displayOptions?.show?.[name];
		return shown === undefined || shown.includes(parameters[name] as string);
	});
}

function labelsInPanel({ type, parameters }: ExampleNode): string[] {
	const name = type.replace('n8n-nodes-chainstack.', '').replace(/Tool$/, '');
	const description = OWN.find((each) => each.name === name);
	return (description?.properties ?? [])
		.filter((property) => isInPanel(property, parameters))
		.flatMap(labelsOf);
}

/** The labels that the notes of an example mention: in italics, and in quotation marks outside of examples. */
function named({ notes }: Example): string[] {
	const text = notes.join('\n').replaceAll('**', '');
	return [...text.matchAll(/\*([^*\n]+)\*/g)].map(([, label]) => label);
}

it.each(examples)('every label in the notes of $file exists', (example) => {
	const known = new Set([
		...WORDS_OF_N8N,
		new ChainstackApi().displayName,
		...example.nodes.map(({ name }) => name),
		...example.nodes.flatMap(labelsInPanel),
	]);
	expect(named(example).filter((label) => !known.has(label))).toEqual([]);
});

it.each(examples)('every field in the notes of $file exists', ({ nodes, notes }) => {
	const rest = JSON.stringify(nodes.filter(({ type }) => !type.endsWith('.stickyNote')));
	const fields = notes
		.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)])
		.map(([, field]) => field)
		.filter((field) => /^[a-z]\w*$/i.test(field));
	const known = (field: string) => rest.includes(field) || QUOTED.includes(field);
	expect(fields.filter((field) => !known(field))).toEqual([]);
});

it.each(examples)('the first note of $file says how to try it', ({ about, nodes }) => {
	const byHand = nodes.filter(({ type }) => type.endsWith('.manualTrigger'));
	const others = nodes.filter((node) => isTrigger(node) && !byHand.includes(node));
	expect(byHand.map(({ name }) => name)).toEqual(byHand.length === 0 ? [] : ['Run by Hand']);
	// A schedule or a poll is run by hand as it is.
	const runAsTheyAre = others.filter(({ type }) =>
		/\.(scheduleTrigger|chainstackTrigger)$/.test(type),
	);
	if (byHand.length > 0) expect(runAsTheyAre).toEqual([]);
	const starts = others.filter(({ type }) => !type.endsWith('.errorTrigger')).length;
	// Where there are several triggers, n8n's large button starts another one.
	const isOnly = starts + byHand.length === 1;
	expect(about).toMatch(
		isOnly
			? /\*\*Try it\*\*: click \*Execute workflow\*/
			: /point at \*(.+)\* and click \*Execute workflow\* next to it/,
	);
});

it.each(examples)('each form of $file is said to need protection', ({ about, nodes }) => {
	const forms = nodes.filter(({ type }) => type.endsWith('.formTrigger'));
	for (const { name } of forms) {
		expect(about).toContain(`set *Authentication* of *${name}* to *Basic Auth*`);
	}
});

it.each(examples)('$file starts with the note about it', ({ about, nodes }) => {
	expect(nodes[0].name).toBe('About This Workflow');
	expect(about).toMatch(/^## .+\n\n/);
});
