import { accessRuleLocator } from '../../../shared/fields/accessRule';
import { nodeLocator } from '../../../shared/fields/node';
import { platformOptions } from '../../../shared/fields/options';
import { askForRules, locateRule } from '../../../shared/managementApi/accessRules';
import { defineOperation } from '../../../shared/run/operation';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get access rule',
	description: 'Retrieve type, value and status of one access rule',
	effect: 'reads',
	properties: [nodeLocator, accessRuleLocator, platformOptions()],
	async execute({ nodeId, ruleId }, { api }) {
		const { path, subject } = locateRule(nodeId, ruleId);
		return await askForRules(() => api.get(path, subject));
	},
});
