/**
 * The chains that the platform sells, self-serve ones first. Each row: name of the network (that of its hosts, and of
 * the platform's lists without "-pos" and a trailing "-testnet"), family, chain ids it returns (`-` where unknown),
 * facts, display name. Where a network has several rows, the first is what its hosts are used for unless the user says
 * otherwise. Facts, all optional:
 *
 * - `lag`: how far healthy nodes are behind at times, in milliseconds
 * - `block`: time between blocks in milliseconds, for chains and nodes that do not show it; a wrong one accuses nobody
 * - `pause`: for how long the chain makes no block while nobody sends, in milliseconds
 * - `path`: path after the key, where its family has no fixed one
 * - `keeps`: number of blocks for which a full node keeps the state
 * - `stateFrom`: the first block that has state, on chains that were migrated to other software (Arbitrum One:
 *   docs.arbitrum.io, Nitro; OP Mainnet: docs.optimism.io, Bedrock)
 *
 * Sources: the platform's documentation (hosts, paths, depth of state; August 2026), dRPC's `chains.yaml` (block times
 * and lags, as times), viem (ids that are not in it). Newer block times: Base 200 ms (docs.base.org, Denim, November
 * 2026), BNB Smart Chain 450 ms and opBNB 250 ms (docs.bnbchain.org, Fermi and Fourier, January 2026). HyperCore is
 * judged by the newest block of its EVM.
 *
 * Pauses: sequencers of Arbitrum Nitro make blocks only for transactions (docs.arbitrum.io, block numbers and time),
 * which shows on Orbit chains and test networks; those of the ZK Stack seal none without transactions (docs.zksync.io,
 * blocks); there, 10 minutes is a cautious choice. Fantom Opera skips empty blocks for at most one minute
 * (go-opera, MaxEmptyBlockSkipPeriod).
 */
export const CHAIN_TABLE = `
	ethereum-mainnet evm 1 lag=12000 block=12000 keeps=128 Ethereum Mainnet
	ethereum-mainnet beacon 1 lag=12000 block=12000 Ethereum Mainnet consensus layer
	ethereum-sepolia evm 11155111 lag=12000 block=12000 keeps=128 Ethereum Sepolia
	ethereum-sepolia beacon 11155111 lag=12000 block=12000 Ethereum Sepolia consensus layer
	ethereum-hoodi evm 560048 lag=12000 block=12000 keeps=128 Ethereum Hoodi
	ethereum-hoodi beacon 560048 lag=12000 block=12000 Ethereum Hoodi consensus layer
	solana-mainnet solana - lag=40000 block=400 Solana Mainnet
	solana-devnet solana - lag=40000 block=400 Solana Devnet
	bsc-mainnet evm 56 lag=37500 block=450 keeps=128 BNB Smart Chain Mainnet
	bsc-testnet evm 97 lag=37500 block=450 keeps=128 BNB Smart Chain Testnet
	arbitrum-mainnet evm 42161 lag=5200 block=260 keeps=128 stateFrom=22207817 Arbitrum One
	arbitrum-sepolia evm 421614 lag=5200 block=260 pause=600000 keeps=128 Arbitrum Sepolia
	arc-mainnet evm - Arc Mainnet
	arc-testnet evm 5042002 lag=10000 block=1000 keeps=128 Arc Testnet
	base-mainnet evm 8453 lag=40000 block=200 keeps=128 Base Mainnet
	base-sepolia evm 84532 lag=40000 block=200 keeps=128 Base Sepolia
	tron-mainnet evm 728126428 lag=10000 block=3000 path=jsonrpc TRON Mainnet (JSON-RPC)
	tron-mainnet tron - lag=10000 block=3000 TRON Mainnet
	tron-nile evm 3448148188 path=jsonrpc TRON Nile (JSON-RPC)
	tron-nile tron - TRON Nile
	ton-mainnet ton -239 lag=20000 block=1000 TON Mainnet
	ton-testnet ton -3 lag=20000 block=1000 TON Testnet
	unichain-mainnet evm 130 lag=20000 block=1000 keeps=128 Unichain Mainnet
	unichain-sepolia evm 1301 lag=20000 block=1000 keeps=128 Unichain Sepolia
	sonic-mainnet evm 146 lag=6000 block=300 Sonic Mainnet
	sonic-blaze evm 57054 lag=6000 block=300 Sonic Blaze Testnet
	polygon-mainnet evm 137 lag=27000 block=2700 keeps=128 Polygon PoS Mainnet
	polygon-amoy evm 80002 lag=27000 block=2700 keeps=128 Polygon Amoy
	optimism-mainnet evm 10 lag=40000 block=2000 keeps=128 stateFrom=105235063 Optimism Mainnet
	optimism-sepolia evm 11155420 lag=40000 block=2000 keeps=128 Optimism Sepolia
	avalanche-mainnet evm 43114 lag=10000 block=2000 path=ext/bc/C/rpc keeps=32 Avalanche C-Chain Mainnet
	avalanche-fuji evm 43113 lag=10000 block=2000 path=ext/bc/C/rpc keeps=32 Avalanche C-Chain Fuji
	hyperliquid-mainnet evm 999 lag=6000 block=200 path=evm HyperEVM Mainnet
	hyperliquid-mainnet hypercore - lag=6000 block=200 HyperCore Mainnet
	hyperliquid-testnet evm 998 lag=6000 block=200 path=evm HyperEVM Testnet
	hyperliquid-testnet hypercore - lag=6000 block=200 HyperCore Testnet
	robinhood-mainnet evm 4663 lag=5000 block=100 pause=600000 keeps=128 Robinhood Chain Mainnet
	robinhood-testnet evm 46630 lag=5000 block=100 pause=600000 keeps=128 Robinhood Chain Testnet
	ronin-mainnet evm 2020 lag=60000 block=3000 keeps=128 Ronin Mainnet
	ronin-saigon evm 202601,2021 lag=60000 block=3000 keeps=128 Ronin Saigon
	blast-mainnet evm 81457 lag=40000 block=2000 Blast Mainnet
	sui-mainnet sui - lag=5000 block=250 Sui Mainnet
	sui-testnet sui - lag=5000 block=250 Sui Testnet
	berachain-mainnet evm 80094 lag=120000 block=6000 Berachain Mainnet
	berachain-bepolia evm 80069 lag=120000 block=6000 Berachain Bepolia
	linea-mainnet evm 59144 lag=12000 block=12000 Linea Mainnet
	mantle-mainnet evm 5000 lag=40000 block=2000 Mantle Mainnet
	megaeth-mainnet evm 4326 lag=40000 block=1000 MegaETH Mainnet
	megaeth-testnet evm 6343,6342 lag=40000 block=1000 MegaETH Testnet
	world-chain-mainnet evm 480 lag=20000 block=1000 World Chain Mainnet
	stable-mainnet evm 988 lag=14000 block=700 Stable Mainnet
	polkadot-mainnet polkadot Polkadot lag=15000 block=6000 Polkadot Mainnet
	zksync-mainnet evm 324 lag=250000 block=5000 pause=600000 ZKsync Era Mainnet
	zksync-sepolia evm 300 lag=250000 block=5000 pause=600000 ZKsync Era Sepolia
	zora-mainnet evm 7777777 lag=40000 block=2000 Zora Mainnet
	starknet-mainnet starknet SN_MAIN lag=20000 block=20000 Starknet Mainnet
	starknet-sepolia starknet SN_SEPOLIA lag=20000 block=20000 Starknet Sepolia
	scroll-mainnet evm 534352 lag=15000 block=3000 Scroll Mainnet
	opbnb-mainnet evm 204 lag=100000 block=250 opBNB Mainnet
	fantom-mainnet evm 250 lag=15000 block=3000 pause=60000 Fantom Opera Mainnet
	aptos-mainnet aptos 1 lag=2000 block=100 Aptos Mainnet
	aptos-testnet aptos 2 lag=2000 block=100 Aptos Testnet
	cronos-mainnet evm 25 lag=25000 block=5000 keeps=100 Cronos Mainnet
	gnosis-mainnet evm 100 lag=30000 block=6000 Gnosis Chain Mainnet
	gnosis-mainnet beacon 100 lag=30000 block=5000 Gnosis consensus layer
	gnosis-chiado evm 10200 lag=30000 block=6000 Gnosis Chiado
	gnosis-chiado beacon 10200 lag=30000 block=5000 Gnosis Chiado consensus layer
	kaia-mainnet evm 8217 lag=20000 block=1000 Kaia Mainnet
	kaia-kairos evm 1001 lag=20000 block=1000 Kaia Kairos
	celo-mainnet evm 42220 lag=5000 block=1000 Celo Mainnet
	celo-alfajores evm 44787 lag=5000 block=1000 Celo Alfajores
	bitcoin-mainnet bitcoin main lag=600000 block=600000 Bitcoin Mainnet
	bitcoin-testnet bitcoin test lag=600000 block=600000 Bitcoin Testnet
	bitcoin-signet bitcoin signet Bitcoin Signet
	harmony-mainnet evm 1666600000 lag=40000 block=2000 keeps=128 Harmony Mainnet shard 0
	harmony-testnet evm - keeps=128 Harmony Testnet shard 0
	monad-mainnet evm 143 lag=5000 block=1000 keeps=128 Monad Mainnet
	monad-testnet evm 10143 lag=5000 block=1000 keeps=128 Monad Testnet
	plasma-mainnet evm 9745 lag=20000 block=1000 Plasma Mainnet
	plasma-testnet evm 9746 lag=20000 block=1000 Plasma Testnet
	tempo-mainnet evm 4217 lag=20000 block=1000 keeps=128 Tempo Mainnet
	tempo-moderato evm 42431 lag=20000 block=1000 keeps=128 Tempo Moderato
	stellar-mainnet stellar - lag=50000 block=5000 Stellar Mainnet
	stellar-testnet stellar - lag=50000 block=5000 Stellar Testnet
	xrp-ledger-mainnet xrpl 0 lag=20000 block=4000 XRP Ledger Mainnet
	xrp-ledger-testnet xrpl 1 lag=20000 block=4000 XRP Ledger Testnet
	apechain evm 33139 lag=20000 block=1000 pause=600000 Apechain
	astar evm 592 lag=50000 block=10000 Astar
	b2 evm 223 lag=40000 block=2000 B^2
	bitlayer evm 200901 lag=60000 block=3000 Bitlayer
	core evm 1116 lag=60000 block=3000 Core
	cronos-zkevm evm 388 lag=20000 block=1000 pause=600000 Cronos zkEVM
	etherlink evm 42793 lag=20000 block=1000 Etherlink
	fraxchain evm 252 lag=10000 block=2000 Fraxchain (Fraxtal)
	hashkey evm 177 lag=20000 block=2000 Hashkey
	hemi evm 43111 lag=240000 block=12000 Hemi
	ink-mainnet evm 57073 lag=20000 block=1000 Ink Mainnet
	kroma evm 255 lag=40000 block=2000 Kroma
	lens evm 232 lag=250000 block=5000 pause=600000 Lens
	merlin evm 4200 lag=15000 block=3000 Merlin
	metis evm 1088 lag=600000 block=30000 Metis
	plume evm 98866 lag=2000 block=400 pause=600000 Plume
	shibarium evm 109 lag=50000 block=5000 Shibarium
	soneium evm 1868 lag=40000 block=2000 Soneium
	taiko evm 167000 lag=300000 block=150000 Taiko
	wemix evm 1111 lag=40000 block=2000 WEMIX
	xlayer evm 196 lag=40000 block=2000 XLayer
	katana evm 747474 lag=20000 block=1000 Katana
	neox evm 47763 lag=45000 block=9000 NeoX
	tac evm 239 lag=2000 block=1000 TAC
	xdc evm 50 lag=25000 block=2500 XDC
	zircuit evm 48900 lag=10000 block=2000 Zircuit
	ab-chain evm 36888 lag=6000 block=3000 AB Chain
	adi-chain evm 36900 lag=40000 block=10000 pause=600000 ADI Chain
	everclear evm 25327 lag=300000 block=60000 pause=600000 Everclear
	jovay evm 5734951 lag=15000 block=3000 Jovay
	pharos evm 1672 lag=10000 block=1000 Pharos
	superseed evm 5330 lag=40000 block=2000 Superseed
	corn evm 21000000 pause=600000 Corn
	l3x evm 12324 pause=600000 L3X
	mint evm 185 Mint
	treasure evm 61166 pause=600000 Treasure
	zklink-nova evm 810180 pause=600000 zkLink Nova
	vana evm 1480 Vana
	fluent evm 25363 Fluent
	mind evm - Mind
	hedera evm 295 Hedera
	filecoin evm 314 lag=600000 block=60000 Filecoin
	bittensor-evm evm 964 lag=24000 block=12000 Bittensor EVM
	bittensor-subtensor polkadot - Bittensor Subtensor
	centrifuge polkadot - Centrifuge
	dogecoin bitcoin main lag=300000 block=60000 Dogecoin
	litecoin bitcoin main lag=360000 block=180000 Litecoin
	zcash bitcoin main lag=75000 block=75000 Zcash
	celestia cosmos celestia lag=30000 block=6000 Celestia
	dydx cosmos - dYdX
	near-mainnet near mainnet lag=20000 block=1000 NEAR Mainnet
	near-testnet near testnet lag=20000 block=1000 NEAR Testnet
`;
