import { describe, expect, it } from 'vitest';

import { buildNodeBody } from '../../../nodes/Chainstack/resources/node/nodeFields';

/** The configuration of a node of a protocol. */
function configurationOf(archive: boolean, protocol?: string): unknown {
	const place = { provider: 'aws' as const, region: 'us-east-1' };
	const options = { allowUndocumentedValues: true };
	const node = { name: 'Node', type: 'dedicated' as const, ...place, archive, options };
	return buildNodeBody(node, protocol).configuration;
}

describe('the configuration of a node', () => {
	it.each(['ethereum', 'polygon-pos', 'bsc', 'avalanche', 'fantom', 'tezos', 'harmony'])(
		'says for %s whether it is an archive, which the service requires',
		(protocol) => {
			expect(configurationOf(false, protocol)).toEqual({ archive: false });
			expect(configurationOf(true, protocol)).toEqual({ archive: true });
		},
	);

	it.each(['bitcoin', 'starknet', 'solana', 'sonic', undefined])(
		'is empty for %s, for which archive is not documented',
		(protocol) => {
			expect(configurationOf(false, protocol)).toEqual({});
		},
	);

	it('sets archive wherever the user selects it', () => {
		expect(configurationOf(true, 'sonic')).toEqual({ archive: true });
	});
});
