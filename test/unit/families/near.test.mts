import { near } from '../../../nodes/shared/families/near';
import { bareReports, describeFamily } from '../fixtures/familyProbe.mts';

const STATUS = {
	version: { version: '2.6.0', build: '2.6.0-1' },
	chain_id: 'mainnet',
	sync_info: {
		syncing: false,
		latest_block_height: 130_000_000,
		latest_block_hash: '9FMn',
		latest_block_time: '2026-11-20T10:00:01.123456789Z',
	},
};
const REPORT = {
	result: STATUS,
	isSyncing: false,
	blockNumber: 130_000_000n,
	blockHash: '9FMn',
	blockTimeMs: Date.UTC(2026, 10, 20, 10, 0, 1, 123),
	chainId: 'mainnet',
	clientVersion: '2.6.0',
};
const SYNCING = { ...STATUS, sync_info: { ...STATUS.sync_info, syncing: true } };
const BARE = { sync_info: { syncing: false } };
const OTHER_TYPES = {
	version: '2.6.0',
	chain_id: 1,
	sync_info: {
		syncing: false,
		latest_block_height: 1.5,
		latest_block_hash: [],
		latest_block_time: 1_795_000_000,
	},
};

describeFamily({
	family: near,
	answers: { status: STATUS, network_info: { num_active_peers: 30 } },
	state: { asks: ['status'], report: REPORT },
	facts: [{ wanted: 'peers', asks: ['network_info'], adds: { peers: 30 } }],
	reports: [
		['that it is syncing', { status: SYNCING }, { ...REPORT, result: SYNCING, isSyncing: true }],
		...bareReports('status', [BARE, OTHER_TYPES], { network_info: {} }),
	],
	unusable: [
		['the response has no status', [null, 'ok']],
		["the response has no 'sync_info'", [{}, { sync_info: false }], [null, false]],
		["the response has no 'syncing'", [{ sync_info: {} }, { sync_info: { syncing: 0 } }]],
	],
});
