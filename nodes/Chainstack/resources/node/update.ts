import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/locators/node';
import {
	allowUndocumentedProperty,
	customProviderProperty,
	customRegionProperty,
	providerProperty,
	regionProperty,
} from '../../../shared/locators/regions';
import { checkedDateTime } from '../../../shared/parameters/dateTime';
import type { ValuesOf } from '../../../shared/parameters/propertyTypes';
import { checkPlacement, NODE_TYPES } from '../../../shared/platform/placement';
import { checkedId } from '../../../shared/platform/resourceIds';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import { INCLUDE_SECRETS, platformOptions } from '../options';
import { freeTexts } from './freeTexts';

const updateFields = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description:
		"The fields to change. Today's service changes only the name and ignores the others.",
	options: [
		{
			displayName: 'Created At',
			name: 'createdAt',
			type: 'dateTime',
			default: '',
			description: 'When the node was created',
		},
		{
			displayName: 'Creator (JSON)',
			name: 'creator',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "email": "jane@example.com" }',
			description: 'Who created the node',
		},
		customProviderProperty,
		customRegionProperty,
		{
			displayName: 'Details (JSON)',
			name: 'details',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "mode": "full" }',
			description: 'Attributes of the protocol',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Mainnet node',
			description: 'The new name of the node',
		},
		{
			displayName: 'Network ID',
			name: 'network',
			type: 'string',
			default: '',
			placeholder: 'e.g. NW-123-456-789',
			description: 'ID of the network the node belongs to',
		},
		providerProperty,
		regionProperty,
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: NODE_TYPES,
			default: 'dedicated',
			description: 'Whether the node is yours alone',
		},
	],
} as const;

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update node',
	description: 'Rename a node, or send changes of its other fields',
	effect: 'updates',
	properties: [
		nodeLocator,
		updateFields,
		allowUndocumentedProperty,
		platformOptions(INCLUDE_SECRETS),
	],
	async execute(values, { api, hint }) {
		const id = checkedId(values.nodeId, 'node');
		const changes = changesOf(values.updateFields, values.allowUndocumentedValues);
		const names = Object.keys(changes);
		if (names.length === 0) {
			throw new Problem("'Update Fields' holds nothing to change, so nothing was sent", {
				hint: "Add at least one field, such as 'Name', and give it a value",
			});
		}
		if (names.some((name) => name !== 'name')) {
			hint("Today's service changes only a node's name; the other fields were sent as documented.");
		}
		return await api.update(`/v1/nodes/${id}/`, `node ${id}`, changes);
	},
});

/**
 * The body of the request (specification section 4.2): the fields that have a value.
 * @throws Problem for values that do not fit together
 */
function changesOf(
	fields: ValuesOf<[typeof updateFields]>['updateFields'],
	allowUndocumented: boolean,
): IDataObject {
	const { name, network, type, details, creator, createdAt } = fields;
	const custom = freeTexts(fields, allowUndocumented);
	const { provider = fields.provider, region = fields.region } = custom;
	checkPlacement({
		type,
		provider,
		region: region || undefined,
		undocumentedAllowed: allowUndocumented,
		freeText: custom.freeText,
	});
	return {
		...(name && { name }),
		...(network && { network: checkedId(network, 'network') }),
		...(type && { type }),
		...(provider && { provider }),
		...(region && { region }),
		...(details && { details: details as IDataObject }),
		...(creator && { creator: creator as IDataObject }),
		...(createdAt && { created_at: checkedDateTime(createdAt, 'Created At') }),
	};
}
