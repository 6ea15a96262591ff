import { platformOptions } from '../../../shared/fields/options';
import {
	returnAllProperties,
	sortProperty,
	takeUpToLimit,
} from '../../../shared/fields/listFields';
import { filledIn } from '../../../shared/managementApi/requestParts';
import { checkedId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'List projects, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		...returnAllProperties,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Production',
					description: 'Only projects of exactly this name',
				},
				{
					displayName: 'Organization ID',
					name: 'organization',
					type: 'string',
					default: '',
					placeholder: 'e.g. RG-123-456',
					description: 'Only projects of this organization',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: [{ name: 'Public', value: 'public' }],
					default: 'public',
					description: 'Only projects of this type',
				},
			],
		},
		sortProperty,
		platformOptions(),
	],
	async execute({ returnAll, limit, filters, sort }, context) {
		const { name, organization, type } = filters;
		const query = filledIn({
			name,
			order_by: sort,
			organization: organization && checkedId(organization, 'organization', 'Organization ID'),
			type,
		});
		return await takeUpToLimit(
			(noteCount) => context.api.list('/v2/projects/', query, noteCount),
			{ returnAll, limit },
			context,
		);
	},
});
