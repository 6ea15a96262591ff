import { updateFieldsOf } from '../../../shared/fields/collections';
import { accessRuleLocator } from '../../../shared/fields/accessRule';
import { nodeLocator } from '../../../shared/fields/node';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules, locateRule, locateRules } from '../../../shared/managementApi/accessRules';
import { defineOperation } from '../../../shared/run/operation';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { isOnlyIpRule, addConsequences } from './consequences';
import { RULE_STATES, valueField } from './ruleFields';
import { checkRuleValue } from './ruleValue';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update access rule',
	description: 'Activate or deactivate an access rule, or change its value; its type cannot change',
	effect: 'updates',
	properties: [
		nodeLocator,
		accessRuleLocator,
		updateFieldsOf(
			field('options', 'Status', 'status', {
				options: RULE_STATES,
				default: 'activated',
				description: 'Whether the rule is in force',
			}),
			valueField,
		),
		platformOptions(),
	],
	async execute({ nodeId, ruleId, updateFields: { value, status } }, context) {
		const { path, subject } = locateRule(nodeId, ruleId);
		if (value === undefined && status === undefined)
			throw new Problem("'Update Fields' contains nothing to change, so nothing was sent", {
				hint: "Add 'Status' or 'Value'",
			});
		const changes = {
			...(value !== undefined && { value: checkRuleValue(value) }),
			...(status !== undefined && { status }),
		};
		const rule = await askForRules(() => context.api.update(path, subject, changes));
		if (status !== 'activated') return rule;
		return addConsequences([rule], await isOnlyIpRule(rule, locateRules(nodeId), context), context);
	},
});
