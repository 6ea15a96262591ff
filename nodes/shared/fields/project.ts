import { locator } from './locator';
import { nameOf, searchResource } from './searchList';

/** The field that chooses a project. */
export const projectLocator = locator({
	name: 'project',
	displayName: 'Project',
	description: 'The project to work in',
	resource: 'project',
	searchListMethod: 'searchProjects',
});

/** Fills the list of {@link projectLocator}. */
export const searchProjects = searchResource({ path: '/v1/projects/', title: nameOf });
