import { formatChainOfNode, readNodeNetwork } from '../managementApi/nodeNetworks';
import { ID_PREFIXES, addArticle, type IdentifiedResource } from '../managementApi/resourceIds';
import { field } from '../values/field';
import { getRecordName, searchResource } from './searchList';

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
		const facts = readNodeNetwork(network);
		const chain = facts && formatChainOfNode(facts);
		return [getRecordName(network), chain, network.status].filter(Boolean).join(' · ');
	},
});
