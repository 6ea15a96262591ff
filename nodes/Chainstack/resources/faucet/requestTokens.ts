import type { IDataObject } from 'n8n-workflow';

import { creationOptions } from '../../../shared/fields/options';
import { findRecord } from '../../../shared/managementApi/answerRecord';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { nameTraces } from '../../../shared/managementApi/traces';
import { defineOperation } from '../../../shared/run/operation';
import { valueExcerpt } from '../../../shared/text/excerpt';
import { isRecord } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { convertToCoins, hasEthereumAddresses } from './coins';
import { listTransfers, readTime } from './getHistory';

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
			builderHint: {
				propertyHint:
					'Take it from the user: tokens are sent once every 24 hours and cannot be taken back. Never invent an address.',
			},
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
	async execute(values, context) {
		const chain = checkChain(values.chain === 'custom' ? values.customChain : values.chain);
		const address = checkAddress(values.address, chain);
		const traces = { list: listTransfersTo(address, context.api) };
		const given = await context.api
			.create(`/v1/faucet/${chain}`, `token transfer on ${chain}`, { json: { address } }, readGiven)
			.catch(nameTraces(traces, context))
			.catch((error: unknown) => {
				throw explainAlreadyServed(error, chain);
			});
		return { chain, address, ...given, ...readAmount(given.amountSent, chain) };
	},
});

/** Reads what was sent to an address; transfers have no ID. */
async function* listTransfersTo(address: string, api: PlatformClient): AsyncGenerator<IDataObject> {
	for (const transfer of await listTransfers(api)) {
		if (String(transfer.address).toLowerCase() !== address.toLowerCase()) continue;
		const { protocol, network, transactionHash } = transfer;
		const id = `A transfer on ${String(protocol)} ${String(network)} to this address (${String(transactionHash ?? 'no transaction yet')})`;
		yield { id, created_at: readTime(transfer) };
	}
}

/** The amount in base units as a text, because a number holds only 15 digits for certain, and in coins where known. */
function readAmount(amountSent: unknown, chain: string): IDataObject {
	if (amountSent === undefined || amountSent === null) return {};
	return { amountSent: String(amountSent), ...convertToCoins(amountSent, chain) };
}

function readGiven(answer: unknown): IDataObject | undefined {
	return findRecord(answer, isTransfer) as IDataObject | undefined;
}

/** A transfer has no ID; the service names what it sent, or where to see it. */
function isTransfer(json: unknown): boolean {
	if (!isRecord(json)) return false;
	const { amountSent, transaction, url } = json;
	const proof = amountSent ?? transaction ?? url;
	return proof !== undefined && proof !== null;
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
	if (hasEthereumAddresses(chain) && !/^0x[0-9a-f]{40}$/i.test(address))
		throw new Problem(`'${valueExcerpt(address)}' is not an address on ${chain}`, {
			hint: 'Addresses on this chain are 0x followed by 40 hexadecimal digits',
		});
	return address;
}

/** The faucet rejects a second request within a day with the status that otherwise means 'too many requests'. */
function explainAlreadyServed(thrown: unknown, chain: string): unknown {
	if (!(thrown instanceof Problem) || thrown.failure?.cause !== 'quota-exhausted') return thrown;
	const { resetsAtEpochMs } = thrown.failure;
	const name = CHAINS.find(({ value }) => value === chain)?.name ?? chain;
	return thrown.with({
		message: `This address already received tokens on ${name} in the last 24 hours`,
		hint:
			resetsAtEpochMs === undefined
				? 'Try again 24 hours after the last transfer; Test Tokens, Get History lists the transfers'
				: `Next request possible after ${new Date(resetsAtEpochMs).toISOString()}`,
	});
}
