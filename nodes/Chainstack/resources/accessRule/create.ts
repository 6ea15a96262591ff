import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/fields/locator';
import { creationOptions } from '../../../shared/fields/options';
import { askForRules } from '../../../shared/managementApi/accessRules';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { toProblem } from '../../../shared/text/problem';
import { field, notice } from '../../../shared/values/field';
import { checkRuleValue, isSameValue, RULE_TYPES, updateRule, valueField } from './rules';

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
			builderHint: {
				propertyHint:
					"Use 'ip' for servers. Once active, an 'origin' rule locks out every server, n8n included.",
				placeholderSupported: false,
			},
		}),
		{ ...valueField, required: true },
		notice(
			'deactivatedNotice',
			'The rule has no effect until it is activated: turn on Activate in the options, or use Update later.',
			{ displayOptions: { hide: { '/options.activate': [true] } } },
		),
		notice(
			'originNotice',
			'Once active, an origin rule blocks every caller without an Origin header, which includes all servers and this n8n.',
			{ displayOptions: { show: { type: ['origin'] } } },
		),
		creationOptions(
			field('boolean', 'Activate', 'activate', {
				description:
					'Whether to put the rule into force as well, which locks out callers that no activated rule admits',
			}),
		),
	],
	/** Activation is a part of it: what fails afterwards must not leave a rule behind that is not in force. */
	async execute({ nodeId, type, value: text, options }, context) {
		const value = checkRuleValue(text, type);
		const rule = await createRule(nodeId, { type, value }, context.api);
		if (options.activate !== true || rule.status === 'activated') return rule;
		const activated = await activateRule(nodeId, rule, context);
		return { ...activated, alreadyExisted: rule.alreadyExisted };
	},
});

/** Creates a rule, unless there is an identical one. @throws Problem */
async function createRule(
	nodeId: string,
	json: { type: string; value: string },
	api: PlatformClient,
): Promise<IDataObject> {
	const { type, value } = json;
	return await askForRules(nodeId, async (path) => {
		for await (const rule of api.list(path, { type })) {
			if (rule.type === type && isSameValue(String(rule.value), value))
				return { ...rule, alreadyExisted: true };
		}
		const created = await api.create(path, 'access rule', { json }).catch(allowRepetition);
		return { ...created, alreadyExisted: false };
	});
}

/** Puts a rule into force. @throws Problem that says what is missing: the rule exists already */
async function activateRule(
	nodeId: string,
	{ id, alreadyExisted }: IDataObject,
	context: OperationContext,
): Promise<IDataObject> {
	const changes = { status: 'activated' };
	return await updateRule(nodeId, String(id), changes, context).catch((thrown: unknown) => {
		const problem = toProblem(thrown);
		const existing = alreadyExisted ? 'exists' : 'was created';
		const hint = `The access rule ${String(id)} ${existing}, but is not activated. Run the node again: it looks for the rule and activates it`;
		throw problem.with({ hint: problem.hint ? `${hint}. ${problem.hint}` : hint });
	});
}

/** A rule is what it says: a repetition, which looks for it first, does no harm. */
function allowRepetition(thrown: unknown): never {
	const problem = toProblem(thrown);
	if (problem.effect !== 'unclear') throw problem;
	const hint = 'Run the node again: it looks for the rule before it creates one';
	throw problem.with({ effect: 'none', hint });
}
