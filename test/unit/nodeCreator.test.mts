import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { describe, expect, it } from 'vitest';

import { Chainstack } from '../../nodes/Chainstack/Chainstack.node';
import actionCodex from '../../nodes/Chainstack/Chainstack.node.json' with { type: 'json' };
import { ChainstackTrigger } from '../../nodes/ChainstackTrigger/ChainstackTrigger.node';
import triggerCodex from '../../nodes/ChainstackTrigger/ChainstackTrigger.node.json' with { type: 'json' };

/** Search terms of people who need these nodes. */
const QUERIES = [
	'blockchain',
	'web3',
	'crypto',
	'rpc',
	'json-rpc',
	'eth_syncing',
	'wallet',
	'balance',
	'ethereum',
	'hyperliquid',
	'solana',
	'polygon',
	'bitcoin',
	'arbitrum',
	'avalanche',
	'bsc',
	'node',
	'network',
	'endpoint',
	'provision',
	'deploy',
	'readiness',
	'sync',
	'health',
	'monitor',
	'monitoring',
	'uptime',
	'failover',
	'fallback',
	'redundant',
	'alert',
	'status',
	'usage',
	'quota',
	'ipfs',
	'pin',
	'cid',
	'storage',
	'upload',
	'faucet',
	'testnet',
];

/** The score of n8n's search for a word that matches completely. */
const wholeWord = (query: string) => 115 + 60 * (query.length - 1);

describe.each([
	['Chainstack', new Chainstack(), actionCodex],
	['Chainstack Trigger', new ChainstackTrigger(), triggerCodex],
])('%s', (displayName, node, codex) => {
	it.each(QUERIES)("is found by n8n's search for '%s'", (query) => {
		const [found] = sublimeSearch(query, [{ properties: { displayName, codex } }]);
		expect(found?.score).toBeGreaterThanOrEqual(wholeWord(query));
	});

	it('says what the package does: n8n lists both nodes as one, with one of their descriptions', () => {
		expect(node.description.description).toBe('Create and monitor blockchain nodes, pin to IPFS');
	});
});

it("n8n's search finds both nodes by the same words", () => {
	expect(triggerCodex.alias).toEqual(actionCodex.alias);
	expect(new Set(actionCodex.alias.map((alias) => alias.toLowerCase())).size).toBe(
		actionCodex.alias.length,
	);
});
