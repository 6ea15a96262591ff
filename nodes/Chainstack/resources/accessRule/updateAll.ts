import { nodeLocator } from '../../../shared/fields/locator';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules } from '../../../shared/managementApi/accessRules';
import { defineOperation } from '../../../shared/run/operation';
import { notice } from '../../../shared/values/field';
import { addConsequence, statusField } from './rules';

export const updateAll = defineOperation({
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
		const subject = `access rules of node ${nodeId}`;
		const rules = await askForRules(nodeId, (path) =>
			context.api.updateAll(path, 'bulk-update-status/', { subject, json: { status } }),
		);
		if (rules.length === 0)
			context.hint(`Node ${nodeId} has no access rules, so nothing was changed.`);
		return rules.map((rule) => addConsequence(rule, context));
	},
});
