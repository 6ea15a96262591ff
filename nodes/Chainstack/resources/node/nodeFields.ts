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
import { checkFreeTexts } from './freeTexts';

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

const configurationField = field('json', 'Configuration (JSON)', 'configuration', {
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

/** A node as it is filled in. */
export interface NodeValues extends Readonly<ValuesOf<typeof nodeFields>> {
	options: Readonly<Partial<ValuesOf<typeof nodeOptions>>>;
}

/**
 * The body that creates a node (specification section 4.3).
 * @throws Problem for values that do not go together
 */
export function buildNodeBody(
	node: NodeValues,
	purpose: { protocol?: string; isFreeProtocol?: boolean; allowUndocumentedValues: boolean },
): IDataObject {
	const { protocol, isFreeProtocol = false, allowUndocumentedValues } = purpose;
	const { name, type, options } = node;
	const { role = 'peer', configuration } = options;
	if (name === '')
		throw new Problem("'Name' of the node is empty", { hint: 'Give each node a name' });
	const {
		provider = node.provider,
		region = node.region,
		freeText,
	} = checkFreeTexts(options, allowUndocumentedValues);
	checkPlacement({
		protocol,
		type,
		role,
		provider,
		region,
		undocumentedAllowed: allowUndocumentedValues,
		freeText: isFreeProtocol ? [...freeText, 'protocol'] : freeText,
	});
	return {
		name,
		type,
		role,
		provider,
		region,
		configuration: buildNodeConfiguration(node.archive, configuration, protocol) as IDataObject,
	};
}

/**
 * The configuration of a node to be created.
 *
 * @param archive whether the node keeps the whole history; if not, this is sent only for protocols that are known to
 * have the setting
 * @param further what the user wrote as JSON; used instead of `archive`
 */
export function buildNodeConfiguration(
	archive: boolean,
	further: Record<string, unknown> | undefined,
	protocol = '',
): Record<string, unknown> {
	const hasArchive = PROTOCOLS.find(({ value }) => value === protocol)?.hasArchive ?? false;
	return { ...((archive || hasArchive) && { archive }), ...further };
}
