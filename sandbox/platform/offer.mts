import { readTable } from '../data/readTable.mts';

/** A blockchain that can be deployed on a cloud, as `GET /v2/deployment-options/` lists it. */
export interface DeploymentOption {
	/** BC-… */
	blockchain: string;
	/** CC-… */
	cloud: string;
	region: string;
	provider: string;
	protocol: string;
	/** Name of the network, with the protocol in front: `ethereum-mainnet`. */
	network: string;
	features: string[];
}

const [clouds, offer, traits] = ['clouds', 'offer', 'traits'].map(readTable);

/** Every combination of blockchain and cloud on offer. */
export const deploymentOptions: DeploymentOption[] = offer.flatMap((row, index) => {
	const [protocol, network, , places] = row;
	return places.split(' ').map((place) => {
		const [name, ...features] = place.split('+');
		const [cloud, provider, region] = clouds.find((each) => each[3] === name) ?? [];
		return {
			blockchain: `BC-000-000-${String(index + 1).padStart(3, '0')}`,
			cloud,
			region,
			provider,
			protocol,
			network: `${protocol}-${network}`,
			features,
		};
	});
});

/** Something in which protocols differ. */
type Trait =
	| 'archive'
	| 'graphql'
	| 'no-evm'
	| 'no-mode'
	| 'no-namespaces'
	| 'no-shared'
	| 'no-websocket';

/** Whether a protocol has a trait. */
export function hasTrait(protocol: string | undefined, trait: Trait): boolean {
	return traits.some(([name, its]) => name === protocol && its.split(' ').includes(trait));
}

/** Protocols a network may have: the documented ones and those on offer today. */
export const protocols = new Set([
	...traits.filter(([, its]) => its.startsWith('documented')).map(([protocol]) => protocol),
	...deploymentOptions.map(({ protocol }) => protocol),
]);

/** Providers of clouds. */
export const providers = new Set(clouds.map(([, provider]) => provider));

/** The v2 id (CC-…) of a provider's region; undefined when there is none. */
export function cloudOf(provider: string, region: string): string | undefined {
	return clouds.find((cloud) => cloud[1] === provider && cloud[2] === region)?.[0];
}

/** The v2 id (BC-…) of a chain such as `ethereum-mainnet`; undefined when v2 does not offer it. */
export function blockchainOf(chain: string): string | undefined {
	return deploymentOptions.find(({ network }) => network === chain)?.blockchain;
}

/** The id that nodes of a chain such as `ethereum-mainnet` answer; undefined for chains without EVM. */
export function chainIdOf(chain: string): number | undefined {
	const row = offer.find(([protocol, network]) => `${protocol}-${network}` === chain);
	return row === undefined || row[2] === '-' ? undefined : Number(row[2]);
}
