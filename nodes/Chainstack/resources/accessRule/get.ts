import { accessRuleLocator } from '../../../shared/locators/accessRule';
import { nodeLocator } from '../../../shared/locators/node';
import { askForRules, ruleOf } from '../../../shared/platform/accessRules';
import { defineOperation } from '../../../shared/session/operation';
import { platformOptions } from '../options';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get access rule',
	description: 'Retrieve type, value and status of one access rule',
	effect: 'reads',
	properties: [nodeLocator, accessRuleLocator, platformOptions()],
	async execute({ nodeId, ruleId }, { api }) {
		const { path, subject } = ruleOf(nodeId, ruleId);
		return await askForRules(async () => await api.get(path, subject));
	},
});
