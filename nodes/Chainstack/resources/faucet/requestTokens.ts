import { creationOptions } from '../../../shared/fields/options';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { defineOperation } from '../../../shared/run/operation';
import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { convertToCoins, hasEthereumAddresses } from './coins';
import { listTransfers } from './getHistory';

/** Chains that Chainstack offers a faucet for. */
const CHAINS = [
	{ name: 'Base', value: 'base' },
	{ name: 'BNB Smart Chain Testnet', value: 'bnb-testnet' },
	{ name: 'Custom', value: 'custom', description: 'A chain that is not in this list' },
	{ name: 'Ethereum Hoodi', value: 'hoodi' },
	{ name: 'Ethereum Sepolia', value: 'sepolia' },
	{ name: 'HyperEVM', value: 'hyperevm' },
	{ name: 'Monad', value: 'monad' },
	{ name: 'Plasma', value: 'plasma' },
	{ name: 'Polygon Amoy', value: 'amoy' },
	{ name: 'Robinhood', value: 'robinhood' },
	{ name: 'Solana', value: 'solana' },
	{ name: 'TON', value: 'ton' },
	{ name: 'TON Testnet', value: 'ton-testnet' },
	{ name: 'zkSync Testnet', value: 'zksync-testnet' },
] as const;

/** Creation times and Date headers are given to the second, or nearly so. */
const TOLERANCE_MS = 1000;

export const requestTokens = defineOperation({
	name: 'Request Tokens',
	value: 'requestTokens',
	action: 'Request tokens from faucet',
	description: 'Send test tokens to an address, once every 24 hours for each chain and address',
	effect: 'creates',
	properties: [
		field('options', 'Chain', 'chain', {
			options: CHAINS,
			default: 'sepolia',
			description:
				'The test network to get tokens on. Some of them are not in the API documentation of Chainstack.',
		}),
		field('string', 'Custom Chain', 'customChain', {
			displayOptions: { show: { chain: ['custom'] } },
			placeholder: 'e.g. sepolia',
			description: 'Name of the chain as it appears in the address of the faucet',
		}),
		field('string', 'Address', 'address', {
			required: true,
			placeholder: 'e.g. 0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
			description:
				'The address that receives the tokens. Faucets of Ethereum networks require at least 0.08 ETH on mainnet at this address.',
		}),
		creationOptions(),
	],
	receipt({ chain, address, amount, unit, transaction }) {
		const what = amount === undefined ? 'tokens' : `${String(amount)} ${String(unit)}`;
		const where = typeof transaction === 'string' ? ` (${transaction})` : '';
		return `${what} on ${String(chain)} to ${String(address)}${where}`;
	},
	async execute(values, { api }) {
		const chain = checkChain(values.chain === 'custom' ? values.customChain : values.chain);
		const address = checkAddress(values.address, chain);
		const startedAt = api.clock.wallMs();
		try {
			const thing = `token transfer on ${chain}`;
			const given = await api.create(`/v1/faucet/${chain}`, thing, { address }, isGiven);
			return { chain, address, ...given, ...convertToCoins(given.amountSent, chain) };
		} catch (error) {
			throw (
				findAlreadyServed(error, chain) ?? (await withWhatWasSent(error, api, address, startedAt))
			);
		}
	},
});

/** A transfer has no ID; the service names what it sent, or where to see it. */
function isGiven({ amountSent, transaction, url }: Record<string, unknown>): boolean {
	return [amountSent, transaction, url].some((value) => value !== undefined && value !== null);
}

function checkChain(chain: string): string {
	// It becomes part of the path.
	if (/^[a-z0-9]+(-[a-z0-9]+)*$/i.test(chain)) return chain;
	throw new Problem(
		chain === ''
			? "'Custom Chain' is empty"
			: `'${valueExcerpt(chain)}' is not the name of a chain`,
		{ hint: 'Names consist of letters, digits and hyphens, such as sepolia or bnb-testnet' },
	);
}

function checkAddress(address: string, chain: string): string {
	if (address === '')
		throw new Problem("'Address' is empty", {
			hint: `Enter the address on ${chain} that receives the tokens`,
		});
	if (hasEthereumAddresses(chain) && !/^0x[0-9a-f]{40}$/i.test(address))
		throw new Problem(`'${valueExcerpt(address)}' is not an address on ${chain}`, {
			hint: 'Addresses on this chain are 0x followed by 40 hexadecimal digits',
		});
	return address;
}

/** The faucet rejects a second request within a day with the status that otherwise means 'too many requests'. */
function findAlreadyServed(thrown: unknown, chain: string): Problem | undefined {
	if (!(thrown instanceof Problem) || thrown.failure?.cause !== 'quota-exhausted') return undefined;
	const { resetsAtEpochMs } = thrown.failure;
	const name = CHAINS.find(({ value }) => value === chain)?.name ?? chain;
	return thrown.with({
		message: `This address already received tokens on ${name} in the last 24 hours`,
		hint:
			resetsAtEpochMs === undefined
				? 'Try again 24 hours after the last transfer; Faucet, Get History lists the transfers'
				: `Next request possible after ${new Date(resetsAtEpochMs).toISOString()}`,
	});
}

/** If the outcome is unclear, checks the history once and reports what it found, without deciding. */
async function withWhatWasSent(
	thrown: unknown,
	api: PlatformClient,
	address: string,
	startedAt: number,
): Promise<unknown> {
	if (!(thrown instanceof Problem) || thrown.effect !== 'unclear') return thrown;
	const found = await describeTransfersSince(api, address, startedAt).catch(
		() => 'The faucet history could not be read to check for it',
	);
	return thrown.with({
		hint: `${found}. Check the faucet history or the balance of the address before you send this item again`,
	});
}

async function describeTransfersSince(
	api: PlatformClient,
	address: string,
	startedAt: number,
): Promise<string> {
	const found = (await listTransfers(api))
		.filter((transfer) => String(transfer.address).toLowerCase() === address.toLowerCase())
		// The service's clock, not this machine's, is on the transfers.
		.filter(({ timestamp }) => Number(timestamp) >= startedAt + api.clockOffsetMs - TOLERANCE_MS)
		.map(
			({ protocol, network, transactionHash }) =>
				`A transfer on ${String(protocol)} ${String(network)} to this address was made since the request (${String(transactionHash ?? 'no transaction yet')})`,
		);
	return found.length === 0
		? 'Right after the request, the faucet history contained no transfer to this address'
		: found.join('. ');
}
