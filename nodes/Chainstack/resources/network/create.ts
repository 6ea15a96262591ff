import type { IDataObject } from 'n8n-workflow';

import { hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { nameLocator, projectLocator } from '../../../shared/fields/locator';
import {
	creationOptions,
	ifExistsProperty,
	INCLUDE_SECRETS,
	simplifyProperty,
} from '../../../shared/fields/options';
import { stopEarlyOption, readLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { hasChoiceOfChains, PROTOCOLS } from '../../../shared/managementApi/placement';
import { Problem } from '../../../shared/text/problem';
import { field, notice } from '../../../shared/values/field';
import { defineCreation } from '../defineCreation';
import {
	allowUndocumentedField,
	buildNodeBody,
	configurationField,
	creatorField,
	customPlaceFields,
	dropEmpty,
	FILLED_IN,
	nodeRow,
	preferCustom,
	readCreatedAt,
} from '../node/nodeFields';
import { presentNetwork } from './present';
import { waitForNetwork } from './waitForNetwork';

/** Name of a network. */
export const nameField = field('string', 'Name', 'name', {
	placeholder: 'e.g. Production mainnet',
	description:
		'Name of the network. If left empty, a network on a public chain gets a generated name.',
});

const offered = creationOptions(
	INCLUDE_SECRETS,
	allowUndocumentedField,
	field('string', 'Custom Protocol', 'customProtocol', {
		placeholder: 'e.g. solana',
		description:
			"A protocol that the API documentation does not list, used instead of Protocol. Requires the option 'Allow Undocumented Values'.",
	}),
	...customPlaceFields,
	{
		...configurationField,
		placeholder: 'e.g. { "network": "ethereum-mainnet" }',
		description:
			'Additional parameters of the protocol; a network given here is used instead of Chain Network. Without a Chain Network it is sent as it is, also when it is {}.',
	},
	{
		...stopEarlyOption(
			"Whether to fail as soon as the network is in the state 'warning' or a node in the state 'error' (up, but not healthy) or 'stopped', from which they rarely recover on their own. When off, the wait goes on in these states. The state 'failed', a network that was deleted and a refused API key always end it.",
		),
		displayOptions: { show: { '/waitUntilReady': [true] } },
	},
);

export const create = defineCreation({
	name: 'Create',
	value: 'create',
	action: 'Create network with nodes',
	description: 'Join a blockchain network and start nodes in it',
	properties: [
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
			builderHint: {
				propertyHint:
					'Creating a network costs money: take the protocol from the user. Other chains, such as Hyperliquid, Solana or Base, are created with resource node, operation create.',
				placeholderSupported: false,
			},
		}),
		notice(
			'protocolNotice',
			'Looking for Hyperliquid, Solana or Base? Choose the resource Node and the operation Create: it offers everything that can currently be deployed.',
		),
		{
			...nameLocator('Chain Network', 'chainNetwork', {
				search: 'searchChainNetworks',
				example: 'ethereum-mainnet',
				mode: 'id',
				advice:
					'Required for protocols with several chains. A mainnet may cost more than a test network: take it from the user.',
				description:
					"Which network of the protocol to join; sent as 'network' in the configuration. The list depends on the protocol. Required for a protocol with several chains, unless Configuration (JSON) is added to the options.",
			}),
			typeOptions: { loadOptionsDependsOn: ['protocol'] },
		},
		{
			displayName: 'Nodes',
			name: 'nodes',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, minRequiredFields: 1 },
			// No network is without a node, so one is there to be filled in.
			default: {
				node: [{ name: '', type: '', provider: '', region: '', archive: false, options: {} }],
			},
			required: true,
			placeholder: 'Add Node',
			description: 'The nodes the network starts with, at least one',
			builderHint: {
				propertyHint:
					'At least one row. Each node costs money and needs name, type, provider and region: none of them has a default.',
			},
			options: [{ displayName: 'Node', name: 'node', values: nodeRow }],
		},
		ifExistsProperty(
			'What to do when the project already has a network of the same protocol and name, or without a name the only one of the same chain, for example because this workflow ran before. The output then says whether it already existed.',
		),
		field('boolean', 'Wait Until Ready', 'waitUntilReady', {
			description:
				'Whether to continue only when the network and its nodes are running, instead of as soon as the network is created',
		}),
		...waitProperties(10, 900, 'waitUntilReady'),
		simplifyProperty,
		// Fields that hardly anybody needs come last.
		{
			...offered,
			options: [
				...offered.options,
				field('dateTime', 'Created At', 'createdAt', {
					description:
						'When the network was created; the service sets this itself and may ignore your value. A date without a time, as it is when picked, means its first moment (UTC).',
				}),
				creatorField(
					'Who created the network; the service sets this itself and may ignore your value',
				),
			],
		},
	],
	describe(values) {
		const { name, project, options } = values;
		readLimits(values);
		const protocol = chooseProtocol(values);
		const configuration = buildConfiguration(protocol, values.chainNetwork, options.configuration);
		const chain = configuration.network;
		const creator = dropEmpty(options.creator);
		return {
			thing: 'network',
			path: '/v1/networks/',
			json: {
				// The service names a network that has none.
				...(name !== '' && { name }),
				project,
				protocol,
				configuration,
				nodes: buildNodes(values, protocol),
				...(creator && { creator }),
				...(options.createdAt && { created_at: readCreatedAt(options.createdAt) }),
			},
			query: { project, protocol },
			unnamed: `of the protocol ${protocol}${chain ? ` on ${String(chain)}` : ''} in this project`,
			chain,
		};
	},
	present(network, values, context) {
		const shown = presentNetwork(network, values, context);
		return hintHiddenKey(shown, values.options.includeSecrets, context);
	},
	async afterCreate(created, values, context) {
		if (!values.waitUntilReady) return created;
		return presentNetwork(await waitForNetwork(created, values, context), values, context);
	},
});

/** The values from which the body of a network is made. */
interface NetworkValues {
	protocol: string;
	nodes: { node?: ReadonlyArray<Parameters<typeof buildNodeBody>[0]> };
	options: Parameters<typeof buildNodeBody>[0]['options'] & { customProtocol?: string };
}

/** @throws Problem as {@link preferCustom} */
function chooseProtocol({ protocol, options }: NetworkValues): string {
	const { customProtocol, allowUndocumentedValues } = options;
	return preferCustom('Protocol', protocol, customProtocol, allowUndocumentedValues) ?? '';
}

/** @throws Problem without a chain where the protocol has a choice of them: nobody should buy what they did not choose */
function buildConfiguration(
	protocol: string,
	chainNetwork: string,
	parameters: Readonly<Record<string, unknown>> | undefined,
): IDataObject {
	if (chainNetwork !== '') return { network: chainNetwork, ...parameters } as IDataObject;
	if (parameters !== undefined) return parameters as IDataObject;
	if (!hasChoiceOfChains(protocol)) return {};
	throw new Problem("'Chain Network' is empty", {
		hint: 'Choose the chain. Without it Chainstack decides, and a mainnet node may cost more. To send another configuration, also an empty one, add Configuration (JSON) to the options',
	});
}

/** @throws Problem when there is none, or a node cannot be placed so */
function buildNodes({ nodes, options }: NetworkValues, protocol: string): IDataObject[] {
	const rows = nodes.node ?? [];
	if (rows.length === 0)
		throw new Problem("'Nodes' is empty", {
			hint: 'Add at least one node: a network is created together with its first nodes',
		});
	const { customProvider, customRegion, allowUndocumentedValues } = options;
	const places = { customProvider, customRegion, allowUndocumentedValues };
	return rows.map((row) => {
		const node = { ...row, options: { ...places, ...row.options } };
		return buildNodeBody(node, protocol);
	});
}
