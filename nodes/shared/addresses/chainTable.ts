/**
 * The chains that the platform sells, self-serve ones first. Each row: name of the network (that of its hosts, and of
 * the platform's lists without "-pos"; the lists add "-testnet" to test networks), family, whether it is a main or a test
 * network, chain ids it returns (`-` where unknown), facts, name. The name is that of the platform's console, whatever the
 * node of the network is asked for, so that lists and checks say the same. Where a network has several rows, the first is
 * what its hosts are used for unless the user says otherwise. Facts, all optional:
 *
 * - `lag`: how far healthy nodes are behind at times, in milliseconds
 * - `block`: time between blocks in milliseconds, for chains and nodes that do not show it; a wrong one accuses nobody
 * - `pause`: for how long the chain produces no blocks when there are no transactions, in milliseconds
 * - `path`: path after the key, where its family has no fixed one
 * - `keeps`: number of blocks for which a full node keeps the state
 * - `stateFrom`: the first block that has state, on chains that were migrated to other software or began anew (Arbitrum
 *   One: docs.arbitrum.io, Nitro; OP Mainnet: docs.optimism.io, Bedrock; X Layer: web3.okx.com, network information)
 *
 * Sources: the platform's documentation (hosts, paths, depth of state; August 2026, X Layer: October 2026), dRPC's
 * `chains.yaml` (block times and lags, as times), viem (ids that are not in it). Newer block times: Base 200 ms
 * (docs.base.org, Denim, November 2026), BNB Smart Chain 450 ms and opBNB 250 ms (docs.bnbchain.org, Fermi and Fourier,
 * January 2026), Solana 200 ms (solana.com/upgrades, SIMD-0525, August 2026), TON 400 and 450 ms (docs.ton.org,
 * subsecond). HyperCore is judged by the newest block of its EVM.
 *
 * Pauses: sequencers of Arbitrum Nitro make blocks only for transactions (docs.arbitrum.io, block numbers and time),
 * which shows on Orbit chains and test networks; those of the ZK Stack seal none without transactions (docs.zksync.io,
 * blocks); there, 10 minutes is a cautious choice. Fantom Opera and Sonic skip empty blocks for at most one minute
 * (go-opera and sonic, rules.go: MaxEmptyBlockSkipPeriod).
 */
export const CHAIN_TABLE = `
	ethereum-mainnet evm main 1 lag=12000 block=12000 keeps=128 Ethereum Mainnet
	ethereum-mainnet beacon main 1 lag=12000 block=12000 Ethereum Mainnet
	ethereum-sepolia evm test 11155111 lag=12000 block=12000 keeps=128 Ethereum Sepolia Testnet
	ethereum-sepolia beacon test 11155111 lag=12000 block=12000 Ethereum Sepolia Testnet
	ethereum-hoodi evm test 560048 lag=12000 block=12000 keeps=128 Ethereum Hoodi Testnet
	ethereum-hoodi beacon test 560048 lag=12000 block=12000 Ethereum Hoodi Testnet
	solana-mainnet solana main - lag=40000 block=200 Solana Mainnet
	solana-devnet solana test - lag=40000 block=200 Solana Devnet
	bsc-mainnet evm main 56 lag=37500 block=450 keeps=128 BNB Smart Chain Mainnet
	bsc-testnet evm test 97 lag=37500 block=450 keeps=128 BNB Smart Chain Testnet
	arbitrum-mainnet evm main 42161 lag=5200 block=260 keeps=128 stateFrom=22207817 Arbitrum Mainnet
	arbitrum-sepolia evm test 421614 lag=5200 block=260 pause=600000 keeps=128 Arbitrum Sepolia Testnet
	arc-mainnet evm main 5042 Arc Mainnet
	arc-testnet evm test 5042002 lag=10000 block=1000 keeps=128 Arc Testnet
	base-mainnet evm main 8453 lag=40000 block=200 keeps=128 Base Mainnet
	base-sepolia evm test 84532 lag=40000 block=200 keeps=128 Base Sepolia Testnet
	tron-mainnet evm main 728126428 lag=10000 block=3000 path=jsonrpc TRON Mainnet
	tron-mainnet tron main - lag=10000 block=3000 TRON Mainnet
	tron-nile evm test 3448148188 path=jsonrpc TRON Nile Testnet
	tron-nile tron test - TRON Nile Testnet
	ton-mainnet ton main -239 lag=20000 block=400 TON Mainnet
	ton-testnet ton test -3 lag=20000 block=450 TON Testnet
	unichain-mainnet evm main 130 lag=20000 block=1000 keeps=128 Unichain Mainnet
	unichain-sepolia evm test 1301 lag=20000 block=1000 keeps=128 Unichain Testnet
	sonic-mainnet evm main 146 lag=6000 block=300 pause=60000 Sonic Mainnet
	sonic-blaze evm test 57054 lag=6000 block=300 pause=60000 Sonic Blaze Testnet
	polygon-mainnet evm main 137 lag=27000 block=2700 keeps=128 Polygon PoS Mainnet
	polygon-amoy evm test 80002 lag=27000 block=2700 keeps=128 Polygon PoS Amoy Testnet
	optimism-mainnet evm main 10 lag=40000 block=2000 keeps=128 stateFrom=105235063 Optimism Mainnet
	optimism-sepolia evm test 11155420 lag=40000 block=2000 keeps=128 Optimism Sepolia Testnet
	avalanche-mainnet evm main 43114 lag=10000 block=2000 path=ext/bc/C/rpc keeps=32 Avalanche Mainnet
	avalanche-fuji evm test 43113 lag=10000 block=2000 path=ext/bc/C/rpc keeps=32 Avalanche Testnet
	hyperliquid-mainnet evm main 999 lag=6000 block=200 path=evm Hyperliquid Mainnet
	hyperliquid-mainnet hypercore main - lag=6000 block=200 Hyperliquid Mainnet
	hyperliquid-testnet evm test 998 lag=6000 block=200 path=evm Hyperliquid Testnet
	hyperliquid-testnet hypercore test - lag=6000 block=200 Hyperliquid Testnet
	robinhood-mainnet evm main 4663 lag=5000 block=100 pause=600000 keeps=128 Robinhood Mainnet
	robinhood-testnet evm test 46630 lag=5000 block=100 pause=600000 keeps=128 Robinhood Testnet
	ronin-mainnet evm main 2020 lag=60000 block=3000 keeps=128 Ronin Mainnet
	ronin-saigon evm test 202601,2021 lag=60000 block=3000 keeps=128 Ronin Saigon Testnet
	blast-mainnet evm main 81457 lag=40000 block=2000 Blast Mainnet
	sui-mainnet sui main - lag=5000 block=250 Sui Mainnet
	sui-testnet sui test - lag=5000 block=250 Sui Testnet
	berachain-mainnet evm main 80094 lag=120000 block=6000 Berachain Mainnet
	berachain-bepolia evm test 80069 lag=120000 block=6000 Berachain Bepolia Testnet
	linea-mainnet evm main 59144 lag=12000 block=12000 Linea Mainnet
	mantle-mainnet evm main 5000 lag=40000 block=2000 Mantle Mainnet
	megaeth-mainnet evm main 4326 lag=40000 block=1000 MegaETH Mainnet
	megaeth-testnet evm test 6343,6342 lag=40000 block=1000 MegaETH Testnet
	world-chain-mainnet evm main 480 lag=20000 block=1000 World Chain Mainnet
	stable-mainnet evm main 988 lag=14000 block=700 Stable Mainnet
	polkadot-mainnet polkadot main Polkadot lag=15000 block=6000 Polkadot Mainnet
	zksync-mainnet evm main 324 lag=250000 block=5000 pause=600000 ZKsync Era Mainnet
	zksync-sepolia evm test 300 lag=250000 block=5000 pause=600000 ZKsync Era Sepolia Testnet
	zora-mainnet evm main 7777777 lag=40000 block=2000 Zora Mainnet
	starknet-mainnet starknet main SN_MAIN lag=20000 block=20000 Starknet Mainnet
	starknet-sepolia starknet test SN_SEPOLIA lag=20000 block=20000 Starknet Sepolia Testnet
	scroll-mainnet evm main 534352 lag=15000 block=3000 Scroll Mainnet
	opbnb-mainnet evm main 204 lag=100000 block=250 opBNB Mainnet
	fantom-mainnet evm main 250 lag=15000 block=3000 pause=60000 Fantom Mainnet
	aptos-mainnet aptos main 1 lag=2000 block=100 Aptos Mainnet
	aptos-testnet aptos test 2 lag=2000 block=100 Aptos Testnet
	cronos-mainnet evm main 25 lag=25000 block=5000 keeps=100 Cronos Mainnet
	gnosis-mainnet evm main 100 lag=30000 block=6000 Gnosis Mainnet
	gnosis-mainnet beacon main 100 lag=30000 block=5000 Gnosis Mainnet
	gnosis-chiado evm test 10200 lag=30000 block=6000 Gnosis Chiado Testnet
	gnosis-chiado beacon test 10200 lag=30000 block=5000 Gnosis Chiado Testnet
	kaia-mainnet evm main 8217 lag=20000 block=1000 Kaia Mainnet
	kaia-kairos evm test 1001 lag=20000 block=1000 Kaia Kairos Testnet
	celo-mainnet evm main 42220 lag=5000 block=1000 Celo Mainnet
	celo-alfajores evm test 44787 lag=5000 block=1000 Celo Alfajores Testnet
	bitcoin-mainnet bitcoin main main lag=600000 block=600000 Bitcoin Mainnet
	bitcoin-testnet bitcoin test test lag=600000 block=600000 Bitcoin Testnet
	bitcoin-signet bitcoin test signet Bitcoin Signet
	harmony-mainnet evm main 1666600000 lag=40000 block=2000 keeps=128 Harmony Mainnet
	harmony-testnet evm test - keeps=128 Harmony Testnet
	monad-mainnet evm main 143 lag=5000 block=1000 keeps=128 Monad Mainnet
	monad-testnet evm test 10143 lag=5000 block=1000 keeps=128 Monad Testnet
	plasma-mainnet evm main 9745 lag=20000 block=1000 Plasma Mainnet
	plasma-testnet evm test 9746 lag=20000 block=1000 Plasma Testnet
	tempo-mainnet evm main 4217 lag=20000 block=1000 keeps=128 Tempo Mainnet
	tempo-moderato evm test 42431 lag=20000 block=1000 keeps=128 Tempo Moderato Testnet
	stellar-mainnet stellar main - lag=50000 block=5000 Stellar Mainnet
	stellar-testnet stellar test - lag=50000 block=5000 Stellar Testnet
	xrp-ledger-mainnet xrpl main 0 lag=20000 block=4000 XRP Ledger Mainnet
	xrp-ledger-testnet xrpl test 1 lag=20000 block=4000 XRP Ledger Testnet
	apechain evm main 33139 lag=20000 block=1000 pause=600000 Apechain
	astar evm main 592 lag=50000 block=10000 Astar
	b2 evm main 223 lag=40000 block=2000 B^2
	bitlayer evm main 200901 lag=60000 block=3000 Bitlayer
	core evm main 1116 lag=60000 block=3000 Core
	cronos-zkevm evm main 388 lag=20000 block=1000 pause=600000 Cronos zkEVM
	etherlink evm main 42793 lag=20000 block=1000 Etherlink
	fraxchain evm main 252 lag=10000 block=2000 Fraxchain (Fraxtal)
	hashkey evm main 177 lag=20000 block=2000 Hashkey
	hemi evm main 43111 lag=240000 block=12000 Hemi
	ink-mainnet evm main 57073 lag=20000 block=1000 Ink Mainnet
	kroma evm main 255 lag=40000 block=2000 Kroma
	lens evm main 232 lag=250000 block=5000 pause=600000 Lens
	merlin evm main 4200 lag=15000 block=3000 Merlin
	metis evm main 1088 lag=600000 block=30000 Metis
	plume evm main 98866 lag=2000 block=400 pause=600000 Plume
	shibarium evm main 109 lag=50000 block=5000 Shibarium
	soneium evm main 1868 lag=40000 block=2000 Soneium
	taiko evm main 167000 lag=300000 block=150000 Taiko
	wemix evm main 1111 lag=40000 block=2000 WEMIX
	xlayer-mainnet evm main 196 lag=40000 block=2000 stateFrom=42810021 X Layer Mainnet
	xlayer-testnet evm test 1952 lag=40000 block=2000 X Layer Testnet
	katana evm main 747474 lag=20000 block=1000 Katana
	neox evm main 47763 lag=45000 block=9000 NeoX
	tac evm main 239 lag=2000 block=1000 TAC
	xdc evm main 50 lag=25000 block=2500 XDC
	zircuit evm main 48900 lag=10000 block=2000 Zircuit
	ab-chain evm main 36888 lag=6000 block=3000 AB Chain
	adi-chain evm main 36900 lag=40000 block=10000 pause=600000 ADI Chain
	everclear evm main 25327 lag=300000 block=60000 pause=600000 Everclear
	jovay evm main 5734951 lag=15000 block=3000 Jovay
	pharos evm main 1672 lag=10000 block=1000 Pharos
	superseed evm main 5330 lag=40000 block=2000 Superseed
	corn evm main 21000000 pause=600000 Corn
	l3x evm main 12324 pause=600000 L3X
	mint evm main 185 Mint
	treasure evm main 61166 pause=600000 Treasure
	zklink-nova evm main 810180 pause=600000 zkLink Nova
	vana evm main 1480 Vana
	fluent evm main 25363 Fluent
	mind evm main - Mind
	hedera evm main 295 Hedera
	filecoin evm main 314 lag=600000 block=60000 Filecoin
	bittensor-evm evm main 964 lag=24000 block=12000 Bittensor EVM
	bittensor-subtensor polkadot main - Bittensor Subtensor
	centrifuge polkadot main - Centrifuge
	dogecoin bitcoin main main lag=300000 block=60000 Dogecoin
	litecoin bitcoin main main lag=360000 block=180000 Litecoin
	zcash bitcoin main main lag=75000 block=75000 Zcash
	celestia cosmos main celestia lag=30000 block=6000 Celestia
	dydx cosmos main - dYdX
	near-mainnet near main mainnet lag=20000 block=1000 NEAR Mainnet
	near-testnet near test testnet lag=20000 block=1000 NEAR Testnet
`;
