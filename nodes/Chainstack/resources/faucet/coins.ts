import { formatUnits } from '../../../shared/jsonRpc/quantities';

/** Coins, by the names that the faucet and its history use for their chains (platform documentation, faucet). */
const COINS = [
	{ unit: 'BNB', decimals: 18, chains: ['bnb-testnet', 'bsc'] },
	{ unit: 'ETH', decimals: 18, chains: ['base', 'ethereum', 'hoodi', 'robinhood', 'sepolia'] },
	{ unit: 'ETH', decimals: 18, chains: ['zksync', 'zksync-testnet'] },
	{ unit: 'HYPE', decimals: 18, chains: ['hyperevm', 'hyperliquid'] },
	{ unit: 'MON', decimals: 18, chains: ['monad'] },
	{ unit: 'POL', decimals: 18, chains: ['amoy', 'polygon-pos'] },
	{ unit: 'SOL', decimals: 9, chains: ['solana'] },
	{ unit: 'TON', decimals: 9, chains: ['ton', 'ton-testnet'] },
	{ unit: 'XPL', decimals: 18, chains: ['plasma'] },
];

function findCoin(chain: unknown) {
	return COINS.find(({ chains }) => chains.includes(String(chain)));
}

/** @returns whether a chain is known to have Ethereum-style addresses: all whose coin has 18 decimals do */
export function hasEthereumAddresses(chain: string): boolean {
	return findCoin(chain)?.decimals === 18;
}

/**
 * @param baseUnits an amount as the service returns it, such as `500000000000000000`
 * @param chain name of the chain in the faucet, or of the protocol in its history
 * @returns the amount in whole coins with its unit, such as `0.5` `ETH`, where the coin is known
 */
export function convertToCoins(baseUnits: unknown, chain: unknown) {
	const digits = String(Number.isInteger(baseUnits) ? BigInt(Number(baseUnits)) : baseUnits);
	const coin = findCoin(chain);
	if (coin === undefined || !/^\d{1,78}$/.test(digits)) return undefined;
	return { amount: formatUnits(BigInt(digits), coin.decimals), unit: coin.unit };
}
