import type { IDataObject } from 'n8n-workflow';

import {
	checkPlacement,
	NODE_ROLES,
	PROTOCOLS,
	PROVIDERS,
	SHARED_PROTOCOLS,
} from '../../../shared/managementApi/placement';
import { Problem } from '../../../shared/text/problem';
import { formatDateTime, parseDateTime } from '../../../shared/values/dateTime';
import { choices, field, type Property, type ValuesOf } from '../../../shared/values/field';

const SHARED = SHARED_PROTOCOLS.map(({ name }) => name);

/** The condition of `displayOptions` that a field is not empty. */
export const FILLED_IN = [{ _cnd: { exists: true } }] as const;

/** Name of a node to be created. */
export const nameField = field('string', 'Name', 'name', {
	required: true,
	placeholder: 'e.g. Mainnet node',
	description: 'Name of the node',
});

/** Whether it is shared; checked with the protocol. */
export const typeField = field('options', 'Type', 'type', {
	allowArbitraryValues: true,
	options: choices({
		dedicated: ['Dedicated', 'A node of your own; available for all protocols'],
		shared: ['Shared', `Available for ${SHARED.slice(0, -1).join(', ')} and ${SHARED.at(-1)}`],
	}),
	default: '',
	required: true,
	placeholder: 'Choose…',
	description: 'Whether the node is yours alone or shared with others',
	builderHint: { propertyHint: 'Required, and decides about the price: take it from the user.' },
});

/** Where it runs; {@link regionField} has to be next to it. */
export const providerField = field('options', 'Provider', 'provider', {
	// Checked with the region; an option accepts more than the documented ones.
	allowArbitraryValues: true,
	options: PROVIDERS.map(({ value, name, abbreviation }) => ({
		name: abbreviation ? `${name} (${abbreviation})` : name,
		value,
	})).sort((a, b) => a.name.localeCompare(b.name, 'en')),
	// No default: nobody should buy what they did not choose.
	default: '',
	placeholder: 'Choose…',
	description: 'The cloud the node runs in',
	builderHint: {
		propertyHint: 'Required, together with a region of this provider. Take both from the user.',
	},
});

/** A region of the provider chosen next to it. */
export const regionField = field('options', 'Region Name or ID', 'region', {
	typeOptions: { loadOptionsMethod: 'getRegions', loadOptionsDependsOn: ['&provider'] },
	default: '',
	placeholder: 'Choose…',
	builderHint: {
		propertyHint: `Required. ${listRegions()}.`,
	},
	description:
		'The region the node runs in; the list depends on the provider. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** @returns the regions of each provider, such as `azure: uksouth` */
function listRegions(): string {
	return PROVIDERS.map(({ value, regions }) => `${value}: ${regions.join(', ')}`).join('; ');
}

const archiveField = field('boolean', 'Archive', 'archive', {
	description:
		'Whether the node keeps the full history of the chain instead of only the recent states',
});

/**
 * Where a node to be created runs, which options of the operation may replace. Not options of a row: n8n 1 finds a part
 * of a collection only from the root, and otherwise rejects the node.
 */
const placeFields = [
	{
		...providerField,
		required: true,
		displayOptions: { hide: { '/options.customProvider': FILLED_IN } },
	},
	{
		...regionField,
		required: true,
		displayOptions: { hide: { '/options.customRegion': FILLED_IN } },
	},
] as const satisfies readonly Property[];

/** The fields of a node to be created, in the order in which people decide on them. */
export const nodeFields = [nameField, typeField, ...placeFields, archiveField] as const;

/** Settings of the protocol. */
export const configurationField = field('json', 'Configuration (JSON)', 'configuration', {
	placeholder: 'e.g. { "client": "nitro" }',
	description:
		'Additional settings of the protocol; a setting given here is used instead of Archive',
});

const roleField = field('options', 'Role', 'role', {
	options: NODE_ROLES,
	default: 'peer',
	description: 'Role of the node in the network',
});

/** Free text for a provider and a region that the documentation does not list; it replaces the choice from the list. */
export const customPlaceFields = [
	field('string', 'Custom Provider', 'customProvider', {
		placeholder: 'e.g. chainstack_managed',
		description:
			"A provider that the API documentation does not list, used instead of Provider. Requires the option 'Allow Undocumented Values'.",
	}),
	field('string', 'Custom Region', 'customRegion', {
		placeholder: 'e.g. lon1',
		description:
			"A region that the API documentation does not list, used instead of Region. Requires the option 'Allow Undocumented Values'.",
	}),
] as const;

/** Accepts values that the service offers and the documentation does not list. */
export const allowUndocumentedField = field(
	'boolean',
	'Allow Undocumented Values',
	'allowUndocumentedValues',
	{
		description:
			'Whether to accept protocols, providers and regions that the API documentation does not list, because your account may offer more. Enter them as Custom Protocol, Custom Provider and Custom Region, or by expression. For these values, region is not checked against provider, nor type against protocol.',
	},
);

/** Settings of a node to be created that few people change; belongs in a collection `options` next to the fields. */
export const nodeOptions = [
	allowUndocumentedField,
	configurationField,
	...customPlaceFields,
	roleField,
] as const;

/** A row of nodes to be created; what replaces fields of all rows is an option of the operation. */
export const nodeRow = [
	{ ...nameField, displayName: 'Node Name' },
	typeField,
	...placeFields,
	archiveField,
	field('collection', 'Node Options', 'options', {
		placeholder: 'Add option',
		options: [configurationField, roleField],
	}),
] as const;

/** @returns when something was created, as the service writes it @throws Problem when it is no date */
export function readCreatedAt(value: string): string {
	return formatDateTime(parseDateTime(value, 'Created At').startMs);
}

/** Declares the field that says who created something: an object with name and email, for instance. */
export const creatorField = (description: string) =>
	field('json', 'Creator (JSON)', 'creator', {
		placeholder: 'e.g. { "email": "jane@example.com" }',
		description,
	});

/** @returns a JSON object, `undefined` where it is empty, as it is in a field that was added and left untouched */
export function dropEmpty(record: Record<string, unknown> | undefined): IDataObject | undefined {
	const isEmpty = record === undefined || Object.keys(record).length === 0;
	return isEmpty ? undefined : (record as IDataObject);
}

/** The settings of a node to be created. */
type NodeOptions = Readonly<Partial<ValuesOf<typeof nodeOptions>>>;

/**
 * Builds the body of a request that creates a node (platform documentation, API reference).
 * @param node as it is filled in
 * @param protocol of its network, where that is documented
 * @throws Problem for values that do not go together
 */
export function buildNodeBody(
	node: Readonly<ValuesOf<typeof nodeFields>> & { options: NodeOptions },
	protocol?: string,
): IDataObject {
	const { name, type, provider, region, archive, options } = node;
	const { role = 'peer', configuration, allowUndocumentedValues } = options;
	const place = readPlace({ ...options, provider, region });
	checkPlacement({ protocol, type, ...place, allowUndocumentedValues });
	// Without an archive, that is sent only for protocols that are known to have the setting.
	const isKnown = PROTOCOLS.some(({ value, hasArchive }) => value === protocol && hasArchive);
	return {
		name,
		type,
		role,
		...place,
		configuration: {
			...((archive || isKnown) && { archive }),
			...configuration,
		} as IDataObject,
	};
}

/** @returns where a node is to run @throws Problem as {@link preferCustom} */
export function readPlace(values: NodeOptions & { provider?: string; region?: string }) {
	const { provider, customProvider, region, customRegion, allowUndocumentedValues } = values;
	return {
		provider: preferCustom('Provider', provider, customProvider, allowUndocumentedValues),
		region: preferCustom('Region', region, customRegion, allowUndocumentedValues),
	};
}

/**
 * @param field display name of the field with the list
 * @returns the custom value where it is filled in, otherwise the one from the list
 * @throws Problem when it is filled in although undocumented values are not allowed: without an effect it would mislead
 */
export function preferCustom(
	field: string,
	listed: string | undefined,
	custom = '',
	allowUndocumented = false,
): string | undefined {
	if (custom === '') return listed;
	if (allowUndocumented) return custom;
	throw new Problem(`'Custom ${field}' is filled in, but 'Allow Undocumented Values' is off`, {
		hint: `Turn on 'Allow Undocumented Values' in the options, or remove 'Custom ${field}'`,
	});
}
