import { describe, expect, it } from 'vitest';

import { nodeConfiguration } from '../../../nodes/Chainstack/resources/node/nodeFields';

describe('nodeConfiguration', () => {
	it.each(['ethereum', 'polygon-pos', 'bsc', 'avalanche', 'fantom', 'tezos', 'harmony'])(
		'says for %s whether it is an archive, which the service requires',
		(protocol) => {
			expect(nodeConfiguration(false, undefined, protocol)).toEqual({ archive: false });
			expect(nodeConfiguration(true, undefined, protocol)).toEqual({ archive: true });
		},
	);

	it.each(['bitcoin', 'starknet', 'solana', 'sonic'])(
		'is empty for %s, for which archive is not documented',
		(protocol) => {
			expect(nodeConfiguration(false, undefined, protocol)).toEqual({});
		},
	);

	it('sets archive wherever the user selects it', () => {
		expect(nodeConfiguration(true, undefined, 'sonic')).toEqual({ archive: true });
	});

	it("gives the user's JSON precedence", () => {
		const further = { archive: true, client: 'nitro' };
		expect(nodeConfiguration(false, further, 'ethereum')).toEqual(further);
		expect(nodeConfiguration(false, { shard: 0 }, 'harmony')).toEqual({ archive: false, shard: 0 });
	});
});
