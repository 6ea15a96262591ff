import { PROTOCOLS, PROVIDERS } from '../managementApi/placement';
import type { Property } from '../values/field';
import { textFilter } from './collections';
import { nameLocator, projectLocator, networkLocator } from './locator';
import { listAllRegions } from './regions';
import { searchKnown } from './searchList';

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

/** A filter by organization. */
export const organizationFilter = <const D extends `Only ${string}`>(description: D) =>
	({
		...textFilter('organization', 'Organization ID', description, 'RG-123-456'),
		traits: { identifies: 'organization' },
	}) as const satisfies Property;

/** A filter by a value that the service has a name for. */
const valueFilter =
	<const N extends string>(displayName: string, name: N, search: string, example: string) =>
	(description: `Only ${string}`) => ({
		...nameLocator(displayName, name, { search, example }),
		description,
	});

/** A filter by protocol. */
export const protocolFilter = valueFilter('Protocol', 'protocol', 'searchProtocols', 'ethereum');

/** A filter by provider. */
export const providerFilter = valueFilter('Provider', 'provider', 'searchProviders', 'aws');

/** A filter by region. */
export const regionFilter = valueFilter('Region', 'region', 'searchRegions', 'us-east-1');

/** Fills the list of {@link protocolFilter}. */
export const searchProtocols = searchKnown(PROTOCOLS.map(({ name, value }) => ({ name, value })));

/** Fills the list of {@link providerFilter}. */
export const searchProviders = searchKnown(PROVIDERS.map(({ name, value }) => ({ name, value })));

/** Fills the list of {@link regionFilter}. */
export const searchRegions = searchKnown(listAllRegions());
