import type { IDataObject } from 'n8n-workflow';

import { projectLocator } from '../../../shared/locators/project';
import { allowUndocumentedProperty } from '../../../shared/locators/regions';
import { checkedDateTime } from '../../../shared/parameters/dateTime';
import type { ValuesOf } from '../../../shared/parameters/propertyTypes';
import { createOrFindTraces, NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { checkPlacement } from '../../../shared/platform/placement';
import { checkedId } from '../../../shared/platform/resourceIds';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import {
	stopEarlyOption,
	waitLimits,
	waitProperties,
} from '../../../shared/session/waitProperties';
import { nodeBody } from '../node/nodeFields';
import { creationOptions, INCLUDE_SECRETS } from '../options';
import { nodesProperty } from './nodesProperty';
import { protocolProperty } from './protocolProperty';
import { whenReady } from './whenReady';

const properties = [
	projectLocator,
	protocolProperty,
	{
		displayName: 'Custom Protocol',
		name: 'customProtocol',
		type: 'string',
		default: '',
		displayOptions: { show: { allowUndocumentedValues: [true] } },
		placeholder: 'e.g. solana',
		description: 'Wins over Protocol when filled in',
	},
	{
		displayName: 'Chain Network',
		name: 'chainNetwork',
		type: 'string',
		default: '',
		placeholder: 'e.g. ethereum-mainnet',
		description: "Which network of the protocol to join; sent as 'network' of the configuration",
	},
	nodesProperty,
	allowUndocumentedProperty,
	{
		displayName: 'Wait Until Ready',
		name: 'waitUntilReady',
		type: 'boolean',
		default: false,
		description:
			'Whether to go on only when the network and its nodes run, instead of as soon as it is created',
	},
	...waitProperties(10, 900).map((property) => ({
		...property,
		displayOptions: { show: { waitUntilReady: [true] } },
	})),
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
				description: 'Further parameters of the protocol; wins over Chain Network',
			},
			{
				displayName: 'Created At',
				name: 'createdAt',
				type: 'dateTime',
				default: '',
				description:
					'When the network was created; the service sets this itself and may ignore yours',
			},
			{
				displayName: 'Creator (JSON)',
				name: 'creator',
				type: 'json',
				default: '{}',
				placeholder: 'e.g. { "email": "jane@example.com" }',
				description: 'Who created the network; the service sets this itself and may ignore yours',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Name of the network; a network on a public chain gets one if you give none',
			},
		],
	},
	creationOptions(INCLUDE_SECRETS, {
		...stopEarlyOption(
			"Whether to fail as soon as the network is in the state 'warning' or a node in the state 'error' (up, but not healthy), from which they hardly recover by themselves. Turned off, only the state 'failed' and the time limit end the wait.",
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
		const search = {
			path: '/v1/networks/',
			query: { project: String(body.project), protocol: String(body.protocol), ...NEWEST_FIRST },
			matches: ({ protocol, name }: IDataObject) =>
				protocol === body.protocol && (body.name === undefined || name === body.name),
			known: createdIds,
		};
		return await createOrFindTraces(
			api,
			search,
			async () => await api.create('/v1/networks/', 'network', body),
		);
	},
	async afterCreate(created, values, context) {
		if (!values.waitUntilReady) return created;
		const network = {
			id: String(created.id),
			nodeCount: values.nodes.node?.length ?? 0,
			limits: waitLimits(values),
			stopsEarly: values.options.stopEarly ?? true,
		};
		return await whenReady(network, context);
	},
});

/**
 * The body of the request (specification section 4.3).
 * @throws Problem for values that do not fit together
 */
function networkBody(values: Readonly<ValuesOf<typeof properties>>): IDataObject {
	const { allowUndocumentedValues, additionalFields } = values;
	if (values.waitUntilReady) waitLimits(values);
	const isCustom = allowUndocumentedValues && values.customProtocol !== '';
	const protocol = isCustom ? values.customProtocol : values.protocol;
	const nodes = values.nodes.node ?? [];
	checkPlacement({
		protocol,
		undocumentedAllowed: allowUndocumentedValues,
		freeText: isCustom ? ['protocol'] : [],
	});
	if (nodes.length === 0) {
		throw new Problem("'Nodes' is empty", {
			hint: 'Add at least one node: a network is created together with its first nodes',
		});
	}
	const purpose = { protocol, isFreeProtocol: isCustom, allowUndocumentedValues };
	return {
		...(additionalFields.name && { name: additionalFields.name }),
		project: checkedId(values.project, 'project'),
		protocol,
		configuration: {
			...(values.chainNetwork !== '' && { network: values.chainNetwork }),
			...additionalFields.configuration,
		} as IDataObject,
		nodes: nodes.map((node) => nodeBody(node, purpose)),
		...(additionalFields.creator && { creator: additionalFields.creator as IDataObject }),
		...(additionalFields.createdAt && {
			created_at: checkedDateTime(additionalFields.createdAt, 'Created At'),
		}),
	};
}
