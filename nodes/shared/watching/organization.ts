import { CHECK_BASE_URL } from '../managementApi/answerProblem';
import type { Poll } from '../polling/watchEvent';
import { asProblem, Problem } from '../text/problem';

/**
 * Asks once per poll which organization the API key belongs to: a credential can be given another key.
 * @returns its id
 * @throws Problem, also for an answer without an ID: taken for another organization, everything would start again
 */
export async function readOrganization({ context }: Poll): Promise<string> {
	const { id } = await context.once(
		'organization',
		async ({ api }) => await api.get('/v1/organization/', 'organization'),
	);
	if (typeof id === 'string' && id !== '') return id;
	throw new Problem('Chainstack returned an organization without an ID', {
		httpStatus: 200,
		hint: CHECK_BASE_URL,
	});
}

/**
 * The same where a poll can continue without it.
 * @returns `undefined` when it cannot be determined now
 * @throws Problem when the API key is rejected
 */
export async function findOrganization(poll: Poll): Promise<string | undefined> {
	try {
		return await readOrganization(poll);
	} catch (error) {
		const problem = asProblem(error);
		if (problem.httpStatus === 401 || problem.httpStatus === 403) throw problem;
		return undefined;
	}
}
