import { beacon } from '../../../nodes/shared/families/beacon';
import { describeFamily, type FamilyReport } from '../fixtures/familyProbe.mts';

const SYNCING = 'GET eth/v1/node/syncing';
const SPEC = 'GET eth/v1/config/spec';
const PEERS = 'GET eth/v1/node/peer_count';
const VERSION = 'GET eth/v1/node/version';

const SYNCED = {
	head_slot: '13000000',
	sync_distance: '1',
	is_syncing: false,
	is_optimistic: false,
	el_offline: false,
};
const ANSWERS = {
	[SYNCING]: { data: SYNCED },
	[SPEC]: { data: { DEPOSIT_CHAIN_ID: '560048' } },
	[PEERS]: { data: { connected: '64', disconnected: '9' } },
	[VERSION]: { data: { version: 'Lighthouse/v8.0.0' } },
};
const REPORT = {
	result: SYNCED,
	isSyncing: false,
	currentBlock: 13_000_000n,
	highestBlock: 13_000_001n,
	blocksBehind: 1n,
	blockNumber: 13_000_000n,
};

/** A row of what a node reports with this answer, and nothing else is wanted. */
const saying = (data: object, report: object): FamilyReport => [
	JSON.stringify(data),
	{ [SYNCING]: { data } },
	{ result: data, ...report },
	{},
];
const flagged = (flags: object, report: object = {}) => {
	const data = { ...SYNCED, ...flags };
	return saying(data, { ...REPORT, result: data, ...report });
};
const notVerified = 'its execution client has not verified the newest blocks';

describeFamily({
	family: beacon,
	answers: ANSWERS,
	state: { asks: [SYNCING], report: REPORT },
	facts: [
		{ wanted: 'chain', asks: [SPEC], adds: { chainId: '560048' }, decides: true },
		{ wanted: 'peers', asks: [PEERS], adds: { peers: 64 } },
		{ wanted: 'clientVersion', asks: [VERSION], adds: { clientVersion: 'Lighthouse/v8.0.0' } },
	],
	reports: [
		flagged({ is_syncing: true }, { isSyncing: true }),
		flagged({ is_optimistic: true }, { isSyncing: true, reason: notVerified }),
		flagged({ is_optimistic: 'true' }, { isSyncing: true, reason: notVerified }),
		flagged(
			{ el_offline: true },
			{ isSyncing: true, reason: 'its execution client is out of reach' },
		),
		flagged({ is_syncing: 'false', is_optimistic: 'false', el_offline: 'false' }),
		flagged({ is_optimistic: 1, el_offline: 'yes' }),
		saying(
			{ is_syncing: false, head_slot: '7' },
			{ isSyncing: false, currentBlock: 7n, blockNumber: 7n },
		),
		saying({ is_syncing: false, sync_distance: '7' }, { isSyncing: false, blocksBehind: 7n }),
		saying({ is_syncing: false, head_slot: null, sync_distance: [] }, { isSyncing: false }),
		[
			'nothing of another type',
			{
				...ANSWERS,
				[SPEC]: { data: { DEPOSIT_CHAIN_ID: 'hoodi' } },
				[PEERS]: { data: { connected: '-1' } },
				[VERSION]: { data: { version: 8 } },
			},
			REPORT,
		],
	],
	unusable: [
		["the response has no 'data'", [null, {}, { data: [] }], [null, null, []]],
		[
			"the response has no 'is_syncing'",
			[{}, { is_syncing: 'yes' }, { is_syncing: 0 }, { el_offline: true }].map((data) => ({
				data,
			})),
			[{}, { is_syncing: 'yes' }, { is_syncing: 0 }, { el_offline: true }],
		],
	],
});
