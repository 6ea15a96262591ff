import assert from 'node:assert/strict';
import {
	deepCopy,
	sleep,
	validateFieldType,
	type AssignmentCollectionValue,
	type FieldType,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';
import { defineNode, type NodeDefinition } from './defineNode.mts';

/** The responses of Respond to Webhook, in order. */
export const answers: Array<{ status: number; body: unknown }> = [];

/** What people enter in the next pages of forms, in order. */
export const formAnswers: IDataObject[] = [];

/** The Data Tables by name: the type of each column, and the rows. */
export const tables = new Map<string, { columns: Record<string, string>; rows: IDataObject[] }>();

type Parameters = Record<string, INodeProperties['default']>;

/** A stand-in with these parameters, each with its default. */
function standIn(
	name: string,
	parameters: Parameters,
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
	more: Partial<NodeDefinition> = {},
): INodeType {
	const properties = Object.entries(parameters).map(
		([key, value]): INodeProperties => ({
			displayName: key,
			name: key,
			type: 'json',
			default: value,
		}),
	);
	return defineNode({ displayName: name, name, properties, ...more }, { execute });
}

async function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await Promise.resolve([this.getInputData()]);
}

/** Passes on the `triggerItems` of the run. */
const waitingTrigger = defineNode(
	{ displayName: 'Trigger', name: 'trigger', trigger: true },
	{
		async webhook() {
			throw new Error('This stand-in listens to nothing; give the run triggerItems.');
		},
	},
);

/** Fires once, with this item. */
const firingTrigger = (json: () => IDataObject) =>
	defineNode(
		{ displayName: 'Trigger', name: 'trigger', trigger: true },
		{
			async trigger() {
				return { manualTriggerFunction: async () => this.emit([[{ json: json() }]]) };
			},
		},
	);

// The filter itself is n8n's own: reading the parameter with `extractValue` runs executeFilter of n8n-workflow on it.
const conditions: INodeProperties[] = [
	{
		displayName: 'Conditions',
		name: 'conditions',
		type: 'filter',
		default: {},
		typeOptions: { filter: { version: 2 } },
	},
	{ displayName: 'Options', name: 'options', type: 'json', default: {} },
];

async function sortItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const kept: INodeExecutionData[] = [];
	const others: INodeExecutionData[] = [];
	for (const [index, item] of this.getInputData().entries()) {
		const holds = this.getNodeParameter('conditions', index, false, { extractValue: true });
		const target = holds ? kept : others;
		target.push({ ...item, pairedItem: item.pairedItem ?? { item: index } });
	}
	return await Promise.resolve([kept, others]);
}

/** Edit Fields: manual mapping of names without dots, which keeps files, or JSON. */
async function editFields(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const edited = this.getInputData().map((item, index) => {
		if (this.getNodeParameter('mode', index) === 'raw') {
			const text = this.getNodeParameter('jsonOutput', index) as string;
			return { json: JSON.parse(text) as IDataObject, pairedItem: { item: index } };
		}
		const includesOthers = this.getNodeParameter('includeOtherFields', index) as boolean;
		const json: IDataObject = includesOthers ? deepCopy(item.json) : {};
		const fields = this.getNodeParameter('assignments', index) as AssignmentCollectionValue;
		for (const { name, type = 'string', value } of fields.assignments ?? []) {
			assert.doesNotMatch(name, /[.[]/);
			json[name] = convert(name, type, value);
		}
		return { json, binary: item.binary, pairedItem: { item: index } };
	});
	return await Promise.resolve([edited]);
}

function convert(name: string, type: string, value: unknown): IDataObject[string] {
	if (value === undefined || value === null) return null;
	if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
	const checked = validateFieldType(name, value, type as FieldType);
	if (!checked.valid) throw new Error(checked.errorMessage);
	return (checked.newValue ?? null) as IDataObject[string];
}

type Code = (data: object) => Promise<INodeExecutionData[]>;

/** Code, JavaScript, once for all items: runs in this process, not in a task runner. */
async function runCode(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const source = this.getNodeParameter('jsCode', 0, '', { rawExpressions: true }) as string;
	const code = new Function(
		'data',
		`with (data) { return (async () => { ${source}\n })(); }`,
	) as Code;
	const proxy = this.getWorkflowDataProxy(0) as unknown as Record<string, unknown>;
	const names = ['$input', '$json', '$binary', '$', '$now', '$today', '$workflow', '$execution'];
	const data = Object.fromEntries(names.map((name) => [name, proxy[name]]));
	return [this.helpers.normalizeItems(await code(data))];
}

/** HTTP Request: GET, as text. A failed item carries the message only, not the whole error. */
async function requestText(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs: INodeExecutionData[] = [];
	for (const item of this.getInputData().keys()) {
		const url = this.getNodeParameter('url', item) as string;
		const { timeout } = this.getNodeParameter('options', item) as { timeout?: number };
		try {
			const data = (await this.helpers.httpRequest({ url, timeout, json: true })) as string;
			outputs.push({ json: { data }, pairedItem: { item } });
		} catch (error) {
			if (!this.continueOnFail()) throw error;
			outputs.push({ json: { error: (error as Error).message }, pairedItem: { item } });
		}
	}
	return [outputs];
}

/** Aggregate: all items become one. */
async function aggregate(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	assert.equal(this.getNodeParameter('aggregate', 0), 'aggregateAllItemData');
	const field = this.getNodeParameter('destinationFieldName', 0) as string;
	const items = this.getInputData();
	const pairedItem = items.map((_, item) => ({ item }));
	return await Promise.resolve([
		[{ json: { [field]: items.map(({ json }) => json) }, pairedItem }],
	]);
}

/** Summarize: sums of numbers, for each combination of the fields to split by. */
async function summarize(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const fields = (this.getNodeParameter('fieldsToSplitBy', 0) as string).split(', ');
	const { values } = this.getNodeParameter('fieldsToSummarize', 0) as {
		values: Array<{ aggregation: string; field: string }>;
	};
	const groups = new Map<string, INodeExecutionData>();
	for (const [item, { json }] of this.getInputData().entries()) {
		const key = JSON.stringify(fields.map((field) => json[field]));
		const own = Object.fromEntries(fields.map((field) => [field, json[field]]));
		const sums = Object.fromEntries(values.map(({ field }) => [`sum_${field}`, 0]));
		const group = groups.get(key) ?? { json: { ...own, ...sums }, pairedItem: [] };
		for (const { aggregation, field } of values) {
			assert.equal(aggregation, 'sum');
			const value = json[field];
			const sum = group.json[`sum_${field}`] as number;
			if (typeof value === 'number') group.json[`sum_${field}`] = sum + value;
		}
		(group.pairedItem as object[]).push({ item });
		groups.set(key, group);
	}
	return await Promise.resolve([[...groups.values()]]);
}

/** Convert to File: a text becomes a file, and nothing else is left of the item. */
async function convertToFile(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	assert.equal(this.getNodeParameter('operation', 0), 'toText');
	const files = this.getInputData().map(async ({ json }, item) => {
		const source = this.getNodeParameter('sourceProperty', item) as string;
		const field = this.getNodeParameter('binaryPropertyName', item) as string;
		const { fileName } = this.getNodeParameter('options', item) as { fileName: string };
		const text = Buffer.from(String(json[source]));
		const file = await this.helpers.prepareBinaryData(text, fileName, 'text/plain');
		return { json: {}, binary: { [field]: file }, pairedItem: { item } };
	});
	return [await Promise.all(files)];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of an XML element, without tags of HTML; a line ends where a block does. */
function textOf(xml: string, tag: string): string {
	const inner = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(xml)?.[1] ?? '';
	return inner
		.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name])
		.replace(/<\/?(br|p|ul|li|div)\b[^>]*>/g, '\n')
		.replace(/<[^>]*>/g, '')
		.trim();
}

/** RSS Read: title, link and plain text of each entry. */
async function readFeed(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const url = this.getNodeParameter('url', 0) as string;
	try {
		const feed = (await this.helpers.httpRequest({ url, json: false })) as string;
		if (!feed.includes('<rss')) throw new Error('Feed not recognized as RSS 1 or 2.');
		const entries = feed.match(/<item>[\s\S]*?<\/item>/g) ?? [];
		const items = entries.map((entry) => ({
			title: textOf(entry, 'title'),
			link: textOf(entry, 'link'),
			contentSnippet: textOf(entry, 'description'),
		}));
		return [items.map((json) => ({ json, pairedItem: { item: 0 } }))];
	} catch (error) {
		if (!this.continueOnFail()) throw error;
		return [[{ json: { error: (error as Error).message }, pairedItem: { item: 0 } }]];
	}
}

/** Split Out with its usual settings: a field that is missing or empty gives no item. */
async function splitOut(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const elements = this.getInputData().flatMap(({ json }, item) => {
		const field = this.getNodeParameter('fieldToSplitOut', item) as string;
		const list = (json[field] ?? []) as Array<IDataObject | string>;
		return list.map((element) => ({
			json: typeof element === 'string' ? { [field]: element } : element,
			pairedItem: { item },
		}));
	});
	return await Promise.resolve([elements]);
}

/** Respond to Webhook with JSON or text. */
async function respond(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const respondWith = this.getNodeParameter('respondWith', 0) as string;
	assert.match(respondWith, /^(json|text)$/);
	const text = this.getNodeParameter('responseBody', 0) as string;
	const body = respondWith === 'text' ? text : (JSON.parse(text) as unknown);
	const { responseCode = 200 } = this.getNodeParameter('options', 0) as { responseCode?: number };
	answers.push({ status: responseCode, body });
	return await Promise.resolve([this.getInputData()]);
}

/** Data Table: creates a table once, gets all rows, and upserts rows by one column. */
async function useTable(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	await Promise.resolve();
	const operation = this.getNodeParameter('operation', 0);
	if (this.getNodeParameter('resource', 0) === 'table') {
		assert.equal(operation, 'create');
		assert.deepEqual(this.getNodeParameter('options', 0), { createIfNotExists: true });
		const name = this.getNodeParameter('tableName', 0) as string;
		const { column } = this.getNodeParameter('columns', 0) as {
			column: Array<{ name: string; type: string }>;
		};
		const columns = Object.fromEntries(column.map((each) => [each.name, each.type]));
		if (!tables.has(name)) tables.set(name, { columns, rows: [] });
		return [[{ json: { name }, pairedItem: { item: 0 } }]];
	}
	const { value: name } = this.getNodeParameter('dataTableId', 0) as { value: string };
	const table = tables.get(name);
	if (table === undefined) throw new Error(`There is no table ${name}`);
	if (operation === 'get') {
		assert.equal(this.getNodeParameter('returnAll', 0), true);
		assert.equal(this.getInputData().length, 1);
		const rows = table.rows.map((row, index) => ({ id: index + 1, ...row }));
		return [rows.map((json) => ({ json, pairedItem: { item: 0 } }))];
	}
	assert.equal(operation, 'upsert');
	const saved = this.getInputData().map(({ json }, item) => {
		const { conditions: keys } = this.getNodeParameter('filters', item) as {
			conditions: Array<{ keyName: string; keyValue: string }>;
		};
		const [{ keyName, keyValue }] = keys;
		for (const [column, value] of Object.entries({ [keyName]: keyValue, ...json })) {
			if (value !== null) assert.equal(typeof value, table.columns[column], column);
		}
		const known = table.rows.find((row) => row[keyName] === keyValue);
		if (known) Object.assign(known, json);
		else table.rows.push({ ...json });
		return { json, pairedItem: { item } };
	});
	return [saved];
}

const nodes: Record<string, INodeType> = {
	manualTrigger: firingTrigger(() => ({})),
	scheduleTrigger: firingTrigger(() => ({ timestamp: new Date().toISOString() })),
	formTrigger: waitingTrigger,
	webhook: waitingTrigger,
	executeWorkflowTrigger: waitingTrigger,
	errorTrigger: waitingTrigger,
	// The next page of a form: passes on what somebody enters.
	form: standIn('form', { operation: '', defineForm: '', formFields: {}, options: {} }, async () =>
		Promise.resolve([[{ json: formAnswers.shift() ?? {}, pairedItem: { item: 0 } }]]),
	),
	noOp: standIn('noOp', {}, passOn),
	// A node type although it never runs.
	stickyNote: standIn('stickyNote', {}, passOn, { inputs: 0, outputs: 0 }),
	stopAndError: standIn('stopAndError', { errorMessage: '' }, async function () {
		throw new Error((await Promise.resolve(this.getNodeParameter('errorMessage', 0))) as string);
	}),
	// Passes the items on after at most 10 ms.
	wait: standIn('wait', { amount: 5 }, async function () {
		await sleep(Math.min((this.getNodeParameter('amount', 0) as number) * 1000, 10));
		return [this.getInputData()];
	}),
	if: standIn('if', {}, sortItems, { outputs: 2, properties: conditions }),
	filter: standIn('filter', {}, sortItems, { properties: conditions }),
	set: standIn(
		'set',
		{ mode: 'manual', jsonOutput: '', assignments: {}, includeOtherFields: false, options: {} },
		editFields,
	),
	aggregate: standIn(
		'aggregate',
		{ aggregate: '', destinationFieldName: '', options: {} },
		aggregate,
	),
	summarize: standIn(
		'summarize',
		{ fieldsToSummarize: {}, fieldsToSplitBy: '', options: {} },
		summarize,
	),
	convertToFile: standIn(
		'convertToFile',
		{ operation: '', sourceProperty: '', binaryPropertyName: '', options: {} },
		convertToFile,
	),
	rssFeedRead: standIn('rssFeedRead', { url: '', options: {} }, readFeed),
	code: standIn('code', { jsCode: '' }, runCode),
	httpRequest: standIn('httpRequest', { url: '', options: {} }, requestText),
	splitOut: standIn('splitOut', { fieldToSplitOut: '', options: {} }, splitOut),
	respondToWebhook: standIn(
		'respondToWebhook',
		{ respondWith: '', responseBody: '', options: {} },
		respond,
	),
	dataTable: standIn(
		'dataTable',
		{
			resource: 'row',
			operation: 'insert',
			tableName: '',
			dataTableId: {},
			columns: {},
			matchType: '',
			filters: {},
			returnAll: false,
			options: {},
		},
		useTable,
	),
};

/**
 * Stand-ins for the nodes of n8n-nodes-base that examples use, which is too heavy to install for these tests.
 * Each supports what the examples have; the end-to-end tests use the real nodes.
 */
export const standIns: Readonly<Record<string, INodeType>> = Object.fromEntries(
	Object.entries(nodes).map(([name, node]) => [`n8n-nodes-base.${name}`, node]),
);

/** @throws if a node has a parameter that its stand-in does not know; triggers and notes may have any */
export function checkParameters(type: string, parameters: object = {}): void {
	const known = standIns[type]?.description.properties.map(({ name }) => name) ?? [];
	if (known.length === 0) return;
	const unknown = Object.keys(parameters).filter((name) => !known.includes(name));
	assert.deepEqual(unknown, [], `parameters that the stand-in for ${type} does not know`);
}
