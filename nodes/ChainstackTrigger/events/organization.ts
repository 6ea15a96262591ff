import type { Look } from '../../shared/polling/watchEvent';
import { asProblem } from '../../shared/pure/problem';

/**
 * Asks once per poll which organization the API key belongs to: a credential can be given another key.
 * @returns its id, or `undefined` when that cannot be told now
 * @throws Problem when the API key is refused
 */
export async function organizationOf({ context }: Look): Promise<string | undefined> {
	try {
		const { id } = await context.once(
			'organization',
			async ({ api }) => await api.get('/v1/organization/', 'organization'),
		);
		return typeof id === 'string' ? id : '';
	} catch (error) {
		const problem = asProblem(error);
		if (problem.httpStatus === 401 || problem.httpStatus === 403) throw problem;
		return undefined;
	}
}
