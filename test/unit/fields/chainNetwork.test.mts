import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { searchChainNetworks } from '../../../nodes/shared/fields/chainNetwork';
import { PROTOCOLS } from '../../../nodes/shared/managementApi/placement';
import { fakeExecution } from '../fixtures/executeContext.mts';
import type { Reply } from '../fixtures/requestContext.mts';

const OPTIONS = [
	{ protocol: 'ethereum', network: 'ethereum-mainnet' },
	{ protocol: 'ethereum', network: 'ethereum-mainnet' },
	{ protocol: 'ethereum', network: 'sepolia-testnet' },
	{ protocol: 'bsc', network: 'bsc-mainnet' },
];

async function namesFor(
	protocol: unknown,
	{ filter, answer = { body: { options: OPTIONS } }, credential }: Case = {},
): Promise<Array<[string, unknown]>> {
	const { context } = fakeExecution({ respond: () => answer, credential });
	const n8n = Object.assign(Object.create(context) as ILoadOptionsFunctions, {
		getCurrentNodeParameter: () => protocol,
	});
	const { results } = await searchChainNetworks.call(n8n, filter);
	return results.map(({ name, value }) => [name, value]);
}

interface Case {
	filter?: string;
	answer?: Reply;
	credential?: null;
}

describe('the chain networks', () => {
	it('are those of the chosen protocol that can currently be deployed', async () => {
		expect(await namesFor('ethereum')).toEqual([
			['Ethereum Mainnet (ethereum-mainnet)', 'ethereum-mainnet'],
			['Ethereum Sepolia Testnet (ethereum-sepolia-testnet)', 'ethereum-sepolia-testnet'],
		]);
	});

	it.each([undefined, '', '={{ $json.protocol }}'])(
		'are all while %j is chosen',
		async (chosen) => {
			expect((await namesFor(chosen)).map(([, value]) => value)).toEqual([
				'bsc-mainnet',
				'ethereum-mainnet',
				'ethereum-sepolia-testnet',
			]);
		},
	);

	it('are searched by name and value', async () => {
		expect(await namesFor('', { filter: 'smart' })).toHaveLength(1);
		expect(await namesFor('', { filter: 'SEPOLIA-' })).toHaveLength(1);
		expect(await namesFor('', { filter: 'nobody' })).toEqual([]);
	});

	it.each<[string, Case]>([
		['without a credential', { credential: null }],
		['when the service refuses', { answer: { status: 403 } }],
		['when nothing is offered for the protocol', { answer: { body: { options: [] } } }],
	])('are the documented ones %s', async (_, parts) => {
		for (const { value } of PROTOCOLS) {
			const networks = (await namesFor(value, parts)).map(([, network]) => network);
			expect(networks).toContain(`${value}-mainnet`);
			expect(networks.every((network) => String(network).startsWith(`${value}-`))).toBe(true);
		}
	});
});
