import { describe, expect, it } from 'vitest';

import { beacon } from '../../../nodes/shared/families/beacon';
import {
	EVERYTHING,
	LIMITED,
	probed,
	NOT_SERVED,
	rejecting,
	UNREACHABLE,
	without,
	type Answers,
} from '../fixtures/familyAsker.mts';

const SYNCING = 'GET eth/v1/node/syncing';
const SPEC = 'GET eth/v1/config/spec';
const PEERS = 'GET eth/v1/node/peer_count';
const VERSION = 'GET eth/v1/node/version';

const SYNCED = {
	data: {
		head_slot: '13000000',
		sync_distance: '1',
		is_syncing: false,
		is_optimistic: false,
		el_offline: false,
	},
};
const ANSWERS: Answers = {
	[SYNCING]: SYNCED,
	[SPEC]: { data: { DEPOSIT_CHAIN_ID: '560048' } },
	[PEERS]: { data: { connected: '64', disconnected: '9' } },
	[VERSION]: { data: { version: 'Lighthouse/v8.0.0' } },
};
const REPORT = {
	result: SYNCED.data,
	isSyncing: false,
	currentBlock: 13_000_000n,
	highestBlock: 13_000_001n,
	blocksBehind: 1n,
	blockNumber: 13_000_000n,
};
const FACTS = { chainId: '560048', peers: 64, clientVersion: 'Lighthouse/v8.0.0' };

/** What is found where a node answers this when asked whether it is synchronizing. */
const probedWith = async (data: object) => await probed(beacon, { [SYNCING]: { data } });

describe('beacon', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(beacon, ANSWERS, EVERYTHING)).toEqual({
			asked: [SYNCING, SPEC, PEERS, VERSION],
			report: { ...REPORT, ...FACTS },
		});
	});

	it.each([
		[{}, [], {}],
		[{ head: true, finality: true }, [], {}],
		[{ chain: true }, [SPEC], { chainId: '560048' }],
		[{ peers: true }, [PEERS], { peers: 64 }],
		[{ clientVersion: true }, [VERSION], { clientVersion: 'Lighthouse/v8.0.0' }],
	])('asks only for what is wanted: %j', async (options, asked, facts) => {
		expect(await probed(beacon, ANSWERS, options)).toEqual({
			asked: [SYNCING, ...asked],
			report: { ...REPORT, ...facts },
		});
	});

	it.each([
		[{ is_syncing: true }, undefined],
		[{ is_syncing: 'true' }, undefined],
		[{ is_optimistic: true }, 'its execution client has not verified the newest blocks'],
		[{ is_optimistic: 'true' }, 'its execution client has not verified the newest blocks'],
		[{ el_offline: true }, 'its execution client is out of reach'],
		[
			{ is_syncing: true, is_optimistic: true, el_offline: true },
			'its execution client has not verified the newest blocks',
		],
	])('is not ready with %j', async (flags, reason) => {
		const result = { ...SYNCED.data, ...flags };
		expect((await probedWith(result)).report).toEqual({
			...REPORT,
			result,
			isSyncing: true,
			reason,
		});
	});

	it.each([
		[{ is_syncing: 'false', is_optimistic: 'false', el_offline: 'false' }],
		[{ is_optimistic: undefined, el_offline: undefined }],
		[{ is_optimistic: 1, el_offline: 'yes' }],
	])('is ready with %j', async (flags) => {
		const result = { ...SYNCED.data, ...flags };
		expect((await probedWith(result)).report).toEqual({ ...REPORT, result });
	});

	it.each([
		[{}, {}],
		[{ head_slot: '7' }, { currentBlock: 7n, blockNumber: 7n }],
		[{ sync_distance: '7' }, { blocksBehind: 7n }],
		[{ head_slot: null, sync_distance: [] }, {}],
		[
			{ head_slot: 0, sync_distance: 0 },
			{ currentBlock: 0n, highestBlock: 0n, blocksBehind: 0n, blockNumber: 0n },
		],
	])('reads the slots there are: %j', async (slots, found) => {
		const result = { is_syncing: false, ...slots };
		expect((await probedWith(result)).report).toEqual({ result, isSyncing: false, ...found });
	});

	it('leaves out further facts of another type', async () => {
		const { report } = await probed(
			beacon,
			{
				...ANSWERS,
				[SPEC]: { data: { DEPOSIT_CHAIN_ID: 'hoodi' } },
				[PEERS]: { data: { connected: '-1' } },
				[VERSION]: { data: { version: 8 } },
			},
			EVERYTHING,
		);
		expect(report).toEqual(REPORT);
	});

	it.each([
		['not served', without(ANSWERS, SPEC, PEERS, VERSION)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, SPEC, PEERS, VERSION)],
	])('does without further facts that are %s', async (_, answers) => {
		expect((await probed(beacon, answers, EVERYTHING)).report).toEqual(REPORT);
	});

	it('does without peers and version where only they are rate limited', async () => {
		const { report } = await probed(
			beacon,
			rejecting(ANSWERS, LIMITED, PEERS, VERSION),
			EVERYTHING,
		);
		expect(report).toEqual({ ...REPORT, chainId: '560048' });
	});

	it.each([
		[LIMITED, rejecting(ANSWERS, LIMITED, SPEC)],
		[LIMITED, rejecting(ANSWERS, LIMITED, SYNCING)],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, SYNCING)],
		[NOT_SERVED.path, {}],
	])('fails with %j where that decides', async (fault, answers) => {
		expect(await probed(beacon, answers, EVERYTHING)).toEqual({
			asked: [SYNCING, SPEC, PEERS, VERSION],
			fault,
			result: null,
		});
	});

	it.each([
		["'data'", null, null],
		["'data'", {}, null],
		["'data'", { data: [] }, []],
		["'is_syncing'", { data: {} }, {}],
		["'is_syncing'", { data: { is_syncing: 'yes' } }, { is_syncing: 'yes' }],
		["'is_syncing'", { data: { is_syncing: 0 } }, { is_syncing: 0 }],
		["'is_syncing'", { data: { el_offline: true } }, { el_offline: true }],
	])('cannot tell anything without %s (%j)', async (what, answer, result) => {
		expect(await probed(beacon, { [SYNCING]: answer })).toEqual({
			asked: [SYNCING],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result,
		});
	});
});
