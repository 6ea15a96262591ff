import { describe, expect, it } from 'vitest';

import { aptos } from '../../../nodes/shared/families/aptos';
import {
	EVERYTHING,
	LIMITED,
	probed,
	NOT_SERVED,
	rejecting,
	UNREACHABLE,
} from '../fixtures/familyAsker.mts';

const LEDGER = {
	chain_id: 1,
	epoch: '14000',
	ledger_version: '3780000000',
	ledger_timestamp: '1795168801123456',
	block_height: '420000000',
	git_hash: '8d1c2b3a',
};

describe('aptos', () => {
	it.each([{}, EVERYTHING])('reports all with one request, where %j is wanted', async (options) => {
		expect(await probed(aptos, { 'GET ': LEDGER }, options)).toEqual({
			asked: ['GET '],
			report: {
				result: LEDGER,
				isSyncing: false,
				blockNumber: 420_000_000n,
				blockTimeMs: 1_795_168_801_123,
				chainId: '1',
				clientVersion: '8d1c2b3a',
			},
		});
	});

	it.each([
		['missing', {}],
		['of another type', { chain_id: 'mainnet', block_height: null, git_hash: 7 }],
	])('leaves out what is %s', async (_, members) => {
		const result = { ...members, ledger_timestamp: 1_795_168_801_123_456 };
		expect((await probed(aptos, { 'GET ': result }, EVERYTHING)).report).toEqual({
			result,
			isSyncing: false,
			blockTimeMs: 1_795_168_801_123,
		});
	});

	it.each([
		['ledger', null],
		['ledger', 'ok'],
		['ledger', []],
		["readable 'ledger_timestamp'", {}],
		["readable 'ledger_timestamp'", { ...LEDGER, ledger_timestamp: '0' }],
		["readable 'ledger_timestamp'", { ...LEDGER, ledger_timestamp: '2026-11-20' }],
	])('cannot tell anything without %s (%j)', async (what, result) => {
		expect(await probed(aptos, { 'GET ': result })).toEqual({
			asked: ['GET '],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result,
		});
	});

	it.each([NOT_SERVED.path, LIMITED, UNREACHABLE])(
		'fails with %j as its ledger does',
		async (fault) => {
			expect(await probed(aptos, rejecting({}, fault, 'GET '))).toEqual({
				asked: ['GET '],
				fault,
				result: null,
			});
		},
	);
});
