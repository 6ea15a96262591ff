import { toProblem } from '../text/problem';

/** @returns the path of the list of rules of a node; the path of a rule is below it */
export function getRulesPath(nodeId: string): string {
	return `/v2/nodes/${nodeId}/access-rules/`;
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
