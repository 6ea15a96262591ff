import { aptos } from '../../../nodes/shared/families/aptos';
import { describeFamily } from '../fixtures/familyProbe.mts';

const LEDGER = {
	chain_id: 1,
	epoch: '14000',
	ledger_version: '3780000000',
	ledger_timestamp: '1795168801123456',
	block_height: '420000000',
	git_hash: '8d1c2b3a',
};
const ASK = 'GET ';
const bare = (members: object) => ({ ...members, ledger_timestamp: 1_795_168_801_123_456 });
const ofTime = (result: object) => ({ result, isSyncing: false, blockTimeMs: 1_795_168_801_123 });
const OTHER_TYPES = bare({ chain_id: 'mainnet', block_height: null, git_hash: 7 });

describeFamily({
	family: aptos,
	answers: { [ASK]: LEDGER },
	state: {
		asks: [ASK],
		report: {
			...ofTime(LEDGER),
			blockNumber: 420_000_000n,
			chainId: '1',
			clientVersion: '8d1c2b3a',
		},
	},
	reports: [
		['nothing that is missing', { [ASK]: bare({}) }, ofTime(bare({}))],
		['nothing of another type', { [ASK]: OTHER_TYPES }, ofTime(OTHER_TYPES)],
	],
	unusable: [
		['the response has no ledger', [null, 'ok', []]],
		[
			"the response has no readable 'ledger_timestamp'",
			[{}, { ...LEDGER, ledger_timestamp: '0' }, { ...LEDGER, ledger_timestamp: '2026-11-20' }],
		],
	],
});
