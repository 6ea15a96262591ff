import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayMs } from '../clock.mts';
import type { SandboxContext } from '../context.mts';
import { isJsonObject } from '../http/body.mts';
import { faucetError, faucetThrottled, HttpError } from '../http/errors.mts';
import type { FaucetRecord } from '../records.mts';

interface FaucetChain {
	protocol: string;
	network: string;
	/** What one request gives, in base units of the coin. */
	amount: number;
	/** Address of a transaction at the chain's explorer, up to the hash. */
	explorer: string;
	address: RegExp;
}

const hexAddress = /^0x[0-9a-fA-F]{40}$/;
const tonAddress = /^([EUk0]Q[\w-]{46}|-?\d:[0-9a-fA-F]{64})$/;
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function evm(protocol: string, network: string, amount: number, host: string): FaucetChain {
	return { protocol, network, amount, explorer: `https://${host}/tx/`, address: hexAddress };
}

const chains: Record<string, FaucetChain> = {
	sepolia: evm('ethereum', 'sepolia', 5e17, 'sepolia.etherscan.io'),
	hoodi: evm('ethereum', 'hoodi', 5e17, 'hoodi.etherscan.io'),
	'bnb-testnet': evm('bsc', 'testnet', 5e17, 'testnet.bscscan.com'),
	amoy: evm('polygon-pos', 'amoy', 2e18, 'amoy.polygonscan.com'),
	'zksync-testnet': evm('zksync', 'sepolia', 1e17, 'sepolia.explorer.zksync.io'),
	base: evm('base', 'sepolia', 1e17, 'sepolia.basescan.org'),
	robinhood: evm('robinhood', 'testnet', 1e17, 'explorer.example.com'),
	hyperevm: evm('hyperliquid', 'testnet', 1e17, 'testnet.purrsec.com'),
	plasma: evm('plasma', 'testnet', 1e17, 'testnet.plasmascan.to'),
	monad: evm('monad', 'testnet', 1e17, 'testnet.monadexplorer.com'),
	ton: ton(),
	'ton-testnet': ton(),
	solana: {
		protocol: 'solana',
		network: 'devnet',
		amount: 1e9,
		explorer: 'https://explorer.solana.com/tx/',
		address: solanaAddress,
	},
};

function ton(): FaucetChain {
	return {
		protocol: 'ton',
		network: 'testnet',
		amount: 2e9,
		explorer: 'https://testnet.tonviewer.com/transaction/',
		address: tonAddress,
	};
}

/** Test coins, once in 24 hours for each chain and address, and what was given so far. */
export function faucetRoutes(app: FastifyInstance, { store }: SandboxContext): void {
	app.post('/v1/faucet/:chain', (request: FastifyRequest<{ Params: { chain: string } }>) => {
		const { chain } = request.params;
		if (!Object.hasOwn(chains, chain)) throw faucetError(404, `Faucet "${chain}" not found`);
		const { amount, explorer, address: form } = chains[chain];
		const address = addressIn(request);
		if (!form.test(address)) {
			throw new HttpError(400, {
				error: { code: 'BadRequest', message: `"${address}" is not a valid ${chain} address.` },
			});
		}
		const now = store.clock.now();
		const last = store.faucet.findLast(
			(gift) => gift.chain === chain && gift.address.toLowerCase() === address.toLowerCase(),
		);
		if (last !== undefined && now - last.at < dayMs) throw faucetThrottled(last.at + dayMs);
		const transactionHash = `0x${randomBytes(32).toString('hex')}`;
		store.faucet.push({ chain, address, amount, transactionHash, at: now });
		return { amountSent: amount, transaction: explorer + transactionHash };
	});

	app.get('/v1/faucet/transactions-history', () =>
		store.faucet.toReversed().map((gift) => historyView(gift)),
	);

	function historyView({ chain, amount, address, transactionHash, at }: FaucetRecord): unknown {
		return {
			protocol: chains[chain].protocol,
			network: chains[chain].network,
			amount: { $numberDecimal: String(BigInt(amount)) },
			address,
			userId: store.user.id,
			organizationId: store.organization.id,
			transactionHash,
			timestamp: at,
		};
	}
}

function addressIn(request: FastifyRequest): string {
	try {
		const body: unknown = JSON.parse(String(request.body ?? ''));
		if (isJsonObject(body) && typeof body.address === 'string') return body.address;
	} catch {
		// Answered like a body without an address.
	}
	return '';
}
