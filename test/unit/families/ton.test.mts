import { ton } from '../../../nodes/shared/families/ton';
import {
	describeFamily,
	LIMITED,
	rejecting,
	UNREACHABLE,
	without,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const INFO = 'GET getMasterchainInfo';
const HEADER = 'GET getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=52000000';

const LAST = {
	workchain: -1,
	shard: '-9223372036854775808',
	seqno: 52_000_000,
	root_hash: 'dGVzdA==',
};
const ANSWERS = {
	[INFO]: { ok: true, result: { last: LAST } },
	[HEADER]: { ok: true, result: { global_id: -239, gen_utime: 1_795_168_801 } },
};
const NEWEST = {
	result: { last: LAST },
	isSyncing: false,
	blockNumber: 52_000_000n,
	blockHash: 'dGVzdA==',
};
const REPORT = { ...NEWEST, blockTimeMs: 1_795_168_801_000, chainId: '-239' };
const NO_TIME = 'the node did not report the time of its newest block';
const HASHLESS = { last: { ...LAST, root_hash: 7 } };

describeFamily({
	family: ton,
	answers: ANSWERS,
	state: { asks: [INFO, HEADER], report: REPORT },
	reports: [
		[
			'answers that are not wrapped',
			{ [INFO]: { last: LAST }, [HEADER]: { global_id: '-3', gen_utime: '1795168801' } },
			{ ...REPORT, chainId: '-3' },
		],
		...[
			[{ workchain: null, shard: null, seqno: '7' }, 'workchain=-1&shard=&seqno=7'],
			[{ workchain: -2, shard: 'a&b', seqno: 7 }, 'workchain=-2&shard=a%26b&seqno=7'],
		].map(
			([last, query]): FamilyReport => [
				`the header of the block at ${String(query)}`,
				{ [INFO]: { last }, [`GET getBlockHeader?${String(query)}`]: { gen_utime: 1 } },
				{ result: { last }, isSyncing: false, blockNumber: 7n, blockTimeMs: 1000 },
			],
		),
		...[
			without(ANSWERS, HEADER),
			rejecting(ANSWERS, UNREACHABLE, HEADER),
			...[
				null,
				{ ok: false, error: 'cannot load block' },
				{ global_id: 'main', gen_utime: 'today' },
			].map((header) => ({ ...ANSWERS, [HEADER]: header })),
		].map(
			(answers): FamilyReport => [
				'that the time is missing',
				answers,
				{ ...NEWEST, reason: NO_TIME },
			],
		),
		[
			'its chain even where the time is missing',
			{ ...ANSWERS, [HEADER]: { ok: true, result: { global_id: -239 } } },
			{ ...NEWEST, chainId: '-239', reason: NO_TIME },
		],
		[
			'no hash that is no text',
			{ ...ANSWERS, [INFO]: HASHLESS },
			{ ...REPORT, result: HASHLESS, blockHash: undefined },
		],
	],
	unusable: [
		['cannot load block', [{ ok: false, error: 'cannot load block', result: 'other', code: 503 }]],
		[
			'not synced',
			[
				{ ok: false, result: 'not synced' },
				{ ok: false, error: '', result: 'not synced' },
			],
		],
		[
			"the response says 'ok': false",
			[{ ok: false }, { ok: false, error: 7, result: { last: LAST } }],
		],
		['the response has no object', [[], null, 'ok']],
		["the response has no 'last'", [{}, { ok: true, result: { last: 7 } }], [null, 7]],
		[
			"the newest block has no 'seqno'",
			[{ last: {} }, { result: { last: { seqno: 'x' } } }],
			[{ last: {} }, { last: { seqno: 'x' } }],
		],
	],
	faults: [['its header does', rejecting(ANSWERS, LIMITED, HEADER), LIMITED]],
});
