import type { IDataObject } from 'n8n-workflow';

import { addEndpoint } from '../../../shared/endpoints/addEndpoint';
import { nodeLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { checkPlacement } from '../../../shared/managementApi/placement';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { parseDateTime } from '../../../shared/values/dateTime';
import { field, type ValuesOf } from '../../../shared/values/field';
import { readPlace } from './nodeBody';
import {
	allowUndocumentedField,
	createdAtField,
	creatorField,
	customPlaceFields,
	nameField,
	providerField,
	regionField,
	typeField,
} from './nodeFields';
import { simplifyNode } from './present';

const otherFieldsProperty = field('collection', 'Other Fields', 'otherFields', {
	placeholder: 'Add Field',
	description:
		'The other fields of the specification. They are sent as documented, but the service applies only the name today.',
	options: [
		createdAtField,
		creatorField,
		...customPlaceFields,
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
});

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
		otherFieldsProperty,
		platformOptions(INCLUDE_SECRETS, allowUndocumentedField),
	],
	async execute({ nodeId: id, name, otherFields, simplify, options }, context) {
		const { api, hint } = context;
		const others = buildOtherChanges(otherFields, options.allowUndocumentedValues);
		const changes = { ...(name !== '' && { name }), ...others };
		if (Object.keys(changes).length === 0)
			throw new Problem('There is nothing to change, so nothing was sent', {
				hint: "Fill in 'Name', the only field that the service currently changes",
			});
		if (Object.keys(others).length > 0)
			hint(
				'The service currently changes only the name of a node; the other fields were sent as documented.',
			);
		const node = await api.update(`/v1/nodes/${id}/`, `node ${id}`, changes);
		if (!simplify) return node;
		// The host says enough about the address; one request is enough for one change.
		return simplifyNode(addEndpoint(node, undefined, context), options.includeSecrets);
	},
});

/**
 * Makes the body of the request (specification section 4.2) without the name, of the fields that have a value.
 * @throws Problem for a field that was added and left empty, and for values that do not go together
 */
function buildOtherChanges(
	fields: ValuesOf<[typeof otherFieldsProperty]>['otherFields'],
	allowUndocumentedValues: boolean | undefined,
): IDataObject {
	const { network, type, details, creator, createdAt } = fields;
	const place = readPlace({ ...fields, allowUndocumentedValues });
	checkPlacement({ type, ...place, allowUndocumentedValues });
	return {
		...(network !== undefined && { network: checkId(network, 'network', 'Network ID') }),
		...(omitUndefined({ type, ...place, details, creator }) as IDataObject),
		...(createdAt !== undefined && { created_at: parseDateTime(createdAt, 'Created At').text }),
	};
}
