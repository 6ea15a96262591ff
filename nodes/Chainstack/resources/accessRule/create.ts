import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/fields/node';
import { creationOptions } from '../../../shared/fields/options';
import {
	askForRules,
	isActivated,
	locateRule,
	locateRules,
	type RulesOfNode,
} from '../../../shared/managementApi/accessRules';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { defineOperation } from '../../../shared/run/operation';
import { toProblem } from '../../../shared/text/problem';
import { field, notice } from '../../../shared/values/field';
import { isOnlyIpRule, addConsequences } from './consequences';
import { checkRuleType, RULE_TYPES, valueField, type RuleType } from './ruleFields';
import { checkRuleValue, isSameValue } from './ruleValue';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create access rule',
	description:
		'Admit an IP address or an origin to a node. An identical rule is returned instead of a second one; a new rule has no effect until it is activated.',
	effect: 'creates',
	properties: [
		nodeLocator,
		field('options', 'Type', 'type', {
			// No default: the type decides what the value means and cannot change. Checked with the value.
			allowArbitraryValues: true,
			options: RULE_TYPES,
			default: '',
			required: true,
			placeholder: 'Choose…',
			description: 'What the rule compares with a request',
		}),
		{ ...valueField, required: true },
		notice(
			'deactivatedNotice',
			'The rule has no effect until it is activated: turn on Activate in the options, or use Update later.',
			{ displayOptions: { hide: { '/options.activate': [true] } } },
		),
		notice(
			'originNotice',
			'In force, an origin rule locks out every caller that sends no Origin header: all servers, n8n and its checks of this node included.',
			{ displayOptions: { show: { type: ['origin'] } } },
		),
		creationOptions(
			field('boolean', 'Activate', 'activate', {
				description:
					'Whether to put the rule into force as well, which locks out callers that no activated rule admits',
			}),
		),
	],
	async execute({ nodeId, type, value }, { api }) {
		const rules = locateRules(nodeId);
		const wanted = { type: checkRuleType(type), value: checkRuleValue(value, type) };
		return await askForRules(async () => {
			const existing = await findIdenticalRule(api, rules, wanted);
			if (existing !== undefined) return { ...existing, alreadyExisted: true };
			return { ...(await createOnce(api, rules, wanted)), alreadyExisted: false };
		});
	},
	async afterCreate(rule, { nodeId, options }, context) {
		if (options.activate !== true || isActivated(rule)) return rule;
		const { path, subject } = locateRule(nodeId, String(rule.id));
		const activated = {
			...(await context.api.update(path, subject, { status: 'activated' })),
			alreadyExisted: rule.alreadyExisted,
		};
		const isFirstIp = await isOnlyIpRule(activated, locateRules(nodeId), context);
		return addConsequences([activated], isFirstIp, context)[0];
	},
});

interface WantedRule extends IDataObject {
	type: RuleType;
	value: string;
}

async function findIdenticalRule(
	api: PlatformClient,
	{ path }: RulesOfNode,
	wanted: WantedRule,
): Promise<IDataObject | undefined> {
	for await (const rule of api.list(path, { type: wanted.type })) {
		if (rule.type === wanted.type && isSameValue(String(rule.value), wanted.value)) return rule;
	}
	return undefined;
}

/**
 * A rule is what it says, so one that is there after the answer was lost is the one that was asked for, and a
 * repetition, which looks for it first, does no harm.
 */
async function createOnce(
	api: PlatformClient,
	rules: RulesOfNode,
	wanted: WantedRule,
): Promise<IDataObject> {
	try {
		return await api.create(rules.path, 'access rule', wanted);
	} catch (error) {
		const problem = toProblem(error);
		if (problem.effect !== 'unclear') throw problem;
		const found = await findIdenticalRule(api, rules, wanted).catch(() => undefined);
		if (found !== undefined) return found;
		throw problem.with({
			effect: 'none',
			hint: 'Run the node again: it looks for the rule before it creates one',
		});
	}
}
