import type { IDataObject } from 'n8n-workflow';

import { addEndpoint } from '../../../shared/endpoints/addEndpoint';
import { nodeLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { adviseNothing, checkPlacement } from '../../../shared/managementApi/placement';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import {
	creatorField,
	dropEmpty,
	nameField,
	providerField,
	readCreatedAt,
	regionField,
	typeField,
} from './nodeFields';
import { simplifyNode } from './present';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update node',
	description: 'Rename a node, or send changes to its other fields',
	effect: 'updates',
	properties: [
		nodeLocator,
		{ ...nameField, required: false, description: 'The new name of the node' },
		simplifyProperty,
		field('collection', 'Other Fields (Not Applied Today)', 'otherFields', {
			placeholder: 'Add Field',
			description:
				'They are sent as the API documents them, but the service currently applies only the name',
			options: [
				field('dateTime', 'Created At', 'createdAt', {
					description:
						'When the node was created. A date without a time, as it is when picked, means its first moment (UTC).',
				}),
				creatorField('Who created the node'),
				field('json', 'Details (JSON)', 'details', {
					placeholder: 'e.g. { "mode": "full" }',
					description: 'Attributes of the protocol',
				}),
				field('string', 'Network ID', 'network', {
					placeholder: 'e.g. NW-123-456-789',
					description: 'ID of the network the node belongs to',
				}),
				providerField,
				regionField,
				{ ...typeField, required: false },
			],
		}),
		platformOptions(INCLUDE_SECRETS),
	],
	/** Fields that were added and left empty are refused. */
	async execute({ nodeId: id, name, otherFields, simplify, options }, context) {
		const { network, type, provider, region, details, creator, createdAt } = otherFields;
		checkPlacement({ type, provider, region }, adviseNothing);
		const others = omitUndefined({
			network: network === undefined ? undefined : checkId(network, 'network', 'Network ID'),
			type,
			provider,
			region,
			details: dropEmpty(details),
			creator: dropEmpty(creator),
			created_at: createdAt === undefined ? undefined : readCreatedAt(createdAt),
		}) as IDataObject;
		const changes = { ...(name !== '' && { name }), ...others };
		if (Object.keys(changes).length === 0)
			throw new Problem('There is nothing to change, so nothing was sent', {
				hint: "Fill in 'Name', the only field that the service currently changes",
			});
		if (Object.keys(others).length > 0)
			context.hint(
				'The service currently changes only the name of a node; the other fields were sent as documented.',
			);
		const node = await context.api.update(`/v1/nodes/${id}/`, `node ${id}`, changes);
		if (!simplify) return node;
		// The host says enough about the address; one request is enough for one change.
		return simplifyNode(addEndpoint(node, undefined, context), options.includeSecrets);
	},
});
