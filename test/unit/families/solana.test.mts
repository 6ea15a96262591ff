import { ProbeError } from '../../../nodes/shared/families/family';
import { solana } from '../../../nodes/shared/families/solana';
import { errorAnswer } from '../fixtures/answers.mts';
import {
	describeFamily,
	LIMITED,
	rejecting,
	UNREACHABLE,
	without,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const EPOCH_INFO = 'getEpochInfo [{"commitment":"confirmed"}]';
const BLOCK_TIME = 'getBlockTime [411000000]';

const ANSWERS = {
	getHealth: 'ok',
	[EPOCH_INFO]: { absoluteSlot: 411_000_000, blockHeight: 389_000_000, epoch: 951 },
	getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
	getClusterNodes: [{ pubkey: 'a' }, { pubkey: 'b' }, { pubkey: 'c' }],
	getVersion: { 'solana-core': '3.0.6', 'feature-set': 3_604_001_754 },
	[BLOCK_TIME]: 1_795_168_801,
};
const OK = { result: 'ok', isSyncing: false };
const HEAD = { blockNumber: 411_000_000n, blockTimeMs: 1_795_168_801_000 };
const FACTS = { chainId: ANSWERS.getGenesisHash, peers: 3, clientVersion: '3.0.6' };
const WHOLE = { ...OK, ...HEAD, ...FACTS };
const TIMELESS = {
	...WHOLE,
	blockTimeMs: undefined,
	reason: 'the node did not report the time of its newest slot',
};

/** An unhealthy node. */
const unhealthy = (data?: unknown): ProbeError =>
	new ProbeError(errorAnswer(-32005, 'Node is unhealthy', data, { errors: solana.errors }));
/** A row of an unhealthy node that says this about itself. */
const says = (data: unknown, result: object): FamilyReport => [
	`that it is syncing, as its message says, with ${JSON.stringify(data)}`,
	{ getHealth: unhealthy(data) },
	{ result, isSyncing: true, reason: 'Node is unhealthy' },
	{},
];

describeFamily({
	family: solana,
	answers: ANSWERS,
	state: { asks: ['getHealth'], report: OK },
	facts: [
		{
			wanted: 'head',
			asks: [EPOCH_INFO, BLOCK_TIME],
			adds: HEAD,
			decides: true,
			isNeeded: true,
		},
		{
			wanted: 'chain',
			asks: ['getGenesisHash'],
			decides: true,
			adds: { chainId: FACTS.chainId },
		},
		{ wanted: 'peers', asks: ['getClusterNodes'], adds: { peers: 3 } },
		{ wanted: 'clientVersion', asks: ['getVersion'], adds: { clientVersion: '3.0.6' } },
	],
	reports: [
		[
			'how many slots it is behind',
			{ ...ANSWERS, getHealth: unhealthy({ numSlotsBehind: 4200 }) },
			{ ...WHOLE, result: { numSlotsBehind: 4200 }, isSyncing: true, blocksBehind: 4200n },
		],
		says(undefined, {}),
		says('behind', {}),
		says({ numSlotsBehind: null }, { numSlotsBehind: null }),
		says({ numSlotsBehind: -1 }, { numSlotsBehind: -1 }),
		...[
			[{ numSlotsBehind: 1 }, { blocksBehind: 1n }],
			[{}, { reason: 'Node is unhealthy' }],
		].map(
			([data, more]): FamilyReport => [
				'nothing about a missing time while it is syncing',
				{ ...without(ANSWERS, BLOCK_TIME), getHealth: unhealthy(data) },
				{ result: data, isSyncing: true, blockNumber: HEAD.blockNumber, ...more },
				{ head: true },
			],
		),
		...[
			without(ANSWERS, BLOCK_TIME),
			{ ...ANSWERS, [BLOCK_TIME]: 'today' },
			rejecting(ANSWERS, UNREACHABLE, BLOCK_TIME),
		].map(
			(answers): FamilyReport => ['that the time of its newest slot is missing', answers, TIMELESS],
		),
		...[without(ANSWERS, EPOCH_INFO), { ...ANSWERS, [EPOCH_INFO]: { absoluteSlot: 'many' } }].map(
			(answers): FamilyReport => [
				'no time where its newest slot is unknown',
				answers,
				{ ...OK, ...FACTS, reason: TIMELESS.reason },
			],
		),
		[
			'nothing of another type',
			{ ...ANSWERS, getGenesisHash: 7, getClusterNodes: { length: 3 }, getVersion: '3.0.6' },
			{ ...OK, ...HEAD },
		],
	],
	unusable: [
		['getHealth says "behind" instead of "ok"', ['behind']],
		['getHealth says {"ok":true} instead of "ok"', [{ ok: true }]],
	],
	faults: [['its time does', rejecting(ANSWERS, LIMITED, BLOCK_TIME), LIMITED]],
});
