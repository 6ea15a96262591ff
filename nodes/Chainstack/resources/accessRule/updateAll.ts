import { nodeLocator } from '../../../shared/fields/node';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules, locateRules } from '../../../shared/managementApi/accessRules';
import { defineOperation } from '../../../shared/run/operation';
import { field, notice } from '../../../shared/values/field';
import { addConsequences } from './consequences';
import { RULE_STATES } from './ruleFields';

export const updateAll = defineOperation({
	name: 'Update All',
	value: 'updateAll',
	action: 'Update all access rules of node',
	description: 'Activate or deactivate every access rule of a node in one request',
	effect: 'updates',
	properties: [
		nodeLocator,
		field('options', 'Status', 'status', {
			options: RULE_STATES,
			default: 'activated',
			required: true,
			description: 'Whether the rules are in force',
		}),
		notice(
			'activatedNotice',
			'This locks out every caller that no rule admits. With IP rules, the address that this n8n calls from must be among them; with origin rules, n8n is locked out in any case.',
			{ displayOptions: { show: { status: ['activated'] } } },
		),
		platformOptions(),
	],
	async execute({ nodeId, status }, context) {
		const { nodeId: id, path, subject } = locateRules(nodeId);
		const rules = await askForRules(() =>
			context.api.updateAll(`${path}bulk-update-status/`, subject, { status }),
		);
		if (rules.length === 0) context.hint(`Node ${id} has no access rules, so nothing was changed.`);
		return status === 'activated' ? addConsequences(rules, true, context) : rules;
	},
});
