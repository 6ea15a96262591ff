import { starknet } from '../../../nodes/shared/families/starknet';
import {
	describeFamily,
	rejecting,
	UNREACHABLE,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const SYNCING = 'starknet_syncing';
const BLOCK = 'starknet_getBlockWithTxHashes ["latest"]';
const CHAIN = 'starknet_chainId';
const VERSION = 'starknet_specVersion';

const ANSWERS = {
	[SYNCING]: false,
	[BLOCK]: { block_number: 4_200_000, block_hash: '0x6ab', timestamp: 1_795_168_801 },
	[CHAIN]: '0x534e5f4d41494e',
	[VERSION]: '0.9.0',
};
const HEAD = {
	blockNumber: 4_200_000n,
	blockHash: '0x6ab',
	blockTimeMs: 1_795_168_801_000,
	chainId: 'SN_MAIN',
};
const SYNCED = { result: false, isSyncing: false };
const clientVersion = 'specification 0.9.0';
const WHOLE = { ...SYNCED, ...HEAD, clientVersion };

/** A row of a node that says this of its synchronization; nothing but its state is wanted. */
const syncing = (result: unknown, report: object, answers: object = {}): FamilyReport => [
	`that it is syncing: ${JSON.stringify(result)}`,
	{ ...answers, [SYNCING]: result },
	{ result, isSyncing: true, ...report },
	{},
];
const behind = (missing: number, report: object): FamilyReport =>
	syncing(
		{
			starting_block_num: '0x10',
			current_block_num: 1000,
			highest_block_num: `0x${(1000 + missing).toString(16)}`,
		},
		{
			startingBlock: 16n,
			currentBlock: 1000n,
			highestBlock: BigInt(1000 + missing),
			...report,
			// The age of its newest block decides.
			...HEAD,
			chainId: undefined,
			isSyncing: 'unlessRecent',
		},
		ANSWERS,
	);
const NEAR = { current_block_num: 1000, highest_block_num: 1002 };

describeFamily({
	family: starknet,
	answers: ANSWERS,
	state: { asks: [SYNCING], report: SYNCED },
	facts: [
		{ wanted: 'head', asks: [BLOCK, CHAIN], adds: HEAD, decides: true, isNeeded: true },
		{ wanted: 'clientVersion', asks: [VERSION], adds: { clientVersion } },
	],
	reports: [
		syncing(true, {}),
		behind(4200, { blocksBehind: 4200n }),
		behind(2, { blocksBehind: 2n }),
		behind(0, { blocksBehind: 0n }),
		syncing(NEAR, {
			isSyncing: 'unlessRecent',
			currentBlock: 1000n,
			highestBlock: 1002n,
			blocksBehind: 2n,
		}),
		syncing({}, {}),
		syncing({ current_block_num: 1000 }, { currentBlock: 1000n }),
		syncing(
			{ starting_block_num: 1, current_block_num: 1000, highest_block_num: 'pending' },
			{ startingBlock: 1n, currentBlock: 1000n },
		),
		...[
			['0x534e5f4d41494e', 'SN_MAIN'],
			['0X534E5F5345504F4C4941', 'SN_SEPOLIA'],
			['SN_MAIN', 'SN_MAIN'],
			['0x534e5', '0x534e5'],
			['', undefined],
			[7, undefined],
		].map(
			([id, chainId]): FamilyReport => [
				`the chain ${id} as ${chainId}`,
				{ ...ANSWERS, [CHAIN]: id },
				{ ...WHOLE, chainId },
			],
		),
		['nothing that is missing', { [SYNCING]: false, [BLOCK]: {} }, SYNCED],
		[
			'nothing of another type',
			{
				[SYNCING]: false,
				[BLOCK]: { block_number: null, block_hash: 7, timestamp: 'today' },
				[CHAIN]: {},
				[VERSION]: 9,
			},
			SYNCED,
		],
		['nothing empty', { [SYNCING]: false, [BLOCK]: null, [CHAIN]: '', [VERSION]: '' }, SYNCED],
	],
	unusable: [['the result is neither false nor an object', [null, 'no', 0, []]]],
	faults: [['its newest block does', rejecting(ANSWERS, UNREACHABLE, BLOCK), UNREACHABLE]],
});
