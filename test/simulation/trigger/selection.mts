/** The selection of the trigger. */
export interface Selection {
	watch: 'all' | 'chosen' | 'project';
	/** Where a project is watched. */
	project: string;
	/** Where objects are chosen. */
	ids: readonly string[];
}

/** The projects of the organization; every second object belongs to the first. */
export const PROJECTS = ['PR-1-1', 'PR-1-2'] as const;

/** One that does not exist. */
export const NO_PROJECT = 'PR-9-9';

/** @returns the project that an object belongs to */
export function projectOf(id: string): string {
	return PROJECTS[(Number(id.split('-')[2]) + 1) % PROJECTS.length];
}

/** @returns whether an object is watched, if it exists */
export function isSelected({ watch, project, ids }: Selection, id: string): boolean {
	if (watch === 'chosen') return ids.includes(id);
	return watch === 'all' || projectOf(id) === project;
}

/** @returns what makes a selection another one: with it, nothing is missed any more */
export function kindOf({ watch, project }: Selection): string {
	return watch === 'project' ? `${watch} ${project}` : watch;
}
