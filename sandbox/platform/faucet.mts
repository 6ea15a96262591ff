import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitOf } from '../contract/contract.mts';
import { readTable } from '../data/readTable.mts';
import { isJsonObject, parseJson } from '../http/body.mts';
import { faucetThrottled, HttpError } from '../http/errors.mts';
import type { FaucetRecord } from '../records.mts';
import { user } from '../seed.mts';
import type { Store } from '../state.mts';

const chains = readTable('faucets');

/** Milliseconds between two gifts to an address on a chain. */
const pauseMs = limitOf('faucet.day');

const addressForms: Record<string, RegExp> = {
	evm: /^0x[0-9a-fA-F]{40}$/,
	ton: /^([EUk0]Q[\w-]{46}|-?\d:[0-9a-fA-F]{64})$/,
	solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

/** Test coins, once in 24 hours for each chain and address, and what was given so far. */
export function faucetRoutes(app: FastifyInstance, store: Store): void {
	app.post('/v1/faucet/:chain', (request: FastifyRequest<{ Params: { chain: string } }>) => {
		const { chain } = request.params;
		const row = chains.find(([name]) => name === chain);
		if (row === undefined) throw new HttpError(404, { error: `Faucet "${chain}" not found` });
		const [, , , amount, form, explorer] = row;
		const body = parseJson(request.body);
		const address = isJsonObject(body) && typeof body.address === 'string' ? body.address : '';
		if (!addressForms[form].test(address)) {
			const message = `"${address}" is not a valid ${chain} address.`;
			throw new HttpError(400, { error: { code: 'BadRequest', message } });
		}
		const now = store.now();
		const last = store.faucet.findLast(
			(gift) => gift.chain === chain && gift.address.toLowerCase() === address.toLowerCase(),
		);
		if (last !== undefined && now - last.at < pauseMs) throw faucetThrottled(last.at + pauseMs);
		const transactionHash = `0x${randomBytes(32).toString('hex')}`;
		store.faucet.push({ chain, address, amount: Number(amount), transactionHash, at: now });
		return { amountSent: Number(amount), transaction: explorer + transactionHash };
	});

	app.get('/v1/faucet/transactions-history', () => store.faucet.toReversed().map(historyView));

	function historyView({ chain, amount, address, transactionHash, at }: FaucetRecord): unknown {
		const [, protocol, network] = chains.find(([name]) => name === chain) ?? [];
		return {
			protocol,
			network,
			amount: { $numberDecimal: String(BigInt(amount)) },
			address,
			userId: user.id,
			organizationId: store.organization.id,
			transactionHash,
			timestamp: at,
		};
	}
}
