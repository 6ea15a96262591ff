import { defineFilters, textFilter } from '../../../shared/fields/collections';
import { platformOptions } from '../../../shared/fields/options';
import { returnAllProperties, sortProperty, readList } from '../../../shared/fields/listFields';
import { omitEmpty } from '../../../shared/managementApi/requestParts';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'List projects, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		...returnAllProperties,
		defineFilters(
			textFilter('name', 'Name', 'Only projects of exactly this name', 'Production'),
			textFilter(
				'organization',
				'Organization ID',
				'Only projects of this organization',
				'RG-123-456',
			),
			field('options', 'Type', 'type', {
				options: [{ name: 'Public', value: 'public' }],
				default: 'public',
				description: 'Only projects of this type',
			}),
		),
		sortProperty,
		platformOptions(),
	],
	async execute({ returnAll, limit, filters, sort }, context) {
		const { name, organization, type } = filters;
		const query = omitEmpty({
			name,
			order_by: sort,
			organization: organization && checkId(organization, 'organization', 'Organization ID'),
			type,
		});
		return await readList('/v2/projects/', query, { returnAll, limit }, context);
	},
});
