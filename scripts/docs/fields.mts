import { rpcOptions, rpcWaitOptions } from '../../nodes/shared/fields/endpointFields';
import { platformOptions, platformWaitOptions } from '../../nodes/shared/fields/options';
import type { Property } from '../../nodes/shared/values/field';
import { table } from './markdown.mts';

/** A property of n8n, as far as a table of fields shows it. */
interface Shown {
	displayName: string;
	name: string;
	type: string;
	default?: unknown;
	required?: boolean;
	description?: string;
	placeholder?: string;
	options?: readonly Shown[];
	values?: readonly Shown[];
	value?: unknown;
	modes?: ReadonlyArray<{ displayName?: string }>;
	displayOptions?: { show?: Record<string, unknown[]>; hide?: Record<string, unknown[]> };
	typeOptions?: { multipleValues?: boolean; password?: boolean };
}

/** Options of many operations, which have a page of their own. */
export const COMMON_OPTIONS = new Set(['customPath', 'label', 'limits', 'path', 'protocol']);

/** The fields of the option Limits and Retries, which the same page describes. */
const LIMITS = new Set([
	'batchSize',
	'maxCharacters',
	'maxConcurrency',
	'maxRetries',
	'maxRetryWait',
	'requestsPerSecond',
	'timeout',
]);

/** The meaning of these options; an operation where one means something else shows it itself. */
const COMMON_DESCRIPTIONS = new Set(
	[rpcOptions(), rpcWaitOptions(), platformOptions(), platformWaitOptions()]
		.flatMap(({ options }) => options as unknown as readonly Shown[])
		.flatMap((option) => [option, ...innerOf(option)])
		.map(({ description }) => description),
);

function isCommon({ name, description }: Shown): boolean {
	const isKnown = COMMON_OPTIONS.has(name) || LIMITS.has(name);
	return isKnown && COMMON_DESCRIPTIONS.has(description);
}

/**
 * The fields of an operation or event as markdown tables: those of the panel, then what its collections hold.
 * @param properties in the order of the panel
 * @param common the page about options that many operations share, linked from the row of such options
 */
export function fieldTables(properties: readonly Property[], common?: string): string[] {
	const fields = (properties as unknown as Shown[]).filter(({ type }) => type !== 'notice');
	if (fields.length === 0) return [];
	const labels = labelsOf(fields.flatMap((field) => [field, ...innerOf(field)]));
	const tables = [fieldTable(fields.map((field) => rowOf(field, labels)))];
	for (const field of fields.filter(isCollection)) {
		const inner = innerOf(field);
		const hasCommon = common !== undefined && field.name === 'options';
		const own = hasCommon ? inner.filter((each) => !isCommon(each)) : inner;
		const shared = inner.filter((each) => !own.includes(each)).map(nameWithInner);
		if (own.length > 0) {
			tables.push(`**${field.displayName}**`, fieldTable(own.map((each) => rowOf(each, labels))));
		}
		for (const group of inner.filter(isCollection)) {
			const different = innerOf(group).filter((each) => !hasCommon || !isCommon(each));
			const rows = different.map((each) => rowOf(each, labels));
			if (rows.length > 0) tables.push(`**${group.displayName}**`, fieldTable(rows));
		}
		if (shared.length > 0 && common !== undefined) {
			const also = own.length > 0 ? 'also holds' : 'holds';
			tables.push(
				`*${field.displayName}* ${also} the [common options](${common}) ${shared.join(', ')}.`,
			);
		}
	}
	return tables;
}

/** Such as `Limits and Retries (Max Retries, Timeout)`. */
function nameWithInner(field: Shown): string {
	const inner = innerOf(field).map(({ displayName }) => displayName);
	return inner.length === 0 ? field.displayName : `${field.displayName} (${inner.join(', ')})`;
}

/** One table of properties, such as those all operations share. */
export function optionTable(properties: readonly Property[]): string {
	const fields = properties as unknown as Shown[];
	return fieldTable(fields.map((field) => rowOf(field, labelsOf(fields))));
}

function isCollection({ type }: Shown): boolean {
	return type === 'collection' || type === 'fixedCollection';
}

function innerOf(field: Shown): readonly Shown[] {
	if (!isCollection(field)) return [];
	const { type, options = [] } = field;
	return type === 'collection' ? options : options.flatMap(({ values = [] }) => values);
}

function labelsOf(fields: readonly Shown[]): Map<string, string> {
	return new Map(fields.map(({ name, displayName }) => [name, displayName]));
}

function rowOf(field: Shown, labels: ReadonlyMap<string, string>): string[] {
	const mark = field.required ? ' (required)' : '';
	const condition = conditionOf(field, labels);
	const about = [sentence(field.description), condition, exampleOf(field)].filter(
		(part) => part !== '',
	);
	return [`**${field.displayName}**${mark}<br>\`${field.name}\``, kindOf(field), about.join(' ')];
}

function kindOf({ type, options = [], modes = [], typeOptions, default: usual }: Shown): string {
	const start =
		usual === '' || usual === undefined || typeof usual === 'object' ? '' : `, ${said(usual)}`;
	switch (type) {
		case 'multiOptions':
			return options.map(({ value }) => said(value)).join('<br>');
		case 'options':
			return options.length === 0
				? `choice${start}`
				: options
						.map(
							(each) =>
								`${each.value === '' ? '' : `\`${String(each.value)}\` `}${each.displayName ?? each.name}`,
						)
						.join('<br>') + (usual === '' ? '' : `<br>default ${said(usual)}`);
		case 'resourceLocator':
			return modes.map(({ displayName }) => displayName ?? '').join(', ') || 'list, ID';
		case 'boolean':
			return usual === true ? 'on or off, default on' : 'on or off';
		case 'number':
			return usual === undefined ? 'number' : `number, default ${said(usual)}`;
		case 'json':
			return 'JSON';
		case 'dateTime':
			return 'date and time';
		case 'collection':
			return 'more fields, see below';
		case 'fixedCollection':
			return typeOptions?.multipleValues ? 'one or more entries, see below' : 'fields, see below';
		default:
			return usual === '' || usual === undefined ? 'text' : `text, default ${said(usual)}`;
	}
}

function said(value: unknown): string {
	return `\`${String(value)}\``;
}

function conditionOf({ displayOptions }: Shown, labels: ReadonlyMap<string, string>): string {
	const shown = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => name !== 'resource' && name !== 'operation' && name !== 'event',
	);
	if (shown.length === 0) return '';
	if (shown.some(([name]) => name === '@tool')) return 'Shown in a tool of an AI agent.';
	const parts = shown.map(([name, values]) => {
		const label = labels.get(name.replace(/^\//, '').split('.')[0]) ?? name;
		const simple = values.filter((value) => typeof value !== 'object');
		if (simple.length === 0) return `*${label}* is filled in`;
		if (simple[0] === true) return `*${label}* is on`;
		return simple[0] === false
			? `*${label}* is off`
			: `*${label}* is ${simple.map(said).join(' or ')}`;
	});
	return `Shown when ${parts.join(' and ')}.`;
}

function exampleOf({ placeholder = '' }: Shown): string {
	return placeholder.startsWith('e.g. ') ? `Example: \`${placeholder.slice(5)}\`.` : '';
}

function sentence(text = ''): string {
	const plain = text
		.replace(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g, '[$2]($1)')
		.replace(/<\/?code>/g, '`');
	if (plain === '') return '';
	return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}

function fieldTable(rows: string[][]): string {
	return table(['Field', 'Values', 'Description'], rows);
}

/**
 * The values of an example as a table, in the words of the panel.
 * @param values fields that were filled in
 */
export function valueTable(properties: readonly Property[], values: object): string {
	return table(['Field', 'Value'], valueRows(properties as unknown as Shown[], values));
}

function valueRows(fields: readonly Shown[], values: object, path: string[] = []): string[][] {
	return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		const field = fields.find((each) => each.name === name);
		if (field === undefined) throw new Error(`There is no field '${name}'`);
		const labels = [...path, field.displayName];
		if (field.type === 'collection') return valueRows(field.options ?? [], value as object, labels);
		if (field.type === 'fixedCollection') {
			const entries = Object.values(value as Record<string, object[]>).flat();
			return entries.flatMap((entry) => valueRows(innerOf(field), entry, labels));
		}
		return [[labels.map((label) => `**${label}**`).join(' → '), shownValue(field, value)]];
	});
}

function shownValue({ options = [] }: Shown, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (typeof value === 'object' && value !== null && 'value' in value) return said(value.value);
	return options.find((each) => each.value === value)?.name ?? said(value);
}
