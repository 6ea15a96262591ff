import type { IDataObject } from 'n8n-workflow';

import { toProblem } from '../text/problem';
import { checkId } from './resourceIds';

/** Where the rules of a node are, and what they are called in messages. */
export interface RulesOfNode {
	nodeId: string;
	path: string;
	/** Such as `access rules of node ND-1-2-3`. */
	subject: string;
}

/** @throws Problem when this is no ID of a node */
export function locateRules(nodeId: unknown): RulesOfNode {
	const id = checkId(nodeId, 'node');
	return {
		nodeId: id,
		path: `/v2/nodes/${id}/access-rules/`,
		subject: `access rules of node ${id}`,
	};
}

/** @throws Problem when one of the two is no ID of its kind */
export function locateRule(nodeId: string, ruleId: string) {
	const { path } = locateRules(nodeId);
	const id = checkId(ruleId, 'access rule');
	return { id, path: `${path}${id}/`, subject: `access rule ${id}` };
}

/** Statuses of refusals that have to do with the plan or the kind of node. */
const REFUSALS: readonly unknown[] = [402, 403, 404];

/**
 * Does something with access rules.
 * @throws Problem that also says for which nodes they exist, where that may be the reason
 */
export async function askForRules<T>(ask: () => Promise<T>): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		const problem = toProblem(error);
		const { hint, httpStatus } = problem;
		const exists = 'Access rules exist for Global Nodes on paid plans only';
		throw REFUSALS.includes(httpStatus)
			? problem.with({ hint: hint ? `${hint}. ${exists}` : exists })
			: problem;
	}
}

/** @returns whether a rule is in force, or soon will be */
export function isActivated({ status }: IDataObject): boolean {
	return status === 'activated';
}
