import { describe, expect, it } from 'vitest';

import { nodeConfiguration } from '../../../nodes/Chainstack/resources/node/nodeConfiguration';

describe('nodeConfiguration', () => {
	it.each(['ethereum', 'polygon-pos', 'bsc', 'avalanche', 'fantom', 'tezos', 'harmony'])(
		'says for %s whether it is an archive, which the service requires',
		(protocol) => {
			expect(nodeConfiguration(false, undefined, protocol)).toEqual({ archive: false });
			expect(nodeConfiguration(true, undefined, protocol)).toEqual({ archive: true });
		},
	);

	it.each(['bitcoin', 'starknet', 'solana', 'sonic'])(
		'is empty for %s, about whose archive nothing is documented',
		(protocol) => {
			expect(nodeConfiguration(false, undefined, protocol)).toEqual({});
		},
	);

	it('says so wherever the user wants an archive', () => {
		expect(nodeConfiguration(true, undefined, 'sonic')).toEqual({ archive: true });
	});

	it('lets the JSON of the user win', () => {
		const further = { archive: true, client: 'nitro' };
		expect(nodeConfiguration(false, further, 'ethereum')).toEqual(further);
		expect(nodeConfiguration(false, { shard: 0 }, 'harmony')).toEqual({ archive: false, shard: 0 });
	});
});
