import { describe, expect, it } from 'vitest';

import { sui } from '../../../nodes/shared/families/sui';
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

const NUMBER = 'sui_getLatestCheckpointSequenceNumber';
const CHECKPOINT = 'sui_getCheckpoint ["212000000"]';
const CHAIN = 'sui_getChainIdentifier';

const GRAPHQL =
	'POST graphql {"query":"{ chainIdentifier checkpoint { sequenceNumber digest timestamp } }"}';

const ANSWERS: Answers = {
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
const REPORT = { ...NEWEST, chainId: '35834a8a' };
const NO_TIME = 'the node did not report the time of its newest checkpoint';

describe('sui', () => {
	it('reports its newest checkpoint and its chain', async () => {
		expect(await probed(sui, ANSWERS, EVERYTHING)).toEqual({
			asked: [NUMBER, CHAIN, CHECKPOINT],
			report: REPORT,
		});
	});

	it('asks for its chain only where that is wanted', async () => {
		expect(await probed(sui, ANSWERS, { ...EVERYTHING, chain: false })).toEqual({
			asked: [NUMBER, CHECKPOINT],
			report: NEWEST,
		});
	});

	it.each([
		['not served', without(ANSWERS, CHECKPOINT), undefined],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, CHECKPOINT), undefined],
		['null', { ...ANSWERS, [CHECKPOINT]: null }, undefined],
		['empty', { ...ANSWERS, [CHECKPOINT]: {} }, undefined],
		['without a time', { ...ANSWERS, [CHECKPOINT]: { digest: '6vzR' } }, '6vzR'],
		[
			'of other types',
			{ ...ANSWERS, [CHECKPOINT]: { digest: 7, timestampMs: '2026-11-20' } },
			undefined,
		],
	])('says that the time is missing where its checkpoint is %s', async (_, answers, blockHash) => {
		expect((await probed(sui, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			blockHash,
			blockTimeMs: undefined,
			reason: NO_TIME,
		});
	});

	it.each([
		['not served', without(ANSWERS, CHAIN)],
		['empty', { ...ANSWERS, [CHAIN]: '' }],
		['no text', { ...ANSWERS, [CHAIN]: 7 }],
	])('leaves out a chain that is %s', async (_, answers) => {
		expect((await probed(sui, answers, EVERYTHING)).report).toEqual(NEWEST);
	});

	it.each([null, '', 'newest', 1.5, {}, []])('cannot tell anything from %j', async (result) => {
		expect(await probed(sui, { [NUMBER]: result })).toEqual({
			asked: [NUMBER],
			fault: { kind: 'invalidResponse', reason: 'the result is not a checkpoint number' },
			result,
		});
	});

	describe('without JSON-RPC', () => {
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
				report: {
					...REPORT,
					result: newest,
					blockTimeMs: Date.parse('2026-11-20T10:00:01.123Z'),
				},
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

		it('is rate limited where GraphQL is', async () => {
			const answers = rejecting({}, LIMITED, GRAPHQL);
			expect(await probed(sui, answers, EVERYTHING)).toEqual({ ...gone, fault: LIMITED });
		});
	});

	it.each([
		[LIMITED, 'number', rejecting(ANSWERS, LIMITED, NUMBER), [NUMBER, CHAIN]],
		[LIMITED, 'chain', rejecting(ANSWERS, LIMITED, CHAIN), [NUMBER, CHAIN]],
		[LIMITED, 'checkpoint', rejecting(ANSWERS, LIMITED, CHECKPOINT), [NUMBER, CHAIN, CHECKPOINT]],
	])('fails with %j as its %s does', async (fault, _, answers, asked) => {
		expect(await probed(sui, answers, EVERYTHING)).toEqual({ asked, fault, result: null });
	});
});
