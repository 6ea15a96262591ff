import type { IDataObject } from 'n8n-workflow';

import { isActivated, type RulesOfNode } from '../../../shared/managementApi/accessRules';
import type { OperationContext } from '../../../shared/run/session';

const ORIGIN_ACTIVATED =
	'An origin rule is activated: within about 10 seconds the node answers status 403 to every caller that sends no Origin header, which are all servers, n8n and its checks of this node included.';

const FIRST_IP_ACTIVATED =
	'From now on IP rules are in force at this node: within about 10 seconds only the addresses in them are admitted. The address that this n8n calls from must be among them, or its checks of this node get status 403.';

/**
 * Says who is locked out by rules that were just activated: below the output, and to agents, who do not see that, in
 * the records as well.
 *
 * @param rules the activated rules
 * @param isFirstIp whether no other IP rule of the node was in force
 */
export function addConsequences(
	rules: readonly IDataObject[],
	isFirstIp: boolean,
	{ hint, isTool }: Pick<OperationContext, 'hint' | 'isTool'>,
): IDataObject[] {
	return rules.map((rule) => {
		const ofIp = isFirstIp ? FIRST_IP_ACTIVATED : undefined;
		const said = rule.type === 'origin' ? ORIGIN_ACTIVATED : ofIp;
		if (said === undefined || !isActivated(rule)) return rule;
		hint(said);
		return isTool ? { ...rule, warning: said } : rule;
	});
}

/**
 * @returns whether a rule is the only IP rule in force; true where that cannot be read, because a warning too many
 * does less harm than none
 */
export async function isOnlyIpRule(
	{ id, type }: IDataObject,
	{ path }: RulesOfNode,
	{ api }: Pick<OperationContext, 'api'>,
): Promise<boolean> {
	if (type !== 'ip') return false;
	try {
		for await (const rule of api.list(path, { type: 'ip', status: 'activated' })) {
			if (rule.id !== id && isActivated(rule)) return false;
		}
		return true;
	} catch {
		return true;
	}
}
