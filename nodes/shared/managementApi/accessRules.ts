import { toProblem } from '../text/problem';

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
		// The plan or the kind of node may be the reason.
		if (![402, 403, 404].includes(problem.httpStatus ?? 0)) throw problem;
		const hints = [problem.hint, 'Access rules exist for Global Nodes on paid plans only'];
		throw problem.with({ hint: hints.filter(Boolean).join('. ') });
	});
}
