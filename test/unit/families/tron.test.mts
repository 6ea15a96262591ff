import { describe, expect, it } from 'vitest';

import { tron } from '../../../nodes/shared/families/tron';
import {
	EVERYTHING,
	LIMITED,
	probed,
	NOT_SERVED,
	rejecting,
	UNREACHABLE,
	without,
	type Answers,
} from '../fixtures/familyAsker.mts';

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
const ANSWERS: Answers = { [BLOCK]: NEWEST, [INFO]: NODE };
const answeringInfo = (info: unknown): Answers => ({ ...ANSWERS, [INFO]: info });

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
	chainKey: '11111',
	peers: 30,
	clientVersion: '4.8.0',
};

describe('tron', () => {
	it.each([
		['all', EVERYTHING, { ...REPORT, finalizedBlocksBehind: 19n }],
		['no more than its state', {}, REPORT],
	])('reports where %s is wanted', async (_, options, report) => {
		expect(await probed(tron, ANSWERS, options)).toEqual({ asked: [BLOCK, INFO], report });
	});

	const [ahead, equal] = [{ needSyncFromPeer: true }, { needSyncFromPeer: false }];

	describe.each(['peerInfoList', 'peerList'])('%s', (name) => {
		it.each([
			[[ahead], 'unlessRecent'],
			[[equal, ahead, ahead], 'unlessRecent'],
			[[equal, ahead], false],
			[[...Array.from({ length: 29 }, () => equal), ahead], false],
			[[{ needSyncFromPeer: 'true' }, {}, null, 7], false],
			[[], false],
			[ahead, false],
			[null, false],
		])('says of %j that most are ahead: %j', async (peers, isSyncing) => {
			const info = { ...NODE, peerInfoList: undefined, [name]: peers };
			expect((await probed(tron, answeringInfo(info))).report).toEqual({
				...REPORT,
				isSyncing,
				reason: isSyncing ? 'it is still downloading blocks from most of its peers' : undefined,
			});
		});
	});

	it.each([
		['Num:100,ID:0', 'Num:90,ID:0', 10n],
		['Num:100', 'Num:100', 0n],
		['Num:100', 'Num:101', 0n],
		[undefined, 'Num:71234560,ID:0', 7n],
		['71234569', 'Num:71234560,ID:0', 7n],
		[71_234_569, 'Num:71234560,ID:0', 7n],
		['Num:100', undefined, undefined],
		['Num:100', 90, undefined],
		['Num:100', '', undefined],
		['Num:100', 'Num:', undefined],
		['Num:100', 'xNum:90', undefined],
		['Num:100', 'Num:x90', undefined],
	])('finalizes between %j and %j', async (block, solidityBlock, finalizedBlocksBehind) => {
		const answers = answeringInfo({ ...NODE, block, solidityBlock });
		expect((await probed(tron, answers, { finality: true })).report).toEqual({
			...REPORT,
			finalizedBlocksBehind,
		});
	});

	it.each([
		['not served', without(ANSWERS, INFO)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, INFO)],
		['null', answeringInfo(null)],
		['empty', answeringInfo({})],
		[
			'of other types',
			answeringInfo({
				block: {},
				solidityBlock: [],
				configNodeInfo: { codeVersion: 4, p2pVersion: 11_111 },
				currentConnectCount: 'many',
				peerInfoList: 'none',
			}),
		],
	])('goes by its newest block where what it says about itself is %s', async (_, answers) => {
		expect((await probed(tron, answers, EVERYTHING)).report).toEqual(HEAD);
	});

	it('leaves out what its newest block lacks', async () => {
		const result = { blockID: 7, block_header: { raw_data: { timestamp: '1' } } };
		const answers = { ...ANSWERS, [BLOCK]: result };
		expect((await probed(tron, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			result,
			blockNumber: undefined,
			blockHash: undefined,
			blockTimeMs: 1,
			finalizedBlocksBehind: 19n,
		});
	});

	it.each([
		['class java.lang.Exception : null', { Error: 'class java.lang.Exception : null' }],
		['the newest block has no readable time', {}],
		['the newest block has no readable time', { Error: 7 }],
		['the newest block has no readable time', { block_header: {} }],
		['the newest block has no readable time', blockOf({ number: 1 })],
		['the newest block has no readable time', blockOf({ number: 1, timestamp: 0 })],
		['the response has no block', null],
		['the response has no block', []],
		['the response has no block', 'ok'],
	])('fails with "%s" for %j', async (reason, result) => {
		expect(await probed(tron, { ...ANSWERS, [BLOCK]: result })).toEqual({
			asked: [BLOCK, INFO],
			fault: { kind: 'invalidResponse', reason },
			result,
		});
	});

	it.each([
		[NOT_SERVED.path, 'newest block', without(ANSWERS, BLOCK)],
		[UNREACHABLE, 'newest block', rejecting(ANSWERS, UNREACHABLE, BLOCK, INFO)],
		[LIMITED, 'information', rejecting(ANSWERS, LIMITED, INFO)],
	])('fails with %j as its %s does', async (fault, _, answers) => {
		expect(await probed(tron, answers)).toEqual({ asked: [BLOCK, INFO], fault, result: null });
	});
});
