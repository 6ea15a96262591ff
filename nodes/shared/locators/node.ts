import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { locator } from './locator';
import { searchList } from './searchList';

/** The field that chooses a node. */
export const nodeLocator = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'The node to work with',
	resource: 'node',
	searchListMethod: 'searchNodes',
});

/** Fills the list of {@link nodeLocator}; entries tell provider, region and state apart. */
export async function searchNodes(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const title = ({ name, id, provider, region, status }: IDataObject): string => {
		const where = [provider, region, status]
			.filter((part) => typeof part === 'string' && part !== '')
			.join(', ');
		return `${String(name ?? id)}${where === '' ? '' : ` (${where})`}`;
	};
	return await searchList(this, { path: '/v1/nodes/', title }, filter, paginationToken);
}
