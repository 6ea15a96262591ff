import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { getRegionName } from '../managementApi/chainNames';
import { PROVIDERS, findRegions } from '../managementApi/placement';
import { field, type Property } from '../values/field';

/** The field that chooses a provider; put {@link regionProperty} next to it. */
export const providerProperty = field('options', 'Provider', 'provider', {
	// Checked with the region; an option accepts more than the documented ones.
	allowArbitraryValues: true,
	options: PROVIDERS.map(({ value, name, abbreviation }) => ({
		name: abbreviation ? `${name} (${abbreviation})` : name,
		value,
	})).sort((a, b) => a.name.localeCompare(b.name, 'en')),
	// No default: nobody should buy what they did not choose.
	default: '',
	placeholder: 'Choose…',
	description: 'The cloud the node runs in',
});

/** The field that chooses a region of the provider chosen next to it. */
export const regionProperty = field('options', 'Region Name or ID', 'region', {
	typeOptions: { loadOptionsMethod: 'getRegions', loadOptionsDependsOn: ['&provider'] },
	default: '',
	placeholder: 'Choose…',
	description:
		'The region the node runs in; the list depends on the provider. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** Free text for a provider that the documentation does not list; it replaces the choice from the list. */
export const customProviderProperty = field('string', 'Custom Provider', 'customProvider', {
	placeholder: 'e.g. chainstack_managed',
	description:
		"A provider that the API documentation does not list, used instead of Provider. Requires the option 'Allow Undocumented Values'.",
});

/** Free text for a region that the documentation does not list; it replaces the choice from the list. */
export const customRegionProperty = field('string', 'Custom Region', 'customRegion', {
	placeholder: 'e.g. lon1',
	description:
		"A region that the API documentation does not list, used instead of Region. Requires the option 'Allow Undocumented Values'.",
});

/** The condition of `displayOptions` that a field is not empty. */
export const FILLED_IN = [{ _cnd: { exists: true } }] as const;

/**
 * {@link providerProperty} where a node is created, which an option of the operation may replace. Not an option of a row:
 * n8n 1 finds a part of a collection only from the root, and otherwise rejects the node.
 */
export const requiredProviderProperty = {
	...providerProperty,
	required: true,
	displayOptions: { hide: { '/options.customProvider': FILLED_IN } },
} as const satisfies Property;

/** {@link regionProperty} for the same place. */
export const requiredRegionProperty = {
	...regionProperty,
	required: true,
	displayOptions: { hide: { '/options.customRegion': FILLED_IN } },
} as const satisfies Property;

/** Accepts values that the service offers and the documentation does not list. */
export const allowUndocumentedProperty = field(
	'boolean',
	'Allow Undocumented Values',
	'allowUndocumentedValues',
	{
		description:
			'Whether to accept protocols, providers and regions that the API documentation does not list, because your account may offer more. Enter them as Custom Protocol, Custom Provider and Custom Region, or by expression. For these values, region is not checked against provider, nor type against protocol.',
	},
);

/**
 * Fills {@link regionProperty}: the regions of the provider next to it, or those of all providers, each
 * with its provider, when that is an expression the editor cannot resolve or is not chosen yet.
 */
export async function getRegions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const provider = this.getCurrentNodeParameter('&provider');
	const regions = findRegions(provider);
	if (regions !== undefined)
		return regions.map((region) => ({ name: getRegionName(region), value: region }));
	return listAllRegions();
}

/** @returns the regions of all providers, each with its provider */
export function listAllRegions(): INodePropertyOptions[] {
	return PROVIDERS.flatMap(({ name, regions }) =>
		regions.map((region) => ({ name: `${getRegionName(region)} (${name})`, value: region })),
	);
}
