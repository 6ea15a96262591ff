import type { IDataObject } from 'n8n-workflow';

import { locator } from '../../../shared/fields/locator';
import { askForRules } from '../../../shared/managementApi/accessRules';
import type { OperationContext } from '../../../shared/run/session';
import { choices, field } from '../../../shared/values/field';

/** The part of a request that a rule looks at. It cannot be changed once the rule exists. */
export const RULE_TYPES = choices({
	ip: ['IP Address', 'Admit requests from one IPv4 or IPv6 address'],
	origin: [
		'Origin',
		'Admit requests of web pages on a host, which browsers name in the header Origin',
	],
});

/** The field that chooses an access rule of the node chosen next to it. */
export const ruleLocator = locator({
	name: 'ruleId',
	displayName: 'Access Rule',
	description: 'The access rule to work with; the list contains those of the node',
	resource: 'access rule',
	search: 'searchAccessRules',
	dependsOn: 'nodeId.value',
});

/** The field that holds the address or host of a rule. */
export const valueField = field('string', 'Value', 'value', {
	placeholder: 'e.g. 203.0.113.10 or *.example.com',
	description:
		'For an IP address, one IPv4 or IPv6 address. For an origin, a host without scheme and path, *.example.com for a host with its subdomains, or * for any.',
});

/** The field that puts a rule into force. */
export const statusField = field('options', 'Status', 'status', {
	options: choices({
		activated: ['Activated', 'In force within about 10 seconds: other callers get status 403'],
		deactivated: ['Deactivated', 'Kept, but without effect'],
	}),
	default: 'activated',
	description: 'Whether the rule is in force',
});

/** What is said of an activated rule of each type. */
const CONSEQUENCES: ReadonlyMap<unknown, string> = new Map([
	[
		'origin',
		'An origin rule is activated: within about 10 seconds the node answers status 403 to every caller that sends no Origin header, which are all servers, n8n and its checks of this node included.',
	],
	[
		'ip',
		'IP rules are in force at this node: within about 10 seconds only the addresses in them are admitted. The address that this n8n calls from must be among them, or its checks of this node get status 403.',
	],
]);

/**
 * Changes a rule, and says who is locked out by one that is now in force.
 * @throws Problem
 */
export async function updateRule(
	nodeId: string,
	ruleId: string,
	changes: IDataObject,
	context: OperationContext,
): Promise<IDataObject> {
	const rule = await askForRules(nodeId, (path) =>
		context.api.update(`${path}${ruleId}/`, `access rule ${ruleId}`, changes),
	);
	return changes.status === 'activated' ? addConsequence(rule, context) : rule;
}

/**
 * Says who is locked out by a rule, where it is in force: below the output, and to agents, who do not see that, in the
 * record as well.
 */
export function addConsequence(
	rule: IDataObject,
	{ hint, isTool }: Pick<OperationContext, 'hint' | 'isTool'>,
): IDataObject {
	const warning = CONSEQUENCES.get(rule.type);
	if (warning === undefined || rule.status !== 'activated') return rule;
	hint(warning);
	return isTool ? { ...rule, warning } : rule;
}
