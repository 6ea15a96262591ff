import { polkadot } from '../../../nodes/shared/families/polkadot';
import {
	describeFamily,
	LIMITED,
	rejecting,
	UNREACHABLE,
	without,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const HEALTH = 'system_health';
const SYNC = 'system_syncState';
const HEADER = 'chain_getHeader';
const TIME =
	'state_getStorage ["0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb"]';
const CHAIN = 'system_chain';
const FINALIZED = 'chain_getFinalizedHead';
const FINALIZED_HEADER = 'chain_getHeader ["0xfe"]';
const VERSION = 'system_version';

const HEALTHY = { peers: 40, isSyncing: false, shouldHavePeers: true };
const ANSWERS = {
	[HEALTH]: HEALTHY,
	[SYNC]: { startingBlock: 10, currentBlock: 99, highestBlock: 101 },
	[HEADER]: { number: '0x64' },
	[TIME]: '0xe8e4b4a09a010000',
	[CHAIN]: 'Polkadot',
	[FINALIZED]: '0xfe',
	[FINALIZED_HEADER]: { number: '0x60' },
	[VERSION]: '1.20.2',
};
const SYNCED = { result: HEALTHY, isSyncing: false, peers: 40 };
const BLOCKS = { startingBlock: 10n, currentBlock: 99n, highestBlock: 101n, blocksBehind: 2n };
const STATE = { ...SYNCED, ...BLOCKS, blockNumber: 99n };
const HEAD = { blockNumber: 100n, blockTimeMs: 1_763_632_801_000, chainId: 'Polkadot' };
const WHOLE = { ...STATE, ...HEAD, finalizedBlock: 96n, clientVersion: '1.20.2' };
const NO_TIME = 'the node did not report the time of its newest block';
const NO_PEERS = { isSyncing: true, peers: 0, reason: 'it has no peers' };
const head = { head: true };

/** A row of what a node reports that says this of its health, and with what else it says. */
const healthy = (
	result: object,
	report: object,
	answers: object = {},
	options: object = {},
): FamilyReport => [
	`of ${JSON.stringify(result)}`,
	{ ...answers, [HEALTH]: result },
	{ result, ...report },
	options,
];
const synced = (sync: object | null, blocks: object): FamilyReport =>
	healthy(HEALTHY, { ...SYNCED, ...blocks }, { [SYNC]: sync });
const FURTHER = [SYNC, HEADER, TIME, CHAIN, FINALIZED, VERSION];

describeFamily({
	family: polkadot,
	answers: ANSWERS,
	state: { asks: [HEALTH, SYNC], report: STATE },
	whole: WHOLE,
	facts: [
		{
			wanted: 'head',
			asks: [HEADER, TIME, CHAIN],
			adds: HEAD,
			decides: true,
			isNeeded: true,
		},
		{ wanted: 'chain', asks: [CHAIN], adds: { chainId: 'Polkadot' }, decides: true },
		{
			wanted: 'finality',
			asks: [FINALIZED, FINALIZED_HEADER],
			adds: { finalizedBlock: 96n },
		},
		{ wanted: 'clientVersion', asks: [VERSION], adds: { clientVersion: '1.20.2' } },
	],
	reports: [
		healthy({ isSyncing: true }, { isSyncing: true }),
		healthy({ isSyncing: false, peers: 0, shouldHavePeers: true }, NO_PEERS),
		healthy({ isSyncing: false, peers: 1, shouldHavePeers: true }, { isSyncing: false, peers: 1 }),
		healthy({ isSyncing: false, peers: 0, shouldHavePeers: false }, { isSyncing: false, peers: 0 }),
		healthy({ isSyncing: false, peers: 'none', shouldHavePeers: true }, { isSyncing: false }),
		// First that it has no peers, then that the time is missing.
		healthy({ isSyncing: false, peers: 0, shouldHavePeers: true }, NO_PEERS, {}, head),
		synced({ currentBlock: 7 }, { currentBlock: 7n, blockNumber: 7n }),
		synced({ startingBlock: [], currentBlock: 'seven', highestBlock: 0.5 }, {}),
		synced(null, {}),
		...[
			null,
			'0xe8e4b4a09a0100',
			'e8e4b4a09a010000',
			'0xe8e4b4a09a01000g',
			// Later than any date.
			'0x0100dcc208b21e00',
		].map(
			(time): FamilyReport => [
				`that the time of the newest block is missing: ${JSON.stringify(time)}`,
				{ ...ANSWERS, [TIME]: time },
				{ ...STATE, ...HEAD, blockTimeMs: undefined, reason: NO_TIME },
				head,
			],
		),
		...[{ ...ANSWERS, [HEADER]: { number: 'hundred' } }, without(ANSWERS, HEADER)].map(
			(answers): FamilyReport => [
				'the height of its state where the newest header has none',
				answers,
				{ ...STATE, ...HEAD, blockNumber: 99n },
				head,
			],
		),
		...[
			{ ...ANSWERS, [FINALIZED]: { hash: '0xfe' } },
			rejecting(ANSWERS, LIMITED, FINALIZED_HEADER),
		].map(
			(answers): FamilyReport => [
				'no finalized block that cannot be read',
				answers,
				STATE,
				{ finality: true },
			],
		),
		...[
			without(ANSWERS, ...FURTHER),
			rejecting(ANSWERS, UNREACHABLE, ...FURTHER),
			{ [HEALTH]: HEALTHY, [CHAIN]: 1, [VERSION]: {}, [FINALIZED]: null },
		].map(
			(answers): FamilyReport => [
				'its health where nothing else can be read',
				answers,
				{ ...SYNCED, reason: NO_TIME },
			],
		),
	],
	unusable: [
		['the response has no health', [null, []]],
		["the response has no 'isSyncing'", [{}, { isSyncing: 0 }]],
	],
	faults: [SYNC, HEADER, TIME].map((question) => [
		`${question} does`,
		rejecting(ANSWERS, LIMITED, question),
		LIMITED,
	]),
});
