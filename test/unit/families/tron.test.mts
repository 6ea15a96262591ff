import { tron } from '../../../nodes/shared/families/tron';
import {
	describeFamily,
	LIMITED,
	rejecting,
	UNREACHABLE,
	without,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const BLOCK = 'POST getnowblock {}';
const INFO = 'GET getnodeinfo';

const blockOf = (rawData: object): object => ({
	blockID: '00000000043ef',
	block_header: { raw_data: rawData },
});
const NEWEST = blockOf({ number: 71_234_567, timestamp: 1_795_168_801_123 });
const NODE = {
	block: 'Num:71234569,ID:00000000043f1',
	solidityBlock: 'Num:71234550,ID:00000000043de',
	configNodeInfo: { codeVersion: '4.8.0', p2pVersion: '11111' },
	currentConnectCount: 30,
	peerInfoList: [{ needSyncFromPeer: false }, { needSyncFromPeer: false }],
};
const ANSWERS = { [BLOCK]: NEWEST, [INFO]: NODE };
const answeringInfo = (info: unknown) => ({ ...ANSWERS, [INFO]: info });

const HEAD = {
	result: NEWEST,
	isSyncing: false,
	blockNumber: 71_234_567n,
	blockHash: '00000000043ef',
	blockTimeMs: 1_795_168_801_123,
};
const REPORT = {
	...HEAD,
	chainId: '728126428',
	chainMark: '11111',
	peers: 30,
	clientVersion: '4.8.0',
};
const ahead = { needSyncFromPeer: true };
const equal = { needSyncFromPeer: false };
const TIMELESS = { blockID: 7, block_header: { raw_data: { timestamp: '1' } } };

/** A row of a node that has these peers; only its state is wanted. */
const among = (peers: unknown, isAhead: boolean, name = 'peerInfoList'): FamilyReport => [
	`that most of its peers are ahead: ${isAhead} (${name}: ${JSON.stringify(peers).slice(0, 60)})`,
	answeringInfo({ ...NODE, peerInfoList: undefined, [name]: peers }),
	{
		...REPORT,
		isSyncing: isAhead ? 'unlessRecent' : false,
		reason: isAhead ? 'it is still downloading blocks from most of its peers' : undefined,
	},
	{},
];

describeFamily({
	family: tron,
	answers: ANSWERS,
	state: { asks: [BLOCK, INFO], report: REPORT },
	facts: [{ wanted: 'finality', asks: [], adds: { finalizedBlock: 71_234_550n } }],
	reports: [
		...['peerInfoList', 'peerList'].flatMap((name) => [
			among([equal, ahead, ahead], true, name),
			among([equal, ahead], false, name),
			among([{ needSyncFromPeer: 'true' }, {}, null, 7], false, name),
			among(ahead, false, name),
		]),
		...[
			['Num:90,ID:0', 90n],
			['Num:90', 90n],
			...[90, '90', 'xNum:90'].map((each) => [each, undefined]),
		].map(
			([solidityBlock, finalizedBlock]): FamilyReport => [
				`what is final as ${solidityBlock} says`,
				answeringInfo({ ...NODE, solidityBlock }),
				{ ...REPORT, finalizedBlock },
			],
		),
		...[
			without(ANSWERS, INFO),
			rejecting(ANSWERS, UNREACHABLE, INFO),
			answeringInfo(null),
			answeringInfo({}),
			answeringInfo({
				block: {},
				solidityBlock: [],
				configNodeInfo: { codeVersion: 4, p2pVersion: 11_111 },
				currentConnectCount: 'many',
				peerInfoList: 'none',
			}),
		].map(
			(answers): FamilyReport => [
				'its newest block alone where it says nothing about itself',
				answers,
				HEAD,
			],
		),
		[
			'nothing that its newest block lacks',
			{ ...ANSWERS, [BLOCK]: TIMELESS },
			{
				...REPORT,
				result: TIMELESS,
				blockNumber: undefined,
				blockHash: undefined,
				blockTimeMs: 1,
				finalizedBlock: 71_234_550n,
			},
		],
	],
	unusable: [
		['class java.lang.Exception : null', [{ Error: 'class java.lang.Exception : null' }]],
		[
			'the newest block has no readable time',
			[
				{},
				{ Error: 7 },
				{ block_header: {} },
				blockOf({ number: 1 }),
				blockOf({ number: 1, timestamp: 0 }),
			],
		],
		['the response has no block', [null, [], 'ok']],
	],
	faults: [
		['its information does', rejecting(ANSWERS, LIMITED, INFO), LIMITED],
		['its newest block does', rejecting(ANSWERS, UNREACHABLE, BLOCK, INFO), UNREACHABLE],
	],
});
