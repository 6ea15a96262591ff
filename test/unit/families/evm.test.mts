import { describe, expect, it } from 'vitest';

import { evm } from '../../../nodes/shared/families/evm';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { errorAnswer } from '../fixtures/answers.mts';
import {
	describeFamily,
	LIMITED,
	NOT_SERVED,
	probed,
	rejecting,
	UNREACHABLE,
	without,
	type FamilyFault,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const SYNCING = 'eth_syncing';
const HEIGHT = 'eth_blockNumber';
const LATEST = 'eth_getBlockByNumber ["latest",false]';
const CHAIN = 'eth_chainId';
const PEERS = 'net_peerCount';
const FINALIZED = 'eth_getBlockByNumber ["finalized",false]';
const SAFE = 'eth_getBlockByNumber ["safe",false]';
const VERSION = 'web3_clientVersion';

const BLOCK = { number: '0x64', hash: '0xab', timestamp: '0x691eeaa1' };
const ANSWERS = {
	[SYNCING]: false,
	[HEIGHT]: '0x63',
	[LATEST]: BLOCK,
	[CHAIN]: '0x88bb0',
	[PEERS]: '0x19',
	[FINALIZED]: { number: '0x20' },
	[SAFE]: { number: '0x40' },
	[VERSION]: 'Geth/v1.16.7',
};
const SYNCED = { result: false, isSyncing: false };
const HEAD = { blockNumber: 100n, blockHash: '0xab', blockTimeMs: 0x691eeaa1 * 1000 };
const chainId = '560048';
const FINALITY = { finalizedBlock: 0x20n, safeBlock: 0x40n };
const FACTS = { peers: 25, ...FINALITY, clientVersion: 'Geth/v1.16.7' };
const REPORT = { ...SYNCED, ...HEAD, chainId };
const FIRST_BLOCK = { [HEIGHT]: '0x0', [LATEST]: { ...BLOCK, number: '0x0' } };
const NO_TIME = 'the newest block has no readable time';
const head = { head: true };

const INITIAL_SYNC = {
	kind: 'rpcError',
	code: -32008,
	message: 'Initial sync is still in progress',
} as const;
const STARTING = { result: null, isSyncing: true, reason: INITIAL_SYNC.message };

/** A row of a node that is synchronizing, and of nothing but its state. */
const syncing = (result: unknown, blocks: object): FamilyReport => [
	`that it is syncing while it answers ${JSON.stringify(result)}`,
	{ [SYNCING]: result },
	{ result, isSyncing: true, ...blocks },
	{},
];
const unreadable = (question: string, result: unknown, reason: string): FamilyFault => [
	`where ${question} returns ${JSON.stringify(result)}`,
	{ ...ANSWERS, [question]: result },
	{ kind: 'invalidResponse', reason },
	head,
];

describeFamily({
	family: evm,
	answers: ANSWERS,
	state: { asks: [SYNCING], report: SYNCED },
	facts: [
		{
			wanted: 'head',
			asks: [HEIGHT, LATEST, CHAIN],
			adds: { ...HEAD, chainId },
			decides: true,
			isNeeded: true,
		},
		{ wanted: 'chain', asks: [CHAIN], adds: { chainId }, decides: true },
		{ wanted: 'peers', asks: [PEERS], adds: { peers: 25 } },
		{ wanted: 'finality', asks: [FINALIZED, SAFE], adds: FINALITY },
		{ wanted: 'clientVersion', asks: [VERSION], adds: { clientVersion: 'Geth/v1.16.7' } },
	],
	reports: [
		syncing(true, {}),
		syncing({}, {}),
		syncing(
			{ startingBlock: '0x0', currentBlock: '0x64', highestBlock: '0xC8' },
			{ startingBlock: 0n, currentBlock: 100n, highestBlock: 200n, blocksBehind: 100n },
		),
		syncing(
			{ currentBlock: '0x65', highestBlock: '0x64' },
			{ currentBlock: 101n, highestBlock: 100n, blocksBehind: 0n },
		),
		syncing({ currentBlock: {}, highestBlock: '0x64' }, { highestBlock: 100n }),
		// Lotus (Filecoin).
		syncing(
			{ startingblock: '0x0', currentblock: '0x63', highestblock: '0x64' },
			{ startingBlock: 0n, currentBlock: 99n, highestBlock: 100n, blocksBehind: 1n },
		),
		// A descendant of geth whose blocks are complete.
		syncing(
			{ currentBlock: '0x64', highestBlock: '0x64', txIndexRemainingBlocks: '0x1f4' },
			{
				currentBlock: 100n,
				highestBlock: 100n,
				blocksBehind: 0n,
				stillDoes: 'it has yet to index the transactions of 500 blocks',
			},
		),
		syncing(
			{ currentBlock: '0x64', highestBlock: '0x65', txIndexRemainingBlocks: '0x0' },
			{ currentBlock: 100n, highestBlock: 101n, blocksBehind: 1n },
		),
		[
			'that it is syncing where it says so to every question (Besu)',
			rejecting(ANSWERS, INITIAL_SYNC, SYNCING, HEIGHT, LATEST),
			{ chainId, ...STARTING },
			head,
		],
		[
			'that it is syncing while it rejects eth_syncing',
			rejecting({}, INITIAL_SYNC, SYNCING),
			STARTING,
			{},
		],
		[
			'of a fresh node that it has the first block, and how many are missing',
			{ ...ANSWERS, ...FIRST_BLOCK, [SYNCING]: { currentBlock: '0x0', highestBlock: '0x64' } },
			{
				...REPORT,
				result: { currentBlock: '0x0', highestBlock: '0x64' },
				isSyncing: true,
				currentBlock: 0n,
				highestBlock: 100n,
				blocksBehind: 100n,
				blockNumber: 0n,
			},
			head,
		],
		...[NOT_SERVED.call, errorAnswer(-32600, 'Method eth_syncing is not supported')].map(
			(fault): FamilyReport => [
				'its newest block where eth_syncing is not served',
				rejecting(ANSWERS, fault, SYNCING),
				{
					...REPORT,
					result: null,
					reason: 'it does not serve eth_syncing: only its newest block was judged',
				},
				head,
			],
		),
		[
			'the height of its own question where the newest block has none',
			{ ...ANSWERS, [LATEST]: { number: null, hash: 7, timestamp: '0x1' } },
			{
				...REPORT,
				...FACTS,
				blockNumber: 99n,
				blockHash: undefined,
				blockTimeMs: 1000,
			},
		],
		...[
			[null, 'many', null, 8],
			['mainnet', -1, '0x20', null],
		].map(
			([chain, peers, block, version]): FamilyReport => [
				`no further facts such as ${JSON.stringify([chain, peers, block, version])}`,
				{
					...ANSWERS,
					[CHAIN]: chain,
					[PEERS]: peers,
					[FINALIZED]: block,
					[SAFE]: block,
					[VERSION]: version,
				},
				{ ...SYNCED, ...HEAD },
			],
		),
	],
	unusable: [
		['the result is null, neither false nor an object', [null]],
		['the result is an array, neither false nor an object', [[]]],
		['the result is "false", neither false nor an object', ['false']],
		['the result is 0, neither false nor an object', [0]],
	],
	faults: [
		unreadable(HEIGHT, null, 'the endpoint returned no block number (null)'),
		unreadable(HEIGHT, '0x', 'the endpoint returned no block number ("0x")'),
		unreadable(LATEST, null, 'the endpoint returned no newest block (null)'),
		unreadable(LATEST, [1], 'the endpoint returned no newest block ([1])'),
		unreadable(LATEST, {}, NO_TIME),
		unreadable(LATEST, { ...BLOCK, timestamp: 'now' }, NO_TIME),
		['its newest block does', rejecting(ANSWERS, UNREACHABLE, LATEST), UNREACHABLE],
		['its height does', without(ANSWERS, HEIGHT), NOT_SERVED.call],
		['other faults of eth_syncing', rejecting(ANSWERS, LIMITED, SYNCING), LIMITED, head],
		['other faults of eth_syncing', rejecting(ANSWERS, UNREACHABLE, SYNCING), UNREACHABLE, head],
	],
});

describe('an EVM node that syncs', () => {
	const syncs = { currentBlock: '0x0', highestBlock: '0x16e3600' };

	it('needs no time of the first block', async () => {
		const first = { number: '0x0', hash: '0xd4', timestamp: '0x0' };
		const answers = { ...ANSWERS, [HEIGHT]: '0x0', [LATEST]: first };
		const { report } = await probed(evm, { ...answers, [SYNCING]: syncs }, head);
		expect(report).toMatchObject({ isSyncing: true, blocksBehind: 24_000_000n, blockNumber: 0n });
		expect(report?.blockTimeMs).toBeUndefined();
		const fault: FaultAnswer = { kind: 'invalidResponse', reason: NO_TIME };
		expect((await probed(evm, answers, head)).fault).toEqual(fault);
	});

	it.each([true, syncs])('need not have a newest block yet (%j)', async (syncing) => {
		const answers = { ...ANSWERS, [SYNCING]: syncing, [HEIGHT]: '0x0', [LATEST]: null };
		const { report } = await probed(evm, answers, head);
		expect(report).toMatchObject({ isSyncing: true, blockNumber: 0n });
		expect(report?.blockTimeMs).toBeUndefined();
	});
});
