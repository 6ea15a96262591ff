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

interface Cloud {
	id: string;
	provider: string;
	region: string;
}

// Clouds by the short name used in the table below. Ids of the global cloud and the range of the
// managed ones are the vendor's; which managed id is which region is made up.
const clouds: Record<string, Cloud> = {
	global1: { id: 'CC-0016', provider: 'chainstack_global', region: 'global1' },
	'us-east-1': { id: 'CC-0017', provider: 'chainstack_global', region: 'us-east-1' },
	'eu-central-1': { id: 'CC-0018', provider: 'chainstack_global', region: 'eu-central-1' },
	'ap-southeast-1': { id: 'CC-0019', provider: 'chainstack_global', region: 'ap-southeast-1' },
	lon1: { id: 'CC-0020', provider: 'chainstack_managed', region: 'lon1' },
	sgp1: { id: 'CC-0021', provider: 'chainstack_managed', region: 'sgp1' },
	ash1: { id: 'CC-0022', provider: 'chainstack_managed', region: 'ash1' },
	nyc1: { id: 'CC-0023', provider: 'chainstack_managed', region: 'nyc1' },
	ams1: { id: 'CC-0024', provider: 'chainstack_managed', region: 'ams1' },
	lax1: { id: 'CC-0025', provider: 'chainstack_managed', region: 'lax1' },
	fra1: { id: 'CC-0026', provider: 'chainstack_managed', region: 'fra1' },
	'fra1-vz': { id: 'CC-0027', provider: 'vzo', region: 'fra1' },
	global2: { id: 'CC-0030', provider: 'chainstack_partner', region: 'global2' },
};

// What is on offer (August 2026): protocol, network, then the clouds with what they offer.
const offer = `
	ethereum mainnet global1+archive+debug lon1+archive+debug sgp1 ash1+archive+debug
	ethereum sepolia-testnet global1+archive+debug fra1-vz
	ethereum hoodi-testnet global1+archive+debug
	solana mainnet global1+archive lon1 nyc1
	solana devnet global1 ash1
	bsc mainnet global1+archive+debug lon1+archive+debug sgp1 ash1+archive+debug
	bsc testnet global1+archive+debug ams1
	arbitrum mainnet global1+archive+debug lax1+archive+debug fra1+archive+debug
	arbitrum sepolia-testnet global1+archive+debug
	arc testnet global1+archive+debug
	base mainnet global1+archive+debug lax1+archive+debug
	base sepolia-testnet global1+archive+debug
	tron mainnet global1+archive
	tron nile-testnet global1
	ton mainnet global1+archive
	ton testnet global1+archive
	unichain mainnet global1+archive+debug
	unichain testnet global1+archive+debug
	sonic mainnet global1+archive+debug
	sonic blaze-testnet global1+archive+debug
	polygon-pos mainnet global1+archive+debug lon1+archive+debug ash1+archive+debug
	polygon-pos amoy-testnet global1+archive+debug
	optimism mainnet global1+archive+debug lax1+archive+debug
	optimism sepolia-testnet global1+archive+debug
	avalanche mainnet global1+archive+debug lax1 fra1+archive
	avalanche testnet global1+archive+debug fra1-vz
	hyperliquid mainnet global1+archive+debug
	hyperliquid testnet global1+archive+debug
	robinhood mainnet global1+archive+debug
	robinhood testnet global1+archive+debug
	ronin mainnet global1+archive+debug
	ronin saigon-testnet global1+archive+debug
	blast mainnet global2+archive+debug
	sui mainnet global1
	sui testnet global1
	berachain mainnet global1+archive+debug
	berachain bepolia-testnet global1+archive+debug
	linea mainnet global2+archive+debug
	mantle mainnet global2+archive+debug
	megaeth mainnet global2+archive+debug lon1+archive+debug sgp1+archive+debug ash1+archive+debug nyc1+archive+debug lax1+archive+debug fra1+archive+debug
	world-chain mainnet global2+archive+debug
	stable mainnet global2+archive+debug
	polkadot mainnet global2+archive
	zksync mainnet global1+archive+debug lax1+archive+debug
	zksync sepolia-testnet global1+archive+debug
	zora mainnet global2+archive+debug
	starknet mainnet global1+archive+debug
	starknet sepolia-testnet global1+archive+debug
	scroll mainnet global1+archive+debug
	opbnb mainnet global2+debug
	fantom mainnet global1+archive+debug lon1 lax1+archive fra1
	aptos mainnet global1+archive fra1-vz+archive
	aptos testnet global1 fra1-vz
	cronos mainnet global1+archive+debug fra1+archive+debug
	gnosis mainnet global1+archive+debug lon1+archive+debug
	gnosis chiado-testnet global1+debug fra1-vz
	kaia mainnet global1+debug
	kaia kairos-testnet global1+debug
	celo mainnet global1+archive+debug
	celo alfajores-testnet global1+debug
	bitcoin mainnet global1 lax1 fra1
	bitcoin testnet fra1-vz
	bitcoin signet global1
	harmony mainnet fra1-vz
	monad mainnet global1+archive+debug
	monad testnet global1+debug
	plasma mainnet global1+archive+debug
	plasma testnet global1+archive+debug
	tempo mainnet us-east-1+archive+debug eu-central-1+archive+debug ap-southeast-1+archive+debug
	tempo moderato-testnet global1+archive+debug
	stellar mainnet global1
	stellar testnet global1
	xrp-ledger mainnet global1
	xrp-ledger testnet global1
`;

/** Every combination of blockchain and cloud on offer. */
export const deploymentOptions: DeploymentOption[] = offer
	.trim()
	.split('\n')
	.flatMap((line, index) => {
		const [protocol, network, ...places] = line.trim().split(' ');
		const blockchain = `BC-000-000-${String(index + 1).padStart(3, '0')}`;
		return places.map((place) => {
			const [name, ...features] = place.split('+');
			const { id, provider, region } = clouds[name];
			return {
				blockchain,
				cloud: id,
				region,
				provider,
				protocol,
				network: `${protocol}-${network}`,
				features,
			};
		});
	});
