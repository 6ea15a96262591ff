import { defineFilters, updateFieldsOf } from '../../../shared/fields/collections';
import { readList, returnAllProperties } from '../../../shared/fields/listFields';
import { accessRuleLocator, nodeLocator } from '../../../shared/fields/locator';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules, getRulesPath } from '../../../shared/managementApi/accessRules';
import { omitEmpty } from '../../../shared/managementApi/requestParts';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { choices, field, notice } from '../../../shared/values/field';
import { create } from './create';
import { addConsequence, RULE_TYPES, updateRule, valueField } from './rules';
import { checkRuleValue } from './ruleValue';

const statusField = field('options', 'Status', 'status', {
	options: choices({
		activated: ['Activated', 'In force within about 10 seconds: other callers get status 403'],
		deactivated: ['Deactivated', 'Kept, but without effect'],
	}),
	default: 'activated',
	description: 'Whether the rule is in force',
});

const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete access rule',
	description:
		'Remove an access rule from a node; without activated rules everyone with the key is admitted',
	effect: 'updates',
	properties: [nodeLocator, accessRuleLocator, platformOptions()],
	async execute({ nodeId, ruleId }, { api }) {
		const path = `${getRulesPath(nodeId)}${ruleId}/`;
		await askForRules(() => api.remove(path, `access rule ${ruleId}`));
		return { deleted: true, id: ruleId };
	},
});

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get access rule',
	description: 'Retrieve type, value and status of one access rule',
	effect: 'reads',
	properties: [nodeLocator, accessRuleLocator, platformOptions()],
	async execute({ nodeId, ruleId }, { api }) {
		const path = `${getRulesPath(nodeId)}${ruleId}/`;
		return await askForRules(() => api.get(path, `access rule ${ruleId}`));
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
	async execute({ nodeId, returnAll, limit, filters }, context) {
		const path = getRulesPath(nodeId);
		const query = omitEmpty(filters);
		return await askForRules(() => readList(path, query, { returnAll, limit }, context));
	},
});

const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update access rule',
	description: 'Activate or deactivate an access rule, or change its value; its type cannot change',
	effect: 'updates',
	properties: [
		nodeLocator,
		accessRuleLocator,
		updateFieldsOf(statusField, valueField),
		platformOptions(),
	],
	async execute({ nodeId, ruleId, updateFields: { value, status } }, context) {
		if (value === undefined && status === undefined)
			throw new Problem("'Update Fields' contains nothing to change, so nothing was sent", {
				hint: "Add 'Status' or 'Value'",
			});
		const checked = value === undefined ? undefined : checkRuleValue(value);
		return await updateRule(nodeId, ruleId, omitUndefined({ value: checked, status }), context);
	},
});

const updateAll = defineOperation({
	name: 'Update All',
	value: 'updateAll',
	action: 'Update all access rules of node',
	description: 'Activate or deactivate every access rule of a node in one request',
	effect: 'updates',
	properties: [
		nodeLocator,
		{ ...statusField, required: true, description: 'Whether the rules are in force' },
		notice(
			'activatedNotice',
			'This locks out every caller that no rule admits. With IP rules, the address that this n8n calls from must be among them; with origin rules, n8n is locked out in any case.',
			{ displayOptions: { show: { status: ['activated'] } } },
		),
		platformOptions(),
	],
	async execute({ nodeId, status }, context) {
		const path = `${getRulesPath(nodeId)}bulk-update-status/`;
		const subject = `access rules of node ${nodeId}`;
		const rules = await askForRules(() => context.api.updateAll(path, subject, { status }));
		if (rules.length === 0)
			context.hint(`Node ${nodeId} has no access rules, so nothing was changed.`);
		return status === 'activated' ? rules.map((rule) => addConsequence(rule, context)) : rules;
	},
});

/** Access rules of nodes. */
export const accessRule: Resource = {
	name: 'Access Rule',
	value: 'accessRule',
	description: 'Addresses and origins from which a node may be called',
	operations: [create, remove, get, getAll, update, updateAll],
};
