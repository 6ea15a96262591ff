import type { IDataObject } from 'n8n-workflow';

import {
	customProviderProperty,
	customRegionProperty,
	requiredProviderProperty,
	requiredRegionProperty,
} from '../../../shared/fields/regions';
import {
	checkPlacement,
	NODE_ROLES,
	PROTOCOLS,
	SHARED_PROTOCOLS,
} from '../../../shared/managementApi/placement';
import { Problem } from '../../../shared/text/problem';
import { field, type Property, type ValuesOf } from '../../../shared/values/field';

const SHARED = SHARED_PROTOCOLS.map(({ name }) => name);

const NODE_TYPES = [
	{
		name: 'Dedicated',
		value: 'dedicated',
		description: 'A node of your own; available for all protocols',
	},
	{
		name: 'Shared',
		value: 'shared',
		description: `Available for ${SHARED.slice(0, -1).join(', ')} and ${SHARED.at(-1)}`,
	},
] as const;

/** Name of a node to be created. */
export const nameField = field('string', 'Name', 'name', {
	required: true,
	placeholder: 'e.g. Mainnet node',
	description: 'Name of the node',
});

/** Whether it is shared; checked with the protocol. */
export const typeField = field('options', 'Type', 'type', {
	allowArbitraryValues: true,
	options: NODE_TYPES,
	default: '',
	required: true,
	placeholder: 'Choose…',
	description: 'Whether the node is yours alone or shared with others',
});

/** Whether it keeps the full history. */
export const archiveField = field('boolean', 'Archive', 'archive', {
	description:
		'Whether the node keeps the full history of the chain instead of only the recent states',
});

/** The fields of a node to be created, in the order in which people decide on them. */
export const nodeFields = [
	nameField,
	typeField,
	requiredProviderProperty,
	requiredRegionProperty,
	archiveField,
] as const satisfies readonly Property[];

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

/** Settings of a node to be created that few people change; belongs in a collection `options` next to the fields. */
export const nodeOptions = [
	configurationField,
	customProviderProperty,
	customRegionProperty,
	roleField,
] as const satisfies readonly Property[];

/** The same within a row of nodes: what replaces fields of all rows is an option of the operation. */
export const rowOptions = [configurationField, roleField] as const satisfies readonly Property[];

/** When something was created, as the specification has it. */
export const createdAtField = field('dateTime', 'Created At', 'createdAt', {
	description: 'When the node was created',
});

/** Who created something, as the specification has it. */
export const creatorField = field('json', 'Creator (JSON)', 'creator', {
	placeholder: 'e.g. { "email": "jane@example.com" }',
	description: 'Who created the node',
});

/** A node as it is filled in. */
export interface NodeValues extends Readonly<ValuesOf<typeof nodeFields>> {
	options: Readonly<Partial<ValuesOf<typeof nodeOptions>>>;
}

/**
 * The body that creates a node (specification section 4.3).
 * @param network its protocol, where that is documented, and whether undocumented values are allowed
 * @throws Problem for values that do not go together
 */
export function buildNodeBody(
	node: NodeValues,
	network: { protocol?: string; allowUndocumentedValues?: boolean },
): IDataObject {
	const { name, type, archive, options } = node;
	const { role = 'peer', configuration, customProvider, customRegion } = options;
	const { provider, region } = node;
	const place = readPlace(
		{ provider, region, customProvider, customRegion },
		network.allowUndocumentedValues,
	);
	checkPlacement({ ...network, type, role, ...place });
	// Without an archive, that is sent only for protocols that are known to have the setting.
	const isKnown = PROTOCOLS.some(
		({ value, hasArchive }) => value === network.protocol && hasArchive,
	);
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

interface PlaceValues {
	provider?: string;
	region?: string;
	customProvider?: string;
	customRegion?: string;
}

/**
 * @returns where a node is to run: the custom values where they are filled in, otherwise those chosen from the lists
 * @throws Problem as {@link checkFreeText}
 */
export function readPlace(values: PlaceValues, allowUndocumented: boolean | undefined) {
	const { provider, region, customProvider, customRegion } = values;
	return {
		provider: checkFreeText('Custom Provider', customProvider, allowUndocumented) ?? provider,
		region: checkFreeText('Custom Region', customRegion, allowUndocumented) ?? region,
	};
}

/**
 * @param field display name of the field
 * @returns the value of a custom field, `undefined` where it is left empty
 * @throws Problem when it is filled in although undocumented values are not allowed: without an effect it would mislead
 */
export function checkFreeText(
	field: string,
	value: string | undefined,
	allowUndocumented = false,
): string | undefined {
	if (value === undefined || value === '') return undefined;
	if (allowUndocumented) return value;
	throw new Problem(`'${field}' is filled in, but 'Allow Undocumented Values' is off`, {
		hint: `Turn on 'Allow Undocumented Values' in the options, or remove '${field}'`,
	});
}
