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
	['Chainstack', actionCodex],
	['Chainstack Trigger', triggerCodex],
])('%s', (displayName, codex) => {
	it.each(QUERIES)("is found by n8n's search for '%s'", (query) => {
		const [found] = sublimeSearch(query, [{ properties: { displayName, codex } }]);
		expect(found?.score).toBeGreaterThanOrEqual(wholeWord(query));
	});
});

it("n8n's search finds both nodes by the same words", () => {
	expect(triggerCodex.alias).toEqual(actionCodex.alias);
	expect(new Set(actionCodex.alias.map((alias) => alias.toLowerCase())).size).toBe(
		actionCodex.alias.length,
	);
});

it('each node says what it does, the trigger of both: n8n shows its description for the package', () => {
	expect(new Chainstack().description.description).toBe(
		'Create and monitor blockchain nodes, pin to IPFS',
	);
	expect(new ChainstackTrigger().description.description).toBe(
		'Starts the workflow when nodes, networks or usage change; actions call, check and create nodes',
	);
});

it('the list of actions is sorted by what it shows, as n8n asks, and opens with calls and checks', () => {
	const [resource] = new Chainstack().description.properties;
	const names = (resource.options ?? []).map(({ name }) => name);
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	expect(names[0]).toBe('Endpoint (JSON-RPC)');
});

it('the trigger says in the list of actions when it starts the workflow', () => {
	const [event] = new ChainstackTrigger().description.properties;
	const actions = (event.options ?? []).map((option) => ('action' in option ? option.action : ''));
	expect(actions).toContain('When a node fails or recovers');
	expect(actions).toContain('When the platform changes the status of a node');
	expect(actions.every((action) => action?.startsWith('When '))).toBe(true);
});
