import { describe, expect, it } from 'vitest';

import { bitcoin } from '../../../nodes/shared/families/bitcoin';
import { ProbeError } from '../../../nodes/shared/families/family';
import { errorAnswer } from '../fixtures/answers.mts';
import {
	describeFamily,
	LIMITED,
	probed,
	rejecting,
	type Answers,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const INFO = 'getblockchaininfo';
const GENESIS = 'getblockhash [0]';
const PEERS = 'getconnectioncount';
const VERSION = 'getnetworkinfo';
const HEADER = 'getblockheader ["00ab"]';

const SYNCED = {
	chain: 'main',
	blocks: 900_000,
	headers: 900_000,
	bestblockhash: '00ab',
	initialblockdownload: false,
	time: 1_763_632_801,
};
const ANSWERS = {
	[INFO]: SYNCED,
	[GENESIS]: '000000000019d668',
	[PEERS]: 10,
	[VERSION]: { subversion: '/Satoshi:30.0.0/' },
};
const REPORT = {
	result: SYNCED,
	isSyncing: false,
	currentBlock: 900_000n,
	highestBlock: 900_000n,
	blocksBehind: 0n,
	blockNumber: 900_000n,
	blockHash: '00ab',
	blockTimeMs: 1_763_632_801_000,
	chainId: 'main',
};
const FACTS = { chainMark: '000000000019d668', peers: 10, clientVersion: '/Satoshi:30.0.0/' };
const DOWNLOADING = { isSyncing: true, reason: 'its initial block download is in progress' };

/** Zebra has no flag (zebra.zfnd.org, GetBlockchainInfoResponse); that of zcashd is the other way round. */
const ZEBRA = { initialblockdownload: undefined };
const ZCASHD = { ...ZEBRA, verificationprogress: 0.9999 };

/** A row of a node that says only this about its chain. */
const saying = (result: object, report: object): FamilyReport => [
	`of ${JSON.stringify(result)}`,
	{ [INFO]: result },
	{ result, ...report },
	{},
];
/** A row of a synchronized node of which this differs. */
const differing = (members: object, report: object): FamilyReport => {
	const result = { ...SYNCED, ...members };
	return saying(result, { ...REPORT, result, ...report });
};

describeFamily({
	family: bitcoin,
	answers: ANSWERS,
	state: { asks: [INFO], report: REPORT },
	facts: [
		{ wanted: 'chain', asks: [GENESIS], adds: { chainMark: FACTS.chainMark }, decides: true },
		{ wanted: 'peers', asks: [PEERS], adds: { peers: 10 } },
		{ wanted: 'clientVersion', asks: [VERSION], adds: { clientVersion: FACTS.clientVersion } },
	],
	reports: [
		differing({ headers: 900_003 }, { highestBlock: 900_003n, blocksBehind: 3n }),
		differing({ headers: 900_004 }, { isSyncing: true, highestBlock: 900_004n, blocksBehind: 4n }),
		differing({ initialblockdownload: true }, DOWNLOADING),
		// Without a flag and a progress, headers may be no more than its own blocks.
		differing({ initialblockdownload: undefined }, { isSyncing: 'unlessRecent' }),
		differing({ initialblockdownload: 'true' }, { isSyncing: 'unlessRecent' }),
		differing({ initialblockdownload: undefined, verificationprogress: 0.9999 }, {}),
		differing({ verificationprogress: 0.9 }, { isSyncing: 'unlessRecent' }),
		differing({ ...ZCASHD, initial_block_download_complete: false }, DOWNLOADING),
		differing({ ...ZCASHD, initial_block_download_complete: true }, {}),
		differing(
			{ ...ZCASHD, initial_block_download_complete: true, estimatedheight: 900_004 },
			{ isSyncing: 'unlessRecent', highestBlock: 900_004n, blocksBehind: 4n },
		),
		differing(
			{ ...ZEBRA, estimatedheight: 1_800_000, verificationprogress: 0.5 },
			{ isSyncing: 'unlessRecent', highestBlock: 1_800_000n, blocksBehind: 900_000n },
		),
		differing(
			{ ...ZEBRA, estimatedheight: 900_003, verificationprogress: 0.99999 },
			{ highestBlock: 900_003n, blocksBehind: 3n },
		),
		differing({ ...ZEBRA, estimatedheight: 899_998, verificationprogress: 1.00001 }, {}),
		saying({ initialblockdownload: true }, DOWNLOADING),
		saying({ initialblockdownload: false, headers: 5 }, { isSyncing: false, highestBlock: 5n }),
		saying(
			{ blocks: '0', headers: 0, chain: 1, bestblockhash: '', time: 'now' },
			{
				isSyncing: 'unlessRecent',
				currentBlock: 0n,
				highestBlock: 0n,
				blocksBehind: 0n,
				blockNumber: 0n,
			},
		),
		[
			'that it is syncing while it starts',
			{
				...ANSWERS,
				[INFO]: new ProbeError(
					errorAnswer(-28, 'Verifying blocks…', undefined, { errors: bitcoin.errors }),
				),
			},
			{
				result: null,
				isSyncing: true,
				...FACTS,
				reason: 'the node is starting: Verifying blocks…',
			},
		],
		[
			'no further facts of another type',
			{ [INFO]: SYNCED, [GENESIS]: 0, [PEERS]: 'many', [VERSION]: { subversion: 30 } },
			REPORT,
		],
	],
	unusable: [
		[
			"the response has neither 'blocks' and 'headers' nor 'initialblockdownload'",
			[{}, { blocks: 5 }, { blocks: 5, headers: 'five', initialblockdownload: 'false' }],
		],
		['the response has no blockchain info', [null, 'ok', false, [[]]]],
	],
});

describe('the time of the newest block, where the node is too old to report it with its chain', () => {
	const older = { ...SYNCED, time: undefined };
	const timeless = { ...REPORT, result: older, blockTimeMs: undefined };
	const nameless = { ...older, bestblockhash: undefined };
	const header = { time: 1_763_632_700 };

	const head = { head: true };
	const found = { ...timeless, blockTimeMs: 1_763_632_700_000 };
	const unnamed = { ...timeless, result: nameless, blockHash: undefined };
	const known = { [INFO]: older, [HEADER]: header };

	it.each<[string, Answers, object, string[], object]>([
		['comes from its header', known, head, [HEADER], found],
		['is not asked for where no newest block is wanted', known, {}, [], timeless],
		['is not asked for where the node does not name it', { [INFO]: nameless }, head, [], unnamed],
		['is left out where it is not served', { [INFO]: older }, head, [HEADER], timeless],
	])('%s', async (_, answers, options, asked, report) => {
		expect(await probed(bitcoin, answers, options)).toEqual({ asked: [INFO, ...asked], report });
	});

	it('is asked for where it decides', async () => {
		const blocks = { blocks: 5, headers: 5, estimatedheight: 5000, verificationprogress: 0.001 };
		const given = { [INFO]: { bestblockhash: '00ab', ...blocks }, [HEADER]: header };
		const { asked, report } = await probed(bitcoin, given);
		expect(asked).toEqual([INFO, HEADER]);
		expect(report).toMatchObject({ isSyncing: 'unlessRecent', blockTimeMs: 1_763_632_700_000 });
	});

	it('may decide, so a rate limit of its question is one of the node', async () => {
		const answers = rejecting({ [INFO]: older }, LIMITED, HEADER);
		const { fault } = await probed(bitcoin, answers, head);
		expect(fault).toEqual(LIMITED);
	});
});
