import { hypercore } from '../../../nodes/shared/families/hypercore';
import {
	describeFamily,
	LIMITED,
	rejecting,
	UNREACHABLE,
	without,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const STATUS = 'POST  {"type":"exchangeStatus"}';
const HEAD =
	'POST ../evm {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}';

/** 2026-11-20, ten o'clock. */
const TEN = Date.UTC(2026, 10, 20, 10);
const ANSWERS = {
	[STATUS]: { time: TEN + 300, specialStatuses: null },
	[HEAD]: {
		jsonrpc: '2.0',
		id: 1,
		result: { number: '0x10', hash: '0xab', timestamp: `0x${(TEN / 1000).toString(16)}` },
	},
};
const BLOCK = { blockNumber: 16n, blockHash: '0xab', blockTimeMs: TEN };
const READY = { result: ANSWERS[STATUS], isSyncing: false };

/** A row of what is reported where the exchange says this. */
const saying = (result: object, report: object, head: object = {}): FamilyReport => [
	`of an exchange that says ${JSON.stringify(result)}`,
	{ [STATUS]: result, ...head },
	{ result, isSyncing: false, ...report },
];
const WITH_HEAD = { [HEAD]: ANSWERS[HEAD] };
const NO_TIME = { reason: 'the exchange did not report a time' };

describeFamily({
	family: hypercore,
	answers: ANSWERS,
	state: { asks: [STATUS, HEAD], report: { ...READY, ...BLOCK } },
	reports: [
		saying({ time: TEN - 300 }, { ...BLOCK, blockTimeMs: TEN - 300 }, WITH_HEAD),
		...[
			['["upgrade"]', ['upgrade']],
			['{"halted":true}', { halted: true }],
			['"halted"', 'halted'],
		].map(([text, specialStatuses]) =>
			saying(
				{ specialStatuses },
				{ isSyncing: true, reason: `the exchange reports ${String(text)}` },
			),
		),
		saying({ specialStatuses: [] }, BLOCK, WITH_HEAD),
		saying({ specialStatuses: null }, BLOCK, WITH_HEAD),
		saying({ universe: [] }, BLOCK, WITH_HEAD),
		...[
			without(ANSWERS, HEAD),
			rejecting(ANSWERS, UNREACHABLE, HEAD),
			{ ...ANSWERS, [HEAD]: { jsonrpc: '2.0', id: 1, result: null } },
			{ ...ANSWERS, [HEAD]: { result: { number: 'x', hash: 7, timestamp: {} } } },
		].map(
			(answers): FamilyReport => [
				'the time of the exchange where there is no newest block',
				answers,
				{ ...READY, blockTimeMs: TEN + 300 },
			],
		),
		saying({ universe: [] }, NO_TIME),
		saying({ specialStatuses: [] }, NO_TIME),
		saying({ time: 'now', specialStatuses: null }, NO_TIME),
	],
	unusable: [
		['the response has no status', [null, [], 'ok']],
		['the response is not an exchange status', [{}, { time: 0 }, { status: 'ok' }]],
	],
	faults: [['its newest block does', rejecting(ANSWERS, LIMITED, HEAD), LIMITED]],
});
