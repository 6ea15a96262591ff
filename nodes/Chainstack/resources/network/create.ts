import type { IDataObject } from 'n8n-workflow';

import { chainNetworkLocator } from '../../../shared/fields/deploymentOption';
import { creationOptions, ifExistsProperty, INCLUDE_SECRETS } from '../../../shared/fields/options';
import { projectLocator } from '../../../shared/fields/locator';
import {
	allowUndocumentedProperty,
	customProviderProperty,
	customRegionProperty,
	FILLED_IN,
	requiredProviderProperty,
	requiredRegionProperty,
} from '../../../shared/fields/regions';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { stopEarlyOption, waitLimits, waitProperties } from '../../../shared/fields/waitProperties';
import type { Creation } from '../../../shared/managementApi/createOrUse';
import { PROTOCOLS } from '../../../shared/managementApi/placement';
import { defineOperation } from '../../../shared/run/operation';
import { isRecord } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { parseDateTime } from '../../../shared/values/dateTime';
import { field, notice, type ValuesOf } from '../../../shared/values/field';
import { makeCreationSteps } from '../creationSteps';
import {
	archiveField,
	buildNodeBody,
	checkFreeText,
	configurationField,
	createdAtField,
	creatorField,
	nameField as nodeNameField,
	rowOptions,
	typeField,
} from '../node/nodeFields';
import { presentNetwork } from './simplified';
import { waitForNetwork } from './waitForNetwork';

const ifExists = ifExistsProperty(
	'What to do when the project already has a network of the same protocol and name, or without a name the only one of the same chain, for example because this workflow ran before. The output then says whether it already existed.',
);

/** Name of a network. */
export const nameField = field('string', 'Name', 'name', {
	placeholder: 'e.g. Production mainnet',
	description:
		'Name of the network. If left empty, a network on a public chain gets a generated name.',
});

const offered = creationOptions(
	INCLUDE_SECRETS,
	allowUndocumentedProperty,
	field('string', 'Custom Protocol', 'customProtocol', {
		placeholder: 'e.g. solana',
		description:
			"A protocol that the API documentation does not list, used instead of Protocol. Requires the option 'Allow Undocumented Values'.",
	}),
	customProviderProperty,
	customRegionProperty,
	{
		...configurationField,
		placeholder: 'e.g. { "network": "ethereum-mainnet" }',
		description:
			'Additional parameters of the protocol; a network given here is used instead of Chain Network',
	},
	{
		...stopEarlyOption(
			"Whether to fail as soon as the network is in the state 'warning' or a node in the state 'error' (up, but not healthy) or 'stopped', from which they rarely recover on their own. When off, only the state 'failed' and the time limit end the wait.",
		),
		displayOptions: { show: { '/waitUntilReady': [true] } },
	},
);

const rowFields = [
	{ ...nodeNameField, displayName: 'Node Name' },
	{ ...typeField, displayName: 'Node Type' },
	requiredProviderProperty,
	requiredRegionProperty,
	archiveField,
	field('collection', 'Node Options', 'options', {
		placeholder: 'Add option',
		options: rowOptions,
	}),
] as const;

const properties = [
	projectLocator,
	nameField,
	field('options', 'Protocol', 'protocol', {
		// Checked with the other values that have to match it; an option accepts more than the documented ones.
		allowArbitraryValues: true,
		options: PROTOCOLS.map(({ name, value }) => ({ name, value })),
		// No default: nobody should buy what they did not choose.
		default: '',
		required: true,
		placeholder: 'Choose…',
		displayOptions: { hide: { '/options.customProtocol': FILLED_IN } },
		description: 'The blockchain protocol the network runs on',
	}),
	notice(
		'protocolNotice',
		'Looking for Hyperliquid, Solana or Base? Choose the resource Node and the operation Create: it offers everything that can currently be deployed.',
	),
	chainNetworkLocator,
	notice(
		'chainNetworkNotice',
		'No chain network is chosen, so the configuration does not contain one. Chainstack documents one for each of these protocols, such as ethereum-mainnet.',
		{ displayOptions: { hide: { protocol: [''], chainNetwork: FILLED_IN } } },
	),
	{
		displayName: 'Nodes',
		name: 'nodes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		// No network is without a node, so one is there to be filled in.
		default: {
			node: [{ name: '', type: '', provider: '', region: '', archive: false, options: {} }],
		},
		required: true,
		placeholder: 'Add Node',
		description: 'The nodes the network starts with, at least one',
		options: [{ displayName: 'Node', name: 'node', values: rowFields }],
	},
	ifExists,
	field('boolean', 'Wait Until Ready', 'waitUntilReady', {
		description:
			'Whether to continue only when the network and its nodes are running, instead of as soon as the network is created',
	}),
	...waitProperties(10, 900).map((property) => ({
		...property,
		displayOptions: { show: { waitUntilReady: [true] } },
	})),
	simplifyProperty,
	// What hardly anybody needs comes last.
	{
		...offered,
		options: [
			...offered.options,
			{
				...createdAtField,
				description:
					'When the network was created; the service sets this itself and may ignore your value',
			},
			{
				...creatorField,
				description:
					'Who created the network; the service sets this itself and may ignore your value',
			},
		],
	},
] as const;

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create network with nodes',
	description: 'Join a blockchain network and start nodes in it',
	effect: 'creates',
	properties,
	...makeCreationSteps(describeNetwork, presentNetwork),
	async afterCreate(created, values, context) {
		if (!values.waitUntilReady) return created;
		return presentNetwork(await waitForNetwork(created, values, context), values, context);
	},
});

type Values = Readonly<ValuesOf<typeof properties>>;

/** The network to be created, and how to recognize it: the service may give it another name. */
function describeNetwork(values: Values): Creation {
	const json = buildNetworkBody(values);
	const { project, protocol, configuration } = json;
	const chain = isRecord(configuration) ? configuration.network : undefined;
	return {
		thing: 'network',
		path: '/v1/networks/',
		json,
		query: { project: String(project), protocol: String(protocol) },
		unnamed: `of the protocol ${String(protocol)}${chain ? ` on ${String(chain)}` : ''} in this project`,
		chain,
	};
}

/**
 * The body of the request (specification section 4.3).
 * @throws Problem for values that do not go together
 */
function buildNetworkBody(values: Values): IDataObject {
	const { name, options } = values;
	const { configuration, creator, createdAt, allowUndocumentedValues } = options;
	const { customProtocol, customProvider, customRegion } = options;
	if (values.waitUntilReady) waitLimits(values);
	const protocol =
		checkFreeText('Custom Protocol', customProtocol, allowUndocumentedValues) ?? values.protocol;
	const nodes = values.nodes.node ?? [];
	if (nodes.length === 0)
		throw new Problem("'Nodes' is empty", {
			hint: 'Add at least one node: a network is created together with its first nodes',
		});
	return {
		...(name !== '' && { name }),
		project: values.project,
		protocol,
		configuration: {
			...(values.chainNetwork !== '' && { network: values.chainNetwork }),
			...configuration,
		} as IDataObject,
		nodes: nodes.map((node) =>
			buildNodeBody(
				{ ...node, options: { ...node.options, customProvider, customRegion } },
				{ protocol, allowUndocumentedValues },
			),
		),
		...(creator && { creator: creator as IDataObject }),
		...(createdAt && { created_at: parseDateTime(createdAt, 'Created At').text }),
	};
}
