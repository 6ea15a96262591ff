import type { IDataObject } from 'n8n-workflow';

import { projectLocator } from '../../shared/locators/project';
import type { Property } from '../../shared/parameters/propertyTypes';
import type { Query } from '../../shared/platform/query';
import { checkedId } from '../../shared/platform/resourceIds';
import type { OperationContext } from '../../shared/session/session';

/** The field that chooses the project, shown when a project is watched. */
export const watchedProject = {
	...projectLocator,
	description: 'The project to watch',
	displayOptions: { show: { watch: ['project'] } },
} as const satisfies Property;

/** The field that names the objects, shown when chosen ones are watched. */
export const watchedIds = (displayName: string, example: string) =>
	({
		displayName,
		name: 'ids',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { watch: ['chosen'] } },
		placeholder: `e.g. ${example}`,
		description: 'The IDs to watch, separated by commas',
	}) as const satisfies Property;

/** A list as far as it is watched. */
export interface Listed {
	records: IDataObject[];
	/** Records that were not among those read: one was deleted while the pages were turned, and others moved up. */
	isIncomplete: boolean;
}

/**
 * Reads a list of the platform as far as it is watched.
 * @param path path of the list
 * @throws Problem
 */
export async function listed(
	path: string,
	{ watch, project }: { watch: string; project: string },
	{ api }: OperationContext,
): Promise<Listed> {
	const query: Query = watch === 'project' ? { project: checkedId(project, 'project') } : {};
	const records = new Map<unknown, IDataObject>();
	let announced = 0;
	const noteCount = (count: number): void => {
		announced = Math.max(announced, count);
	};
	for await (const record of api.list(path, query, noteCount)) records.set(record.id, record);
	return { records: [...records.values()], isIncomplete: records.size < announced };
}

/**
 * Reads the ids somebody wrote or chose.
 * @throws Problem for one that is not of that kind, or when there is none
 */
export function chosenIds(text: string, resource: 'network' | 'node'): Set<string> {
	const ids = text.split(/[\s,;]+/).filter((id) => id !== '');
	return new Set((ids.length === 0 ? [''] : ids).map((id) => checkedId(id, resource)));
}

/** @returns the ids that were to be watched and are in no list, with what to say about them */
export function notListed(
	chosen: ReadonlySet<string>,
	{ records, isIncomplete }: Listed,
	resource: 'network' | 'node',
): Map<string, string> {
	if (isIncomplete) return new Map();
	const ids = new Set(records.map(({ id }) => String(id)));
	const reason = `there is no such ${resource} among those the API key can see`;
	return new Map([...chosen].filter((id) => !ids.has(id)).map((id) => [id, reason]));
}
