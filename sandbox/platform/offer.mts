import { tableRows } from '../tableRows.mts';

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

// Id, provider and region, and the name that the offer below has for a cloud. The upper seven are of
// the v1 API (vzo eu1 stands in its examples only) with made-up ids. Of the lower, the id of the global
// cloud and the range of the managed ones are the vendor's; which managed id is which region is made up.
const clouds = tableRows(`
	CC-0001 gcloud             asia-southeast1
	CC-0002 aws                ap-southeast-1
	CC-0003 aws                us-west-2
	CC-0004 aws                us-east-1
	CC-0005 azure              uksouth
	CC-0006 vzo                eu3
	CC-0007 vzo                eu1
	CC-0016 chainstack_global  global1         global1
	CC-0017 chainstack_global  us-east-1       us-east-1
	CC-0018 chainstack_global  eu-central-1    eu-central-1
	CC-0019 chainstack_global  ap-southeast-1  ap-southeast-1
	CC-0020 chainstack_managed lon1            lon1
	CC-0021 chainstack_managed sgp1            sgp1
	CC-0022 chainstack_managed ash1            ash1
	CC-0023 chainstack_managed nyc1            nyc1
	CC-0024 chainstack_managed ams1            ams1
	CC-0025 chainstack_managed lax1            lax1
	CC-0026 chainstack_managed fra1            fra1
	CC-0027 vzo                fra1            fra1-vz
	CC-0030 chainstack_partner global2         global2
`);

// What is on offer (August 2026): protocol, network, the id of chains with EVM (chainlist, and the
// documentation of the chains), then the clouds with what they offer.
const offer = tableRows(`
	ethereum mainnet 1 global1+archive+debug lon1+archive+debug sgp1 ash1+archive+debug
	ethereum sepolia-testnet 11155111 global1+archive+debug fra1-vz
	ethereum hoodi-testnet 560048 global1+archive+debug
	solana mainnet - global1+archive lon1 nyc1
	solana devnet - global1 ash1
	bsc mainnet 56 global1+archive+debug lon1+archive+debug sgp1 ash1+archive+debug
	bsc testnet 97 global1+archive+debug ams1
	arbitrum mainnet 42161 global1+archive+debug lax1+archive+debug fra1+archive+debug
	arbitrum sepolia-testnet 421614 global1+archive+debug
	arc testnet 5042002 global1+archive+debug
	base mainnet 8453 global1+archive+debug lax1+archive+debug
	base sepolia-testnet 84532 global1+archive+debug
	tron mainnet 728126428 global1+archive
	tron nile-testnet 3448148188 global1
	ton mainnet - global1+archive
	ton testnet - global1+archive
	unichain mainnet 130 global1+archive+debug
	unichain testnet 1301 global1+archive+debug
	sonic mainnet 146 global1+archive+debug
	sonic blaze-testnet 57054 global1+archive+debug
	polygon-pos mainnet 137 global1+archive+debug lon1+archive+debug ash1+archive+debug
	polygon-pos amoy-testnet 80002 global1+archive+debug
	optimism mainnet 10 global1+archive+debug lax1+archive+debug
	optimism sepolia-testnet 11155420 global1+archive+debug
	avalanche mainnet 43114 global1+archive+debug lax1 fra1+archive
	avalanche testnet 43113 global1+archive+debug fra1-vz
	hyperliquid mainnet 999 global1+archive+debug
	hyperliquid testnet 998 global1+archive+debug
	robinhood mainnet 4663 global1+archive+debug
	robinhood testnet 46630 global1+archive+debug
	ronin mainnet 2020 global1+archive+debug
	ronin saigon-testnet 202601 global1+archive+debug
	blast mainnet 81457 global2+archive+debug
	sui mainnet - global1
	sui testnet - global1
	berachain mainnet 80094 global1+archive+debug
	berachain bepolia-testnet 80069 global1+archive+debug
	linea mainnet 59144 global2+archive+debug
	mantle mainnet 5000 global2+archive+debug
	megaeth mainnet 4326 global2+archive+debug lon1+archive+debug sgp1+archive+debug ash1+archive+debug nyc1+archive+debug lax1+archive+debug fra1+archive+debug
	world-chain mainnet 480 global2+archive+debug
	stable mainnet 988 global2+archive+debug
	polkadot mainnet - global2+archive
	zksync mainnet 324 global1+archive+debug lax1+archive+debug
	zksync sepolia-testnet 300 global1+archive+debug
	zora mainnet 7777777 global2+archive+debug
	starknet mainnet - global1+archive+debug
	starknet sepolia-testnet - global1+archive+debug
	scroll mainnet 534352 global1+archive+debug
	opbnb mainnet 204 global2+debug
	fantom mainnet 250 global1+archive+debug lon1 lax1+archive fra1
	aptos mainnet - global1+archive fra1-vz+archive
	aptos testnet - global1 fra1-vz
	cronos mainnet 25 global1+archive+debug fra1+archive+debug
	gnosis mainnet 100 global1+archive+debug lon1+archive+debug
	gnosis chiado-testnet 10200 global1+debug fra1-vz
	kaia mainnet 8217 global1+debug
	kaia kairos-testnet 1001 global1+debug
	celo mainnet 42220 global1+archive+debug
	celo alfajores-testnet 44787 global1+debug
	bitcoin mainnet - global1 lax1 fra1
	bitcoin testnet - fra1-vz
	bitcoin signet - global1
	harmony mainnet 1666600000 fra1-vz
	monad mainnet 143 global1+archive+debug
	monad testnet 10143 global1+debug
	plasma mainnet 9745 global1+archive+debug
	plasma testnet 9746 global1+archive+debug
	tempo mainnet 4217 us-east-1+archive+debug eu-central-1+archive+debug ap-southeast-1+archive+debug
	tempo moderato-testnet 42431 global1+archive+debug
	stellar mainnet - global1
	stellar testnet - global1
	xrp-ledger mainnet - global1
	xrp-ledger testnet - global1`);

/** Every combination of blockchain and cloud on offer. */
export const deploymentOptions: DeploymentOption[] = offer.flatMap((row, index) => {
	const [protocol, network, , ...places] = row;
	return places.map((place) => {
		const [name, ...features] = place.split('+');
		const [cloud, provider, region] = clouds.find((each) => each[3] === name) ?? [];
		return {
			blockchain: `BC-000-000-${String(index + 1).padStart(3, '0')}`,
			...{ cloud, region, provider, protocol, network: `${protocol}-${network}`, features },
		};
	});
});

// What is special about protocols. `documented` are those the v1 API documents. It allows shared nodes
// for seven of them, but its own examples create others, and a sandbox that refuses the vendor's
// examples would teach the wrong thing. `archive`: a node must say whether it is an archive node.
const traits = tableRows(`
	ethereum    documented archive graphql
	polygon-pos documented archive graphql
	bsc         documented archive graphql
	avalanche   documented archive no-mode
	arbitrum    documented
	near        documented no-evm no-namespaces
	aurora      documented
	gnosis      documented
	cronos      documented
	fantom      documented archive graphql no-mode
	starknet    documented no-evm no-namespaces no-websocket no-mode
	harmony     documented no-shared archive no-mode
	tezos       documented archive no-evm no-namespaces no-websocket no-mode
	fuse        documented
	bitcoin     documented no-evm no-namespaces no-websocket no-mode
	solana      no-evm no-namespaces no-mode
	ton         no-evm
	sui         no-evm
	aptos       no-evm
	stellar     no-evm
	polkadot    no-evm
	xrp-ledger  no-evm
`);

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
	return traits.some(([name, ...its]) => name === protocol && its.includes(trait));
}

/** Protocols a network may have: the documented ones and those on offer today. */
export const protocols = new Set([
	...traits.filter(([, first]) => first === 'documented').map(([protocol]) => protocol),
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
