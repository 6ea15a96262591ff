import { expect, it } from 'vitest';

import { CHAINS, type FamilyName } from '../../../nodes/shared/addresses/chains';
import { findReference, getUsualLag, splitMoment } from '../../../nodes/shared/across/moments';

it.each<[FamilyName, string, unknown, unknown, bigint | undefined]>([
	['solana', 'getBalance', { context: { slot: 7, apiVersion: '2' }, value: 42 }, { value: 42 }, 7n],
	['solana', 'getSlot', 7, 7, undefined],
	['near', 'query', { amount: '1', block_height: 9, block_hash: 'x' }, { amount: '1' }, 9n],
	['near', 'block', { header: { height: 9 } }, { header: { height: 9 } }, undefined],
	[
		'ton',
		'getAddressInformation',
		{ balance: '1', block_id: { seqno: 3 }, sync_utime: 5, '@extra': 'x' },
		{ balance: '1' },
		3n,
	],
	['stellar', 'getLedgerEntries', { entries: [], latestLedger: 4 }, { entries: [] }, 4n],
	[
		'xrpl',
		'account_info',
		{ Balance: '1', ledger_index: 8, ledger_hash: 'x' },
		{ Balance: '1' },
		8n,
	],
	['xrpl', 'account_info', { Balance: '1', ledger_current_index: 8 }, { Balance: '1' }, 8n],
	['xrpl', 'tx', { hash: 'x', ledger_index: 8 }, { hash: 'x', ledger_index: 8 }, undefined],
	[
		'cosmos',
		'abci_query',
		{ response: { value: 'x', height: '12' } },
		{ response: { value: 'x' } },
		12n,
	],
	['evm', 'eth_getBalance', { latestLedger: 1 }, { latestLedger: 1 }, undefined],
])('%s %s: %j is %j at %s', (family, method, result, said, moment) => {
	const found = splitMoment(family, method, result);
	expect([found.said, found.moment]).toEqual([said, moment]);
});

it('takes the latest moment that at least half have reached', () => {
	expect(findReference([])).toBeUndefined();
	expect(findReference([5n])).toBe(5n);
	expect(findReference([5n, 9n])).toBe(9n);
	expect(findReference([5n, 9n, 7n])).toBe(7n);
	expect(findReference([5n, 6n, 99n, 7n])).toBe(7n);
});

it('takes the usual lag of a family where nothing is known of the chain', () => {
	const [unknown] = CHAINS.filter(({ network }) => network === 'dydx');
	expect(getUsualLag('cosmos', unknown)).toBe(5n);
	expect(getUsualLag('stellar', undefined)).toBe(10n);
	expect(getUsualLag('solana', undefined)).toBeGreaterThanOrEqual(100n);
});
