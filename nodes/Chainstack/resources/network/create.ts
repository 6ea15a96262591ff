import type { IDataObject } from 'n8n-workflow';

import { chainNetworkLocator } from '../../../shared/locators/chainNetwork';
import { projectLocator } from '../../../shared/locators/project';
import { allowUndocumentedProperty, FILLED_IN } from '../../../shared/locators/regions';
import { checkedDateTime } from '../../../shared/parameters/dateTime';
import { holdsSomething } from '../../../shared/parameters/jsonText';
import type { ValuesOf } from '../../../shared/parameters/propertyTypes';
import { NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { alreadyExisted, checkSameChain, createOrUse } from '../../../shared/platform/createOrUse';
import { checkPlacement } from '../../../shared/platform/placement';
import { checkedId } from '../../../shared/platform/resourceIds';
import { isRecord } from '../../../shared/pure/json';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import { pick, simplifyOffProperty } from '../../../shared/session/simplify';
import {
	stopEarlyOption,
	waitLimits,
	waitProperties,
} from '../../../shared/session/waitProperties';
import { freeText } from '../node/freeTexts';
import { nodeBody } from '../node/nodeFields';
import { creationOptions, ifExistsOption, INCLUDE_SECRETS } from '../options';
import { nodesProperty } from './nodesProperty';
import { customProtocolProperty, protocolProperty } from './protocolProperty';
import { simplifiedNetwork } from './simplified';
import { whenReady } from './whenReady';

const ifExists = ifExistsOption(
	'What to do when the project already has a network of the same protocol and name, for example because this workflow ran before; requires a name. The output then says whether it already existed.',
);

const properties = [
	projectLocator,
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Production mainnet',
		description:
			'Name of the network. If left empty, a network on a public chain gets a generated name.',
	},
	protocolProperty,
	{
		displayName:
			'Looking for Hyperliquid, Solana or Base? Choose the resource Node and the operation Create: it offers everything that can currently be deployed.',
		name: 'protocolNotice',
		type: 'notice',
		default: '',
	},
	chainNetworkLocator,
	{
		displayName:
			'No chain network is chosen, so the configuration does not contain one. Chainstack documents one for each of these protocols, such as ethereum-mainnet.',
		name: 'chainNetworkNotice',
		type: 'notice',
		default: '',
		displayOptions: { hide: { protocol: [''], chainNetwork: FILLED_IN } },
	},
	nodesProperty,
	{
		displayName: 'Wait Until Ready',
		name: 'waitUntilReady',
		type: 'boolean',
		default: false,
		description:
			'Whether to continue only when the network and its nodes are running, instead of as soon as the network is created',
	},
	...waitProperties(10, 900).map((property) => ({
		...property,
		displayOptions: { show: { waitUntilReady: [true] } },
	})),
	simplifyOffProperty,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Configuration (JSON)',
				name: 'configuration',
				type: 'json',
				default: '{}',
				placeholder: 'e.g. { "network": "ethereum-mainnet" }',
				description:
					'Additional parameters of the protocol; a network given here is used instead of Chain Network',
			},
			{
				displayName: 'Created At',
				name: 'createdAt',
				type: 'dateTime',
				default: '',
				description:
					'When the network was created; the service sets this itself and may ignore your value',
			},
			{
				displayName: 'Creator (JSON)',
				name: 'creator',
				type: 'json',
				default: '{}',
				placeholder: 'e.g. { "email": "jane@example.com" }',
				description:
					'Who created the network; the service sets this itself and may ignore your value',
			},
		],
	},
	creationOptions(INCLUDE_SECRETS, allowUndocumentedProperty, customProtocolProperty, ifExists, {
		...stopEarlyOption(
			"Whether to fail as soon as the network is in the state 'warning' or a node in the state 'error' (up, but not healthy), from which they rarely recover on their own. When off, only the state 'failed' and the time limit end the wait.",
		),
		displayOptions: { show: { '/waitUntilReady': [true] } },
	}),
] as const;

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create network',
	description: 'Join a blockchain network and start nodes in it',
	effect: 'creates',
	properties,
	async execute(values, { api, createdIds }) {
		const body = networkBody(values);
		const creation = {
			thing: 'network',
			name: values.name,
			ifExists: values.options.ifExists,
			path: '/v1/networks/',
			query: { project: String(body.project), protocol: String(body.protocol), ...NEWEST_FIRST },
			matches: ({ protocol, name }: IDataObject) =>
				protocol === body.protocol && (body.name === undefined || name === body.name),
			known: createdIds,
			useExisting(found: IDataObject) {
				checkSameChain(`network ${String(found.id)}`, chainOf(found), chainOf(body));
				return found;
			},
		};
		const created = await createOrUse(
			api,
			creation,
			async () => await api.create('/v1/networks/', 'network', body),
		);
		return asWanted(created, values);
	},
	async afterCreate(created, values, context) {
		if (!values.waitUntilReady) return created;
		const network = {
			id: String(created.id),
			// A network that already existed may have any number of nodes.
			nodeCount: alreadyExisted(created) ? 0 : (values.nodes.node?.length ?? 0),
			limits: waitLimits(values),
			stopsEarly: values.options.stopEarly ?? true,
		};
		const ready = await whenReady(network, context);
		return asWanted({ ...ready, ...pick(created, 'alreadyExisted') }, values);
	},
});

type Values = Readonly<ValuesOf<typeof properties>>;

function asWanted(network: IDataObject, { simplify, options }: Values): IDataObject {
	return simplify ? simplifiedNetwork(network, options.includeSecrets) : network;
}

function chainOf({ configuration }: IDataObject): unknown {
	return isRecord(configuration) ? configuration.network : undefined;
}

/**
 * The body of the request (specification section 4.3).
 * @throws Problem for values that do not go together
 */
function networkBody(values: Values): IDataObject {
	const { name, additionalFields, options } = values;
	const { creator, createdAt } = additionalFields;
	const { allowUndocumentedValues = false } = options;
	if (values.waitUntilReady) waitLimits(values);
	const custom = freeText('Custom Protocol', options.customProtocol, allowUndocumentedValues);
	const protocol = custom ?? values.protocol;
	const isFreeProtocol = custom !== undefined;
	const nodes = values.nodes.node ?? [];
	checkPlacement({
		protocol,
		undocumentedAllowed: allowUndocumentedValues,
		freeText: isFreeProtocol ? ['protocol'] : [],
	});
	if (nodes.length === 0) {
		throw new Problem("'Nodes' is empty", {
			hint: 'Add at least one node: a network is created together with its first nodes',
		});
	}
	const purpose = { protocol, isFreeProtocol, allowUndocumentedValues };
	return {
		...(name !== '' && { name }),
		project: checkedId(values.project, 'project'),
		protocol,
		configuration: {
			...(values.chainNetwork !== '' && { network: values.chainNetwork }),
			...additionalFields.configuration,
		} as IDataObject,
		nodes: nodes.map((node) => nodeBody(node, purpose)),
		...(holdsSomething(creator) && { creator: creator as IDataObject }),
		...(createdAt && { created_at: checkedDateTime(createdAt, 'Created At') }),
	};
}
