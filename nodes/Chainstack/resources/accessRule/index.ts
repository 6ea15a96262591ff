import { defineFilters, returnAllProperties } from '../../../shared/fields/listFields';
import { readList } from '../../../shared/fields/readList';
import { nodeLocator } from '../../../shared/fields/locator';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules } from '../../../shared/managementApi/accessRules';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { create } from './create';
import { REMOVED, RULE_TYPES, ruleLocator, statusField, warn } from './rules';
import { update } from './update';

const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete access rule',
	description:
		'Remove an access rule from a node; without activated rules everyone with the key is admitted',
	effect: 'updates',
	properties: [nodeLocator, ruleLocator, platformOptions()],
	async execute({ nodeId, ruleId }, context) {
		const subject = `access rule ${ruleId}`;
		await askForRules(nodeId, (path) => context.api.remove(`${path}${ruleId}/`, subject));
		return warn({ deleted: true, id: ruleId }, REMOVED, context);
	},
});

const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many access rules',
	description: 'List the access rules of a node, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		nodeLocator,
		...returnAllProperties,
		defineFilters(
			{ ...statusField, description: 'Only rules in this state' },
			field('options', 'Type', 'type', {
				options: RULE_TYPES,
				default: 'ip',
				description: 'Only rules of this type',
			}),
		),
		platformOptions(),
	],
	execute({ nodeId, filters, ...limits }, context) {
		return askForRules(nodeId, (path) => readList(path, filters, limits, context));
	},
});

/** Access rules of nodes. */
export const accessRule: Resource = {
	name: 'Node Access Rule',
	value: 'accessRule',
	description: 'Addresses and origins from which a node may be called',
	operations: [create, remove, getAll, update],
};
