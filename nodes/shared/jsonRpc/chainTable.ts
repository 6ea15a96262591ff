/**
 * The chains that the platform sells, self-serve ones first. Columns: name of the network (that of its hosts, and
 * of the platform's lists without "-pos" and a trailing "-testnet"), family, chain ids it returns, block time in
 * milliseconds, usual lag in blocks, lag in blocks from which it is synchronizing, path after the key, number of
 * blocks for which a full node keeps the state, display name. `-` is unknown, or no path. Where a network has
 * several rows, the first is what its hosts are used for unless the user says otherwise.
 *
 * Sources: the platform's documentation (hosts, paths, depth of state; August 2026), dRPC's `chains.yaml`
 * (block times and lags), viem (ids that are not in it). Where dRPC gives a lag of synchronizing nodes below the
 * usual one, the larger applies to both. Where block times differ the longer counts, because a shorter one leads to
 * false alarms: TRON (viem: 3 s) and Polkadot (dRPC has 6 s for its Asset Hub). HyperCore is judged by the newest
 * block of its EVM.
 *
 * `stateFrom` before the name: the first block that has state, on chains that were migrated to other software (Arbitrum
 * One: docs.arbitrum.io, Nitro; OP Mainnet: docs.optimism.io, Bedrock).
 */
export const CHAIN_TABLE = `
	ethereum-mainnet evm 1 12000 1 6 - 128 Ethereum Mainnet
	ethereum-mainnet beacon 1 12000 1 6 - - Ethereum Mainnet consensus layer
	ethereum-sepolia evm 11155111 12000 1 6 - 128 Ethereum Sepolia
	ethereum-sepolia beacon 11155111 12000 1 6 - - Ethereum Sepolia consensus layer
	ethereum-hoodi evm 560048 12000 1 6 - 128 Ethereum Hoodi
	ethereum-hoodi beacon 560048 12000 1 6 - - Ethereum Hoodi consensus layer
	solana-mainnet solana - 400 100 1000 - - Solana Mainnet
	solana-devnet solana - 400 100 1000 - - Solana Devnet
	bsc-mainnet evm 56 750 50 1000 - 128 BNB Smart Chain Mainnet
	bsc-testnet evm 97 750 50 1000 - 128 BNB Smart Chain Testnet
	arbitrum-mainnet evm 42161 260 20 40 - 128 stateFrom=22207817 Arbitrum One
	arbitrum-sepolia evm 421614 260 20 40 - 128 Arbitrum Sepolia
	arc-testnet evm 5042002 1000 10 20 - 128 Arc Testnet
	base-mainnet evm 8453 2000 20 40 - 128 Base Mainnet
	base-sepolia evm 84532 2000 20 40 - 128 Base Sepolia
	tron-mainnet evm 728126428 3000 5 10 /jsonrpc - TRON Mainnet (JSON-RPC)
	tron-mainnet tron - 3000 5 10 /wallet - TRON Mainnet
	tron-nile evm 3448148188 - - - /jsonrpc - TRON Nile (JSON-RPC)
	tron-nile tron - - - - /wallet - TRON Nile
	ton-mainnet ton -239 1000 20 40 /api/v2 - TON Mainnet
	ton-testnet ton -3 1000 20 40 /api/v2 - TON Testnet
	unichain-mainnet evm 130 1000 20 20 - 128 Unichain Mainnet
	unichain-sepolia evm 1301 1000 20 20 - 128 Unichain Sepolia
	sonic-mainnet evm 146 300 20 40 - - Sonic Mainnet
	sonic-blaze evm 57054 300 20 40 - - Sonic Blaze Testnet
	polygon-mainnet evm 137 2700 10 20 - 128 Polygon PoS Mainnet
	polygon-amoy evm 80002 2700 10 20 - 128 Polygon Amoy
	optimism-mainnet evm 10 2000 20 40 - 128 stateFrom=105235063 Optimism Mainnet
	optimism-sepolia evm 11155420 2000 20 40 - 128 Optimism Sepolia
	avalanche-mainnet evm 43114 2000 5 10 /ext/bc/C/rpc 32 Avalanche C-Chain Mainnet
	avalanche-fuji evm 43113 2000 5 10 /ext/bc/C/rpc 32 Avalanche C-Chain Fuji
	hyperliquid-mainnet evm 999 200 30 100 /evm - HyperEVM Mainnet
	hyperliquid-mainnet hypercore - 200 30 100 /info - HyperCore Mainnet
	hyperliquid-testnet evm 998 200 30 100 /evm - HyperEVM Testnet
	hyperliquid-testnet hypercore - 200 30 100 /info - HyperCore Testnet
	robinhood-mainnet evm 4663 250 20 40 - 128 Robinhood Chain Mainnet
	robinhood-testnet evm 46630 250 20 40 - 128 Robinhood Chain Testnet
	ronin-mainnet evm 2020 3000 20 40 - 128 Ronin Mainnet
	ronin-saigon evm 202601,2021 3000 20 40 - 128 Ronin Saigon
	blast-mainnet evm 81457 2000 20 40 - - Blast Mainnet
	sui-mainnet sui - 250 20 40 - - Sui Mainnet
	sui-testnet sui - 250 20 40 - - Sui Testnet
	berachain-mainnet evm 80094 6000 20 40 - - Berachain Mainnet
	berachain-bepolia evm 80069 6000 20 40 - - Berachain Bepolia
	linea-mainnet evm 59144 12000 1 6 - - Linea Mainnet
	mantle-mainnet evm 5000 2000 20 40 - - Mantle Mainnet
	megaeth-mainnet evm 4326 1000 40 80 - - MegaETH Mainnet
	megaeth-testnet evm 6343,6342 1000 40 80 - - MegaETH Testnet
	world-chain-mainnet evm 480 1000 20 20 - - World Chain Mainnet
	stable-mainnet evm 988 700 20 40 - - Stable Mainnet
	polkadot-mainnet polkadot Polkadot 6000 5 10 - - Polkadot Mainnet
	zksync-mainnet evm 324 5000 50 70 - - ZKsync Era Mainnet
	zksync-sepolia evm 300 5000 50 70 - - ZKsync Era Sepolia
	zora-mainnet evm 7777777 2000 20 40 - - Zora Mainnet
	starknet-mainnet starknet SN_MAIN 20000 1 5 - - Starknet Mainnet
	starknet-sepolia starknet SN_SEPOLIA 20000 1 5 - - Starknet Sepolia
	scroll-mainnet evm 534352 3000 5 10 - - Scroll Mainnet
	opbnb-mainnet evm 204 500 200 400 - - opBNB Mainnet
	fantom-mainnet evm 250 3000 5 10 - - Fantom Opera Mainnet
	aptos-mainnet aptos 1 100 20 60 /v1 - Aptos Mainnet
	aptos-testnet aptos 2 100 20 60 /v1 - Aptos Testnet
	cronos-mainnet evm 25 5000 5 10 - 100 Cronos Mainnet
	gnosis-mainnet evm 100 6000 5 10 - - Gnosis Chain Mainnet
	gnosis-mainnet beacon 100 6000 5 10 - - Gnosis consensus layer
	gnosis-chiado evm 10200 6000 5 10 - - Gnosis Chiado
	gnosis-chiado beacon 10200 6000 5 10 - - Gnosis Chiado consensus layer
	kaia-mainnet evm 8217 1000 20 40 - - Kaia Mainnet
	kaia-kairos evm 1001 1000 20 40 - - Kaia Kairos
	celo-mainnet evm 42220 1000 5 10 - - Celo Mainnet
	celo-alfajores evm 44787 1000 5 10 - - Celo Alfajores
	bitcoin-mainnet bitcoin main 600000 1 3 - - Bitcoin Mainnet
	bitcoin-testnet bitcoin test 600000 1 3 - - Bitcoin Testnet
	bitcoin-signet bitcoin signet - - - - - Bitcoin Signet
	harmony-mainnet evm 1666600000 2000 20 40 - 128 Harmony Mainnet shard 0
	harmony-testnet evm - - - - - 128 Harmony Testnet shard 0
	monad-mainnet evm 143 1000 5 10 - 128 Monad Mainnet
	monad-testnet evm 10143 1000 5 10 - 128 Monad Testnet
	plasma-mainnet evm 9745 1000 20 40 - - Plasma Mainnet
	plasma-testnet evm 9746 1000 20 40 - - Plasma Testnet
	tempo-mainnet evm 4217 1000 20 40 - 128 Tempo Mainnet
	tempo-moderato evm 42431 1000 20 40 - 128 Tempo Moderato
	stellar-mainnet stellar - 5000 10 20 - - Stellar Mainnet
	stellar-testnet stellar - 5000 10 20 - - Stellar Testnet
	xrp-ledger-mainnet xrpl 0 4000 5 10 - - XRP Ledger Mainnet
	xrp-ledger-testnet xrpl 1 4000 5 10 - - XRP Ledger Testnet
	apechain evm 33139 1000 20 20 - - Apechain
	astar evm 592 10000 5 10 - - Astar
	b2 evm 223 2000 20 40 - - B^2
	bitlayer evm 200901 3000 20 40 - - Bitlayer
	core evm 1116 3000 20 40 - - Core
	cronos-zkevm evm 388 1000 20 20 - - Cronos zkEVM
	etherlink evm 42793 1000 20 40 - - Etherlink
	fraxchain evm 252 2000 5 10 - - Fraxchain (Fraxtal)
	hashkey evm 177 2000 10 20 - - Hashkey
	hemi evm 43111 12000 20 20 - - Hemi
	ink evm 57073 1000 20 40 - - Ink
	kroma evm 255 2000 20 40 - - Kroma
	lens evm 232 5000 50 70 - - Lens
	merlin evm 4200 3000 5 10 - - Merlin
	metis evm 1088 30000 20 40 - - Metis
	plume evm 98866 400 5 10 - - Plume
	shibarium evm 109 5000 10 20 - - Shibarium
	soneium evm 1868 2000 20 20 - - Soneium
	taiko evm 167000 150000 2 6 - - Taiko
	wemix evm 1111 2000 20 40 - - WEMIX
	xlayer evm 196 2000 20 40 - - XLayer
	katana evm 747474 1000 20 40 - - Katana
	neox evm 47763 9000 5 10 - - NeoX
	tac evm 239 1000 2 6 - - TAC
	xdc evm 50 2500 10 20 - - XDC
	zircuit evm 48900 2000 5 10 - - Zircuit
	ab-chain evm 36888 3000 2 6 - - AB Chain
	adi-chain evm 36900 10000 4 12 - - ADI Chain
	everclear evm 25327 60000 5 10 - - Everclear
	jovay evm 5734951 3000 5 10 - - Jovay
	pharos evm 1672 1000 10 20 - - Pharos
	superseed evm 5330 2000 20 40 - - Superseed
	corn evm 21000000 - - - - - Corn
	l3x evm 12324 - - - - - L3X
	mint evm 185 - - - - - Mint
	treasure evm 61166 - - - - - Treasure
	zklink-nova evm 810180 - - - - - zkLink Nova
	vana evm 1480 - - - - - Vana
	fluent evm 25363 - - - - - Fluent
	mind evm - - - - - - Mind
	hedera evm 295 - - - - - Hedera
	filecoin evm 314 60000 10 20 - - Filecoin
	bittensor-evm evm 964 12000 2 10 - - Bittensor EVM
	bittensor-subtensor polkadot - - - - - - Bittensor Subtensor
	centrifuge polkadot - - - - - - Centrifuge
	dogecoin bitcoin main 60000 5 10 - - Dogecoin
	litecoin bitcoin main 180000 2 5 - - Litecoin
	zcash bitcoin main 75000 1 6 - - Zcash
	celestia cosmos celestia 6000 5 10 - - Celestia
	dydx cosmos - - - - - - dYdX
	near-mainnet near mainnet 1000 20 40 - - NEAR Mainnet
	near-testnet near testnet 1000 20 40 - - NEAR Testnet
`;
