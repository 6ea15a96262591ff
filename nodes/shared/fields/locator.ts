import type { INodeListSearchResult } from 'n8n-workflow';

import { askForRules } from '../managementApi/accessRules';
import { getProviderName } from '../managementApi/chainNames';
import { addNetworks, formatChain, readNodeNetwork } from '../managementApi/nodeNetworks';
import {
	ID_PREFIXES,
	addArticle,
	checkId,
	type IdentifiedResource,
} from '../managementApi/resourceIds';
import { field } from '../values/field';
import {
	containsText,
	getRecordName,
	searchResource,
	withDropdownContext,
	type PanelSearch,
} from './searchList';

interface LocatorText<N extends string> {
	name: N;
	displayName: string;
	description: string;
	resource: IdentifiedResource;
	/** The thing to choose, for the list while nothing is chosen, where that is not the name of the resource. */
	choose?: string;
	searchListMethod: string;
	dependsOn?: string;
	/** Whether it has no page in the console. */
	hasNoPage?: true;
	/** An ID as the platform writes it, where it is not three groups of three digits. */
	example?: string;
}

/**
 * Declares a field that selects one resource: from a searchable list, by id, or by the address of its
 * page in the console.
 */
export function locator<const N extends string>(text: LocatorText<N>) {
	const { resource, choose = resource, dependsOn } = text;
	const prefix = ID_PREFIXES[resource];
	const id = `${prefix}-123-456-789`;
	const digits = `${matchAnyCase(prefix)}(-\\d+)+`;
	const validated = (regex: string, errorMessage: string) =>
		[{ type: 'regex', properties: { regex, errorMessage } }] as const;
	const all = field('resourceLocator', text.displayName, text.name, {
		...(dependsOn !== undefined && { typeOptions: { loadOptionsDependsOn: [dependsOn] } }),
		default: { mode: 'list', value: '' },
		required: true,
		traits: { identifies: resource },
		description: text.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${addArticle(choose)}...`,
				typeOptions: { searchListMethod: text.searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${text.example ?? id}`,
				validation: validated(
					`^\\s*${digits}\\s*$`,
					`Starts with ${prefix}- followed by groups of digits`,
				),
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. https://console.chainstack.com/${resource}s/${id}`,
				validation: validated(`.*${digits}.*`, `The address must contain an ID such as ${id}`),
			},
		],
	});
	const modes = all.modes.filter(({ name }) => name !== 'url');
	return text.hasNoPage ? { ...all, modes } : all;
}

/**
 * Declares a field that selects a value by its name: from a searchable list, or any that is typed.
 * @param text the list-search method, an example, and the stored name of the mode to type in
 */
export function nameLocator<const N extends string>(
	displayName: string,
	name: N,
	{ search, example, mode = 'name' }: { search: string; example: string; mode?: string },
) {
	return field('resourceLocator', displayName, name, {
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${addArticle(displayName.toLowerCase())}...`,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{ displayName: 'By Name', name: mode, type: 'string', placeholder: `e.g. ${example}` },
		],
	});
}

/** @returns a pattern for a word in upper or lower case; n8n's patterns take no flags */
function matchAnyCase(word: string): string {
	return [...word].map((letter) => `[${letter}${letter.toLowerCase()}]`).join('');
}

/** The field that chooses a project. */
export const projectLocator = locator({
	name: 'project',
	displayName: 'Project',
	description: 'The project to work in',
	resource: 'project',
	searchListMethod: 'searchProjects',
});

/** Fills the list of {@link projectLocator}. */
export const searchProjects = searchResource({ path: '/v1/projects/', title: getRecordName });

/** The field that chooses a network. */
export const networkLocator = locator({
	name: 'networkId',
	displayName: 'Network',
	description: 'The network to work with',
	resource: 'network',
	searchListMethod: 'searchNetworks',
});

/** Fills the list of {@link networkLocator}; entries show chain and state, as far as known. */
export const searchNetworks = searchResource({
	path: '/v1/networks/',
	title: (network) => {
		const chain = formatChain(readNodeNetwork(network) ?? {});
		return [getRecordName(network), chain, network.status].filter(Boolean).join(' · ');
	},
});

/** The field that chooses a node. */
export const nodeLocator = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'The node to work with',
	resource: 'node',
	searchListMethod: 'searchNodes',
});

/** Fills the list of {@link nodeLocator}; entries show chain and state, and location where names are alike. */
export const searchNodes = searchResource({
	path: '/v1/nodes/',
	// Such as `eth-archive-1 · Ethereum Mainnet · running`, as far as known.
	title: (node) =>
		[getRecordName(node), formatChain(node), node.status].filter(Boolean).join(' · '),
	details: ({ provider, region }) =>
		[provider && getProviderName(String(provider)), region].filter(Boolean).join(' '),
	// A list without chains is better than none.
	complete: (nodes, api) => addNetworks(nodes, api).catch(() => nodes),
});

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

/** Fills {@link accessRuleLocator} with the rules of the chosen node, such as `203.0.113.10 (IP, activated)`. */
export const searchAccessRules: PanelSearch = async function (filter) {
	const chosen = this.getCurrentNodeParameter('nodeId', { extractValue: true });
	return await withDropdownContext(this, async ({ api }) => {
		const results: INodeListSearchResult['results'] = [];
		await askForRules(checkId(chosen, 'node'), async (path) => {
			for await (const { id, value, type, status } of api.list(path)) {
				const kind = type === 'ip' ? 'IP' : String(type);
				const entry = { name: `${String(value)} (${kind}, ${String(status)})`, value: String(id) };
				if (containsText(entry, filter)) results.push(entry);
			}
		});
		return { results };
	});
};
