import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import { sui } from '../../../nodes/shared/families/sui';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';
import {
	describeFamily,
	EVERYTHING,
	LIMITED,
	NOT_SERVED,
	probed,
	rejecting,
	UNREACHABLE,
	without,
	type Answers,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const NUMBER = 'sui_getLatestCheckpointSequenceNumber';
const CHECKPOINT = 'sui_getCheckpoint ["212000000"]';
const CHAIN = 'sui_getChainIdentifier';
const GRAPHQL =
	'POST graphql {"query":"{ chainIdentifier checkpoint { sequenceNumber digest timestamp } }"}';

const ANSWERS = {
	[NUMBER]: '212000000',
	[CHECKPOINT]: { sequenceNumber: '212000000', digest: '6vzR', timestampMs: '1795168801123' },
	[CHAIN]: '35834a8a',
};
const NEWEST = {
	result: '212000000',
	isSyncing: false,
	blockNumber: 212_000_000n,
	blockHash: '6vzR',
	blockTimeMs: 1_795_168_801_123,
};
const WHOLE = { ...NEWEST, chainId: '35834a8a' };
const NO_TIME = 'the node did not report the time of its newest checkpoint';
const timeless = (answers: Answers, blockHash?: string): FamilyReport => [
	'that the time of its checkpoint is missing',
	answers,
	{ ...WHOLE, blockHash, blockTimeMs: undefined, reason: NO_TIME },
];

describeFamily({
	family: sui,
	answers: ANSWERS,
	state: { asks: [NUMBER, CHECKPOINT], report: NEWEST },
	facts: [{ wanted: 'chain', asks: [CHAIN], adds: { chainId: '35834a8a' }, decides: true }],
	reports: [
		timeless(without(ANSWERS, CHECKPOINT)),
		timeless(rejecting(ANSWERS, UNREACHABLE, CHECKPOINT)),
		timeless({ ...ANSWERS, [CHECKPOINT]: null }),
		timeless({ ...ANSWERS, [CHECKPOINT]: {} }),
		timeless({ ...ANSWERS, [CHECKPOINT]: { digest: '6vzR' } }, '6vzR'),
		timeless({ ...ANSWERS, [CHECKPOINT]: { digest: 7, timestampMs: '2026-11-20' } }),
		['no empty chain', { ...ANSWERS, [CHAIN]: '' }, NEWEST],
		['no chain that is no text', { ...ANSWERS, [CHAIN]: 7 }, NEWEST],
	],
	unusable: [['the result is not a checkpoint number', [null, '', 'newest', 1.5, {}, []]]],
	faults: [['its checkpoint does', rejecting(ANSWERS, LIMITED, CHECKPOINT), LIMITED]],
});

describe('sui without JSON-RPC', () => {
	const newest = {
		sequenceNumber: 212_000_000,
		digest: '6vzR',
		timestamp: '2026-11-20T10:00:01.123Z',
	};
	const answering = (data: unknown): Answers => ({ [GRAPHQL]: { data } });
	const gone = { asked: [NUMBER, CHAIN, GRAPHQL], fault: NOT_SERVED.call, result: null };

	it.each([
		'35834a8a',
		// The whole digest, of which JSON-RPC gives the first four bytes.
		'4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
	])('is asked by GraphQL, on the chain %s', async (chainIdentifier) => {
		const answers = answering({ chainIdentifier, checkpoint: newest });
		expect(await probed(sui, answers, EVERYTHING)).toEqual({
			asked: [NUMBER, CHAIN, GRAPHQL],
			report: { ...WHOLE, result: newest, blockTimeMs: Date.parse(newest.timestamp) },
		});
	});

	it('says that the time is missing', async () => {
		const checkpoint = { sequenceNumber: '212000000' };
		expect((await probed(sui, answering({ checkpoint }))).report).toEqual({
			result: checkpoint,
			isSyncing: false,
			blockNumber: 212_000_000n,
			reason: NO_TIME,
		});
	});

	it.each([
		['not served', {}],
		['without a checkpoint', answering({ checkpoint: null })],
		['refused', { [GRAPHQL]: { errors: [{ message: 'Unknown field' }] } }],
		['unreachable', rejecting({}, UNREACHABLE, GRAPHQL)],
	])('fails as JSON-RPC does where GraphQL is %s', async (_, answers) => {
		expect(await probed(sui, answers, EVERYTHING)).toEqual(gone);
	});

	const nowhere: FaultAnswer = {
		kind: 'invalidResponse',
		reason: 'key or path wrong (status 404)',
	};

	it.each<[boolean, object]>([
		[true, { report: { result: newest } }],
		[false, { fault: nowhere }],
	])(
		'is asked by GraphQL where nothing there understands JSON-RPC: %s',
		async (hasNoRpc, found) => {
			const answers = {
				...answering({ checkpoint: newest }),
				[NUMBER]: new ProbeError(nowhere, null, hasNoRpc),
			};
			expect(await probed(sui, answers)).toMatchObject(found);
		},
	);

	it('is rate limited where GraphQL is', async () => {
		const answers = rejecting({}, LIMITED, GRAPHQL);
		expect(await probed(sui, answers, EVERYTHING)).toEqual({ ...gone, fault: LIMITED });
	});
});
