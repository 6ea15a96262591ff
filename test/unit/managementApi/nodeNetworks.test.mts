import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	addNetworks,
	findChainName,
	readNodeNetwork,
} from '../../../nodes/shared/managementApi/nodeNetworks';
import type { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';

/** A client that lists networks, and records how many were read. */
function listing(networks: Iterable<IDataObject>) {
	const seen = { read: 0, paths: [] as string[] };
	const client = {
		async *list(path: string) {
			seen.paths.push(path);
			for (const network of networks) {
				seen.read += 1;
				yield await Promise.resolve(network);
			}
		},
	};
	return { api: client as unknown as PlatformClient, seen };
}

const network = (number: number): IDataObject => ({ id: `NW-${number}`, protocol: 'ethereum' });

const nodesIn = (...numbers: number[]): IDataObject[] =>
	numbers.map((number) => ({ id: `ND-${number}`, network: `NW-${number}` }));

function* endless(): Generator<IDataObject> {
	for (let number = 1; ; number += 1) yield network(number);
}

describe('networkOf', () => {
	it.each<[IDataObject, object | undefined]>([
		[{ protocol: 'bsc' }, { protocol: 'bsc' }],
		[
			{ protocol: 'bsc', name: 'Mine', configuration: { network: 'bsc-mainnet' } },
			{ protocol: 'bsc', networkName: 'Mine', chainNetwork: 'bsc-mainnet' },
		],
		[{ protocol: 'bsc', name: '', configuration: { network: '' } }, { protocol: 'bsc' }],
		[{ protocol: 'bsc', name: 5, configuration: { network: 5 } }, { protocol: 'bsc' }],
		[{ protocol: 'bsc', name: null, configuration: null }, { protocol: 'bsc' }],
		[{ protocol: '' }, undefined],
		[{ name: 'Mine' }, undefined],
	])('of %j are %j', (given, expected) => {
		expect(readNodeNetwork(given)).toEqual(expected);
	});
});

describe('findChainName', () => {
	it('names the chain as far as it is known', () => {
		expect(findChainName({ protocol: 'bsc', chainNetwork: 'bsc-mainnet' })).toBe(
			'BNB Smart Chain Mainnet',
		);
		expect(findChainName({ protocol: 'bsc' })).toBe('BNB Smart Chain');
		expect(findChainName({})).toBeUndefined();
	});
});

describe('addNetworks', () => {
	const knownOf = async (nodes: IDataObject[], api: PlatformClient) =>
		(await addNetworks(nodes, api)).filter((node) => node.protocol).map((node) => node.network);

	it('reads the list until all networks are found', async () => {
		const { api, seen } = listing(endless());
		const nodes = nodesIn(3, 1, 3);
		const known = nodes.map((node) => ({ ...node, protocol: 'ethereum' }));
		expect(await addNetworks(nodes, api)).toEqual(known);
		expect(await addNetworks([], api)).toEqual([]);
		expect(seen).toEqual({ read: 3, paths: ['/v1/networks/'] });
	});

	it('searches at most 1,000 networks', async () => {
		const { api, seen } = listing(endless());
		expect(await knownOf(nodesIn(1000, 1001), api)).toEqual(['NW-1000']);
		expect(seen.read).toBe(1000);
	});

	it('leaves out networks that are not listed or have no facts', async () => {
		const { api } = listing([network(1), { id: 'NW-2' }]);
		expect(await knownOf(nodesIn(1, 2, 3), api)).toEqual(['NW-1']);
	});
});
