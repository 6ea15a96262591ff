import { describe, expect, it } from 'vitest';

import { buildNodeConfiguration } from '../../../nodes/Chainstack/resources/node/nodeFields';

describe('nodeConfiguration', () => {
	it.each(['ethereum', 'polygon-pos', 'bsc', 'avalanche', 'fantom', 'tezos', 'harmony'])(
		'says for %s whether it is an archive, which the service requires',
		(protocol) => {
			expect(buildNodeConfiguration(false, undefined, protocol)).toEqual({ archive: false });
			expect(buildNodeConfiguration(true, undefined, protocol)).toEqual({ archive: true });
		},
	);

	it.each(['bitcoin', 'starknet', 'solana', 'sonic'])(
		'is empty for %s, for which archive is not documented',
		(protocol) => {
			expect(buildNodeConfiguration(false, undefined, protocol)).toEqual({});
		},
	);

	it('sets archive wherever the user selects it', () => {
		expect(buildNodeConfiguration(true, undefined, 'sonic')).toEqual({ archive: true });
	});
});
