import { cosmos } from '../../../nodes/shared/families/cosmos';
import { bareReports, describeFamily } from '../fixtures/familyProbe.mts';

const STATUS = {
	node_info: { network: 'celestia', version: '0.38.12' },
	sync_info: {
		catching_up: false,
		latest_block_height: '4200000',
		latest_block_hash: 'AB12',
		latest_block_time: '2026-11-20T10:00:01.123456789Z',
	},
};
const REPORT = {
	result: STATUS,
	isSyncing: false,
	blockNumber: 4_200_000n,
	blockHash: 'AB12',
	blockTimeMs: Date.UTC(2026, 10, 20, 10, 0, 1, 123),
	chainId: 'celestia',
	clientVersion: '0.38.12',
};
const SYNCING = { ...STATUS, sync_info: { ...STATUS.sync_info, catching_up: true } };
const BARE = { sync_info: { catching_up: false } };
const OTHER_TYPES = {
	node_info: 'celestia',
	sync_info: {
		catching_up: false,
		latest_block_height: 'many',
		latest_block_hash: 7,
		latest_block_time: 1,
	},
};

describeFamily({
	family: cosmos,
	answers: { status: STATUS, net_info: { n_peers: '12' } },
	state: { asks: ['status'], report: REPORT },
	facts: [{ wanted: 'peers', asks: ['net_info'], adds: { peers: 12 } }],
	reports: [
		['that it catches up', { status: SYNCING }, { ...REPORT, result: SYNCING, isSyncing: true }],
		...bareReports('status', [BARE, OTHER_TYPES], { net_info: {} }),
	],
	unusable: [
		['the response has no status', [null, 'ok']],
		["the response has no 'sync_info'", [{}, { sync_info: 1 }], [null, 1]],
		[
			"the response has no 'catching_up'",
			[{ sync_info: {} }, { sync_info: { catching_up: 'no' } }],
		],
	],
});
