/** A coin: what it is called, and how many decimals its base unit has. */
interface Coin {
	symbol: string;
	decimals: number;
}

const ETHER: Coin = { symbol: 'ETH', decimals: 18 };

/** Coins by the names that the faucet and its history use for their chains (platform documentation, faucet). */
const COINS: Readonly<Record<string, Coin>> = {
	amoy: { symbol: 'POL', decimals: 18 },
	base: ETHER,
	'bnb-testnet': { symbol: 'BNB', decimals: 18 },
	bsc: { symbol: 'BNB', decimals: 18 },
	ethereum: ETHER,
	hoodi: ETHER,
	hyperevm: { symbol: 'HYPE', decimals: 18 },
	hyperliquid: { symbol: 'HYPE', decimals: 18 },
	monad: { symbol: 'MON', decimals: 18 },
	plasma: { symbol: 'XPL', decimals: 18 },
	'polygon-pos': { symbol: 'POL', decimals: 18 },
	robinhood: ETHER,
	sepolia: ETHER,
	solana: { symbol: 'SOL', decimals: 9 },
	ton: { symbol: 'TON', decimals: 9 },
	'ton-testnet': { symbol: 'TON', decimals: 9 },
	zksync: ETHER,
	'zksync-testnet': ETHER,
};

/**
 * @param baseUnits an amount as the service returns it, such as `500000000000000000`
 * @param chain name of the chain in the faucet, or of the protocol in its history
 * @returns the amount in whole coins with its unit, such as `0.5` `ETH`, where the coin is known
 */
export function convertToCoins(
	baseUnits: unknown,
	chain: unknown,
): { amount: string; unit: string } | undefined {
	const name = String(chain);
	const digits =
		typeof baseUnits === 'number' && Number.isInteger(baseUnits)
			? BigInt(baseUnits).toString()
			: String(baseUnits);
	if (!Object.hasOwn(COINS, name) || !/^\d{1,78}$/.test(digits)) return undefined;
	const { symbol, decimals } = COINS[name];
	const padded = digits.padStart(decimals + 1, '0');
	const fraction = padded.slice(-decimals).replace(/0+$/, '');
	const amount = padded.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
	return { amount, unit: symbol };
}
