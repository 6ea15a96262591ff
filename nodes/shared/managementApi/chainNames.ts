import { PROTOCOLS, PROVIDERS } from './placement';

/** Names not written as their parts suggest. Those of the documented protocols are in {@link PROTOCOLS}. */
const PROTOCOL_NAMES: ReadonlyMap<string, string> = new Map([
	...PROTOCOLS.map(({ value, name }): [string, string] => [value, name]),
	['megaeth', 'MegaETH'],
	['opbnb', 'opBNB'],
	['ton', 'TON'],
	['tron', 'TRON'],
	['xrp-ledger', 'XRP Ledger'],
	['xrpl', 'XRP Ledger'],
	['zksync', 'ZKsync Era'],
	['zksync-era', 'ZKsync Era'],
]);

/** Places of regions (documentation of the clouds, and of the platform's deployment options). */
const PLACES: ReadonlyMap<string, string> = new Map([
	['ams1', 'Amsterdam'],
	['ap-southeast-1', 'Singapore'],
	['ash1', 'Ashburn'],
	['asia-southeast1', 'Singapore'],
	['eu-central-1', 'Frankfurt'],
	['fra1', 'Frankfurt'],
	['global1', 'Worldwide'],
	['global2', 'Worldwide'],
	['lax1', 'Los Angeles'],
	['lax2', 'Los Angeles'],
	['lon1', 'London'],
	['lon2', 'London'],
	['nyc1', 'New York'],
	['sgp1', 'Singapore'],
	['tyo1', 'Tokyo'],
	['uksouth', 'London'],
	['us-east-1', 'N. Virginia'],
	['us-west-2', 'Oregon'],
]);

/** @returns a region with its place, such as `us-east-1, N. Virginia`, as far as known */
export function getRegionName(region: string): string {
	const place = PLACES.get(region);
	return place === undefined ? region : `${region}, ${place}`;
}

/** @returns what people call a protocol, such as `BNB Smart Chain` for `bsc` */
export function getProtocolName(protocol: string): string {
	return PROTOCOL_NAMES.get(protocol.toLowerCase()) ?? toTitleCase(protocol);
}

/**
 * @param network name with or without the protocol as a prefix: `ethereum-mainnet`, `mainnet`
 * @returns what people call the network of a protocol, such as `Ethereum Mainnet`
 */
export function getChainName(protocol: string, network: string): string {
	const hasPrefix = `${network}-`.toLowerCase().startsWith(`${protocol}-`.toLowerCase());
	const rest = toTitleCase(hasPrefix ? network.slice(protocol.length) : network);
	return `${getProtocolName(protocol)} ${rest}`.trim();
}

/** @returns the whole name of a network, such as `ethereum-mainnet`; some answers leave out its protocol */
export function getChainNetwork(named: Record<'protocol' | 'network', string>): string {
	const { protocol, network } = named;
	const isWhole = protocol === '' || network.startsWith(`${protocol}-`);
	return isWhole ? network : `${protocol}-${network}`;
}

/** @returns what people call a provider, such as `AWS` or `Chainstack Global` */
export function getProviderName(provider: string): string {
	const known = PROVIDERS.find(({ value }) => value === provider.toLowerCase());
	return known?.abbreviation ?? known?.name ?? toTitleCase(provider);
}

function toTitleCase(text: string): string {
	return text
		.split(/[-_\s]+/)
		.filter((word) => word !== '')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
}
