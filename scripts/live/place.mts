import { recordsOf, type Seen } from './seen.mts';

/** Where a node is made, and of which chain. */
export interface Place {
	protocol: string;
	/** Chain network, such as `ethereum-sepolia-testnet`. */
	network: string;
	provider: string;
	region: string;
	type: string;
}

/** What costs least: a Global Node, on a test network. */
const PROVIDER = 'chainstack_global';
const NETWORK = 'ethereum-sepolia-testnet';

/** Chooses a place among the deployment options, apart from what is given. */
export function choosePlace(
	options: Seen | undefined,
	given: Partial<Place> = {},
): Place | undefined {
	const records = options === undefined ? [] : recordsOf(options);
	const global = records.filter(({ provider }) => provider === PROVIDER);
	const found = global.find(({ network }) => network === NETWORK) ?? global[0];
	const chosen = {
		protocol: given.protocol ?? found?.protocol,
		network: given.network ?? found?.network,
		provider: given.provider ?? found?.provider,
		region: given.region ?? found?.region,
		type: given.type ?? 'shared',
	};
	const isWhole = Object.values(chosen).every((value) => typeof value === 'string');
	return isWhole ? (chosen as Place) : undefined;
}

/** A place as text: `ethereum-sepolia-testnet, shared, chainstack_global global1`. */
export function describePlace({ network, provider, region, type }: Place): string {
	return `${network}, ${type}, ${provider} ${region}`;
}
