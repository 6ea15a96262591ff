import { toProblem } from '../text/problem';

/** Statuses of refusals that have to do with the plan or the kind of node. */
const REFUSALS: readonly unknown[] = [402, 403, 404];

/**
 * Does something with the access rules of a node.
 * @param ask gets the path of the list of rules; the path of a rule is below it
 * @throws Problem that also says for which nodes they exist, where that may be the reason
 */
export async function askForRules<T>(
	nodeId: string,
	ask: (path: string) => Promise<T>,
): Promise<T> {
	return await ask(`/v2/nodes/${nodeId}/access-rules/`).catch((error: unknown) => {
		const problem = toProblem(error);
		if (!REFUSALS.includes(problem.httpStatus)) throw problem;
		const hints = [problem.hint, 'Access rules exist for Global Nodes on paid plans only'];
		throw problem.with({ hint: hints.filter(Boolean).join('. ') });
	});
}
