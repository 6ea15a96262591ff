import type { IDataObject } from 'n8n-workflow';

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

/** Places of regions, as the clouds and the platform's deployment options document them; the latter are numbered. */
const PLACES: ReadonlyMap<string, string> = new Map([
	['ams', 'Amsterdam'],
	['ap-southeast-1', 'Singapore'],
	['ash', 'Ashburn'],
	['asia-southeast1', 'Singapore'],
	['eu-central-1', 'Frankfurt'],
	['fra', 'Frankfurt'],
	['global', 'Worldwide'],
	['lax', 'Los Angeles'],
	['lon', 'London'],
	['nyc', 'New York'],
	['sgp', 'Singapore'],
	['tyo', 'Tokyo'],
	['uksouth', 'London'],
	['us-east-1', 'N. Virginia'],
	['us-west-2', 'Oregon'],
]);

/** @returns a region with its place, such as `us-east-1, N. Virginia`, as far as known */
export function getRegionName(region: string): string {
	const place = PLACES.get(region) ?? PLACES.get(region.replace(/\d$/, ''));
	return place === undefined ? region : `${region}, ${place}`;
}

/** @returns what people call a protocol, such as `BNB Smart Chain` for `bsc` */
function getProtocolName(protocol: string): string {
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
export function getChainNetwork({ protocol, network }: IDataObject): string {
	const prefix = `${String(protocol ?? '')}-`;
	const name = String(network);
	return prefix === '-' || name.startsWith(prefix) ? name : prefix + name;
}

/** @returns what people call a provider, such as `AWS` or `Chainstack Global` */
export function getProviderName(provider: string): string {
	const known = PROVIDERS.find(({ value }) => value === provider.toLowerCase());
	return known?.abbreviation ?? known?.name ?? toTitleCase(provider);
}

function toTitleCase(text: string): string {
	const words = text.match(/[^-_\s]+/g) ?? [];
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
