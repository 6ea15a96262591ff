import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { locator } from './locator';
import { nameOf, searchList } from './searchList';

/** The field that chooses a project. */
export const projectLocator = locator({
	name: 'project',
	displayName: 'Project',
	description: 'The project to work in',
	resource: 'project',
	searchListMethod: 'searchProjects',
});

/** Fills the list of {@link projectLocator}. */
export async function searchProjects(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const listed = {
		path: '/v1/projects/',
		title: nameOf,
	};
	return await searchList(this, listed, filter, paginationToken);
}
