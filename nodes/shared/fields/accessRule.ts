import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { askForRules, locateRules } from '../managementApi/accessRules';
import { locator } from './locator';
import { withDropdownContext } from './searchList';

/** The field that chooses an access rule of the node chosen next to it. */
export const accessRuleLocator = locator({
	name: 'ruleId',
	displayName: 'Access Rule',
	description: 'The access rule to work with; the list contains those of the node',
	resource: 'access rule',
	searchListMethod: 'searchAccessRules',
	dependsOn: 'nodeId.value',
	hasNoPage: true,
});

/** Fills {@link accessRuleLocator} with the rules of the chosen node. */
export async function searchAccessRules(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = this.getCurrentNodeParameter('nodeId', { extractValue: true });
	const wanted = (filter ?? '').trim().toLowerCase();
	return await withDropdownContext(this, async ({ api }) => {
		const { path } = locateRules(chosen);
		const results: INodeListSearchResult['results'] = [];
		await askForRules(async () => {
			for await (const rule of api.list(path)) {
				const entry = { name: formatTitle(rule), value: String(rule.id) };
				if (`${entry.name} ${entry.value}`.toLowerCase().includes(wanted)) results.push(entry);
			}
		});
		return { results };
	});
}

/** Such as `203.0.113.10 (IP, activated)`. */
function formatTitle({ value, type, status }: IDataObject): string {
	return `${String(value)} (${type === 'ip' ? 'IP' : String(type)}, ${String(status)})`;
}
