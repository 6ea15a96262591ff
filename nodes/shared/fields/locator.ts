import { ID_PREFIXES, addArticle, type IdentifiedResource } from '../managementApi/resourceIds';
import { field, type Property } from '../values/field';

/** The texts that differ from locator to locator. */
interface LocatorText<N extends string> {
	/** Name of the parameter. */
	name: N;
	displayName: string;
	description: string;
	resource: IdentifiedResource;
	/** The thing to choose, for the list while nothing is chosen, where that is not the name of the resource. */
	choose?: string;
	/** Name of the list-search method. */
	searchListMethod: string;
	/** Field the list depends on. */
	dependsOn?: string;
	/** An ID as the platform writes it, where it is not three groups of three digits. */
	example?: string;
}

/**
 * Declares a field that selects one resource: from a searchable list, by id, or by the address of its
 * page in the console.
 */
export function locator<const N extends string>(text: LocatorText<N>) {
	const prefix = ID_PREFIXES[text.resource];
	return {
		displayName: text.displayName,
		name: text.name,
		type: 'resourceLocator',
		...(text.dependsOn !== undefined && {
			typeOptions: { loadOptionsDependsOn: [text.dependsOn] },
		}),
		default: { mode: 'list', value: '' },
		required: true,
		description: text.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${addArticle(text.choose ?? text.resource)}...`,
				typeOptions: { searchListMethod: text.searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${text.example ?? `${prefix}-123-456-789`}`,
				validation: [
					{
						type: 'regex',
						properties: {
							regex: `^\\s*${anyCase(prefix)}(-\\d+)+\\s*$`,
							errorMessage: `Starts with ${prefix}- followed by groups of digits`,
						},
					},
				],
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. https://console.chainstack.com/${text.resource}s/${prefix}-123-456-789`,
				validation: [
					{
						type: 'regex',
						properties: {
							regex: `.*${anyCase(prefix)}(-\\d+)+.*`,
							errorMessage: `The address must contain an ID such as ${prefix}-123-456-789`,
						},
					},
				],
			},
		],
	} as const satisfies Property;
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
function anyCase(word: string): string {
	return [...word].map((letter) => `[${letter}${letter.toLowerCase()}]`).join('');
}

/** A locator without By URL, for resources that have no page in the console. */
export function withoutUrl<L extends { modes: ReadonlyArray<{ name: string }> }>(field: L): L {
	return { ...field, modes: field.modes.filter(({ name }) => name !== 'url') };
}
