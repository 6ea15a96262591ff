import { formatUnits } from '../../../shared/jsonRpc/quantities';

/**
 * Units of coins, and their decimals, by the names that the faucet and its history use for their chains (platform
 * documentation, faucet).
 */
const COINS = new Map<string, readonly [unit: string, decimals: number]>([
	['amoy', ['POL', 18]],
	['base', ['ETH', 18]],
	['bnb-testnet', ['BNB', 18]],
	['bsc', ['BNB', 18]],
	['ethereum', ['ETH', 18]],
	['hoodi', ['ETH', 18]],
	['hyperevm', ['HYPE', 18]],
	['hyperliquid', ['HYPE', 18]],
	['monad', ['MON', 18]],
	['plasma', ['XPL', 18]],
	['polygon-pos', ['POL', 18]],
	['robinhood', ['ETH', 18]],
	['sepolia', ['ETH', 18]],
	['solana', ['SOL', 9]],
	['ton', ['TON', 9]],
	['ton-testnet', ['TON', 9]],
	['zksync', ['ETH', 18]],
	['zksync-testnet', ['ETH', 18]],
]);

/** @returns whether a chain is known to have Ethereum-style addresses: all whose coin has 18 decimals do */
export function hasEthereumAddresses(chain: string): boolean {
	return COINS.get(chain)?.[1] === 18;
}

/**
 * @param baseUnits an amount as the service returns it, such as `500000000000000000`
 * @param chain name of the chain in the faucet, or of the protocol in its history
 * @returns the amount in whole coins with its unit, such as `0.5` `ETH`, where the coin is known
 */
export function convertToCoins(
	baseUnits: unknown,
	chain: unknown,
): { amount: string; unit: string } | undefined {
	const digits = Number.isInteger(baseUnits)
		? BigInt(baseUnits as number).toString()
		: String(baseUnits);
	const [unit, decimals] = COINS.get(String(chain)) ?? [];
	if (unit === undefined || decimals === undefined || !/^\d{1,78}$/.test(digits)) return undefined;
	return { amount: formatUnits(BigInt(digits), decimals), unit };
}
