import { nodeLocator } from '../../../shared/locators/node';
import { askForRules, rulesOf } from '../../../shared/platform/accessRules';
import { filledIn } from '../../../shared/platform/query';
import { defineOperation } from '../../../shared/session/operation';
import { returnAllProperties, takeUpToLimit } from '../../../shared/session/pagination';
import { platformOptions } from '../options';
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
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Status',
					name: 'status',
					type: 'options',
					options: RULE_STATES,
					default: 'activated',
					description: 'Only rules in this state',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: RULE_TYPES,
					default: 'ip',
					description: 'Only rules of this type',
				},
			],
		},
		platformOptions(),
	],
	async execute({ nodeId, returnAll, limit, filters: { type, status } }, context) {
		const { path } = rulesOf(nodeId);
		const query = filledIn({ type, status });
		return await askForRules(
			async () =>
				await takeUpToLimit(
					(noteCount) => context.api.list(path, query, noteCount),
					{ returnAll, limit },
					context,
				),
		);
	},
});
