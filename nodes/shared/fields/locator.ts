import { ID_PREFIXES, addArticle, type IdentifiedResource } from '../managementApi/resourceIds';
import { field } from '../values/field';

interface LocatorText<N extends string> {
	name: N;
	displayName: string;
	description: string;
	resource: IdentifiedResource;
	/** The method that fills its list, one of `searches`. */
	search: string;
	/** The field that narrows the list. */
	dependsOn?: string;
	/** An ID as the platform writes it, if it is not three groups of three digits. */
	example?: string;
}

/**
 * Declares a field that selects one resource: from a searchable list, by id, or by the address of its
 * page in the console.
 */
export function locator<const N extends string>(text: LocatorText<N>) {
	const { resource, displayName, search, dependsOn } = text;
	const prefix = ID_PREFIXES[resource];
	const id = `${prefix}-123-456-789`;
	const digits = `${matchAnyCase(prefix)}(-\\d+)+`;
	const validated = (regex: string, errorMessage: string) =>
		[{ type: 'regex', properties: { regex, errorMessage } }] as const;
	const all = field('resourceLocator', displayName, text.name, {
		typeOptions: dependsOn === undefined ? undefined : { loadOptionsDependsOn: [dependsOn] },
		default: { mode: 'list', value: '' },
		required: true,
		traits: { identifies: resource },
		description: text.description,
		builderHint: {
			propertyHint: `Use { __rl: true, mode: 'id', value: '${text.example ?? id}' }, with the ID that the user gave or an earlier node returned, such as expr('{{ $json.id }}'). It chooses nothing by default. Never invent an ID.`,
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: askToChoose(displayName),
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${text.example ?? id}`,
				validation: validated(
					`^\\s*${digits}\\s*$`,
					`Not a ${resource} ID, such as ${text.example ?? id}. To choose by name, use From List`,
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
	// These have a page in the console, whose address contains their ID.
	return ['network', 'node', 'project'].includes(resource)
		? all
		: { ...all, modes: all.modes.filter(({ name }) => name !== 'url') };
}

/**
 * Declares a field that selects a value by its name: from a searchable list, or any that is typed.
 * @param text the method that fills the list, an example, and the stored name of the mode to type in, if it is not `name`
 */
export const nameLocator = <const N extends string>(
	displayName: string,
	name: N,
	text: {
		search: string;
		example: string;
		mode?: string;
		description: string;
		/** Advice to generators of workflows. */
		advice?: string;
	},
) =>
	field('resourceLocator', displayName, name, {
		default: { mode: 'list', value: '' },
		description: text.description,
		builderHint: {
			propertyHint:
				`Use { __rl: true, mode: '${text.mode ?? 'name'}', value: '${text.example}' }. ${text.advice ?? ''}`.trim(),
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: askToChoose(displayName),
				typeOptions: { searchListMethod: text.search, searchable: true },
			},
			{
				displayName: 'By Name',
				name: text.mode ?? 'name',
				type: 'string',
				placeholder: `e.g. ${text.example}`,
			},
		],
	});

function askToChoose(what: string): string {
	return `Choose ${addArticle(what.toLowerCase())}...`;
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
	search: 'searchProjects',
});

/** The field that chooses a network. */
export const networkLocator = locator({
	name: 'networkId',
	displayName: 'Network',
	description: 'The network to work with',
	resource: 'network',
	search: 'searchNetworks',
});

/** The field that chooses a node. */
export const nodeLocator = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'The node to work with',
	resource: 'node',
	search: 'searchNodes',
});
