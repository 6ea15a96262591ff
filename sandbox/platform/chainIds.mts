// Ids under which the chains on offer are known (chainlist, and the documentation of the chains).
const table = `
	ethereum-mainnet 1
	ethereum-sepolia-testnet 11155111
	ethereum-hoodi-testnet 560048
	bsc-mainnet 56
	bsc-testnet 97
	arbitrum-mainnet 42161
	arbitrum-sepolia-testnet 421614
	arc-testnet 5042002
	base-mainnet 8453
	base-sepolia-testnet 84532
	tron-mainnet 728126428
	tron-nile-testnet 3448148188
	unichain-mainnet 130
	unichain-testnet 1301
	sonic-mainnet 146
	sonic-blaze-testnet 57054
	polygon-pos-mainnet 137
	polygon-pos-amoy-testnet 80002
	optimism-mainnet 10
	optimism-sepolia-testnet 11155420
	avalanche-mainnet 43114
	avalanche-testnet 43113
	hyperliquid-mainnet 999
	hyperliquid-testnet 998
	robinhood-mainnet 4663
	robinhood-testnet 46630
	ronin-mainnet 2020
	ronin-saigon-testnet 202601
	blast-mainnet 81457
	berachain-mainnet 80094
	berachain-bepolia-testnet 80069
	linea-mainnet 59144
	mantle-mainnet 5000
	megaeth-mainnet 4326
	world-chain-mainnet 480
	stable-mainnet 988
	zksync-mainnet 324
	zksync-sepolia-testnet 300
	zora-mainnet 7777777
	scroll-mainnet 534352
	opbnb-mainnet 204
	fantom-mainnet 250
	cronos-mainnet 25
	gnosis-mainnet 100
	gnosis-chiado-testnet 10200
	kaia-mainnet 8217
	kaia-kairos-testnet 1001
	celo-mainnet 42220
	celo-alfajores-testnet 44787
	harmony-mainnet 1666600000
	monad-mainnet 143
	monad-testnet 10143
	plasma-mainnet 9745
	plasma-testnet 9746
	tempo-mainnet 4217
	tempo-moderato-testnet 42431
`;

const ids = new Map(
	table
		.trim()
		.split('\n')
		.map((line) => line.trim().split(' ') as [string, string]),
);

/** The id that nodes of a chain such as `ethereum-mainnet` answer; undefined for chains without EVM. */
export function chainIdOf(chain: string): number | undefined {
	const id = ids.get(chain);
	return id === undefined ? undefined : Number(id);
}
