import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/fields/locator';
import { checkChanges, platformOptions, updateFieldsOf } from '../../../shared/fields/options';
import { askForRules } from '../../../shared/managementApi/accessRules';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { Problem } from '../../../shared/text/problem';
import { choices, field, notice } from '../../../shared/values/field';
import {
	addConsequence,
	checkRuleValue,
	ruleLocator,
	statusField,
	updateRule,
	valueField,
} from './rules';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update access rules',
	description:
		'Activate or deactivate one access rule or all of a node, or change the value of one; its type cannot change',
	effect: 'updates',
	properties: [
		nodeLocator,
		field('options', 'Rules', 'rules', {
			options: choices({
				one: ['One', 'The rule you choose'],
				all: ['All of the Node', 'Every rule of the node, in one request'],
			}),
			default: 'one',
			description: 'Which rules are changed',
		}),
		// n8n would also require it while an expression says which rules.
		{ ...ruleLocator, required: false, displayOptions: { show: { rules: ['one'] } } },
		// Nothing is preset: a click on Execute must not lock callers out.
		updateFieldsOf(
			{ ...statusField, default: '', placeholder: 'Choose…' },
			{ ...valueField, displayOptions: { show: { '/rules': ['one'] } } },
		),
		notice(
			'activatedNotice',
			'This locks out every caller that no rule admits. With IP rules, the address that this n8n calls from must be among them; with origin rules, n8n is locked out in any case.',
			{ displayOptions: { show: { rules: ['all'], '/updateFields.status': ['activated'] } } },
		),
		platformOptions(),
	],
	async execute({ nodeId, rules, ruleId, updateFields }, context) {
		checkStatus(updateFields.status);
		if (rules === 'all') return await updateAllRules(nodeId, updateFields, context);
		const id = checkId(ruleId, 'access rule', ruleLocator.displayName);
		const { value, ...others } = updateFields;
		const checked = value !== undefined && { value: checkRuleValue(value) };
		return await updateRule(nodeId, id, checkChanges({ ...checked, ...others }), context);
	},
});

/** @throws Problem for a status that was added to the fields, but not chosen */
function checkStatus(status: string | undefined): void {
	if (status !== '') return;
	throw new Problem("'Status' is empty, so nothing was sent", {
		hint: "Choose Activated or Deactivated, or remove 'Status' from the fields",
	});
}

/** Changes the status of all rules of a node. @throws Problem, also for a value, which differs from rule to rule */
async function updateAllRules(
	nodeId: string,
	{ value, ...changes }: { status?: string; value?: string },
	context: OperationContext,
): Promise<IDataObject[]> {
	if (value !== undefined)
		throw new Problem("'Value' is filled in, but 'Rules' is All of the Node", {
			hint: "Remove 'Value' from the fields, or set 'Rules' to One: each rule has a value of its own",
		});
	const json = checkChanges(changes);
	const subject = `access rules of node ${nodeId}`;
	const rules = await askForRules(nodeId, (path) =>
		context.api.updateAll(path, 'bulk-update-status/', { subject, json }),
	);
	if (rules.length === 0)
		context.hint(`Node ${nodeId} has no access rules, so nothing was changed.`);
	return rules.map((rule) => addConsequence(rule, context));
}
