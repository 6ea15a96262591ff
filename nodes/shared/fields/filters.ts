import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { regionName } from '../managementApi/chainNames';
import { PROTOCOLS, PROVIDERS } from '../managementApi/placement';
import type { Property } from '../values/propertyTypes';
import { knownValues } from './searchList';
import { networkLocator } from './network';
import { projectLocator } from './project';

/** A filter by project. The description begins with "Only". */
export const projectFilter = <const D extends `Only ${string}`>(description: D) =>
	({ ...projectLocator, required: false, description }) as const satisfies Property;

/** A filter by network. */
export const networkFilter = <const D extends `Only ${string}`>(description: D) =>
	({
		...networkLocator,
		name: 'network',
		required: false,
		description,
	}) as const satisfies Property;

/** The texts that differ between filters by a value that the service has a name for. */
interface ValueFilter<N extends string> {
	displayName: string;
	name: N;
	description: `Only ${string}`;
	searchListMethod: string;
	example: string;
}

const valueFilter = <const N extends string>(filter: ValueFilter<N>) =>
	({
		displayName: filter.displayName,
		name: filter.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: filter.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose a ${filter.name}...`,
				typeOptions: { searchListMethod: filter.searchListMethod, searchable: true },
			},
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: `e.g. ${filter.example}`,
			},
		],
	}) as const satisfies Property;

/** A filter by protocol. */
export const protocolFilter = (description: `Only ${string}`) =>
	valueFilter({
		displayName: 'Protocol',
		name: 'protocol',
		description,
		searchListMethod: 'searchProtocols',
		example: 'ethereum',
	});

/** A filter by provider. */
export const providerFilter = (description: `Only ${string}`) =>
	valueFilter({
		displayName: 'Provider',
		name: 'provider',
		description,
		searchListMethod: 'searchProviders',
		example: 'aws',
	});

/** A filter by region. */
export const regionFilter = (description: `Only ${string}`) =>
	valueFilter({
		displayName: 'Region',
		name: 'region',
		description,
		searchListMethod: 'searchRegions',
		example: 'us-east-1',
	});

/** Fills the list of {@link protocolFilter}. */
export async function searchProtocols(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await Promise.resolve(knownValues(namesAndValues(PROTOCOLS), filter));
}

/** Fills the list of {@link providerFilter}. */
export async function searchProviders(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await Promise.resolve(knownValues(namesAndValues(PROVIDERS), filter));
}

/** Fills the list of {@link regionFilter}. */
export async function searchRegions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const regions = PROVIDERS.flatMap(({ name, regions: all }) =>
		all.map((region) => ({ name: `${regionName(region)} (${name})`, value: region })),
	);
	return await Promise.resolve(knownValues(regions, filter));
}

function namesAndValues(entries: ReadonlyArray<{ name: string; value: string }>) {
	return entries.map(({ name, value }) => ({ name, value }));
}
