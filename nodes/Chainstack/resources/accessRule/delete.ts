import { accessRuleLocator } from '../../../shared/fields/accessRule';
import { nodeLocator } from '../../../shared/fields/node';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules, locateRule } from '../../../shared/managementApi/accessRules';
import { defineOperation } from '../../../shared/run/operation';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete access rule',
	description:
		'Remove an access rule from a node; without activated rules everyone with the key is admitted',
	effect: 'updates',
	properties: [nodeLocator, accessRuleLocator, platformOptions()],
	async execute({ nodeId, ruleId }, { api }) {
		const { id, path, subject } = locateRule(nodeId, ruleId);
		await askForRules(() => api.remove(path, subject));
		return { deleted: true, id };
	},
});
