import { defineFilters } from '../../../shared/fields/collections';
import { nodeLocator } from '../../../shared/fields/node';
import { platformOptions } from '../../../shared/fields/options';
import { returnAllProperties, readList } from '../../../shared/fields/listFields';
import { askForRules, locateRules } from '../../../shared/managementApi/accessRules';
import { omitEmpty } from '../../../shared/managementApi/requestParts';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { RULE_STATES, RULE_TYPES } from './ruleFields';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many access rules',
	description: 'List the access rules of a node, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		nodeLocator,
		...returnAllProperties,
		defineFilters(
			field('options', 'Status', 'status', {
				options: RULE_STATES,
				default: 'activated',
				description: 'Only rules in this state',
			}),
			field('options', 'Type', 'type', {
				options: RULE_TYPES,
				default: 'ip',
				description: 'Only rules of this type',
			}),
		),
		platformOptions(),
	],
	async execute({ nodeId, returnAll, limit, filters: { type, status } }, context) {
		const { path } = locateRules(nodeId);
		const query = omitEmpty({ type, status });
		return await askForRules(() => readList(path, query, { returnAll, limit }, context));
	},
});
