import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/jsonRpc/chains';
import {
	ageOf,
	askFamily,
	readingOfFault,
	type FamilyAnswer,
} from '../../../nodes/shared/readiness/askFamily';
import { EndpointFault } from '../../../nodes/shared/readiness/families/family';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { familyEndpoint } from '../fixtures/familyEndpoint.mts';
import { fault, type Respond } from '../fixtures/requestContext.mts';

const NOW = Date.UTC(2026, 10, 21, 12);
const EFFORT = { latencyMs: 0, attempts: 1 };

useStoppedTime(0);
beforeEach(() => void vi.setSystemTime(NOW));

/** What is reported about an endpoint. */
async function answerOf(family: FamilyName, respond: Respond): Promise<FamilyAnswer> {
	const { endpoint, ...context } = familyEndpoint(family, respond);
	return await finish(askFamily(endpoint, 1, context));
}

describe('askFamily', () => {
	/** What a server of the XRP Ledger says, which gives the age of its newest ledger. */
	const ledger = (age?: number, state = 'full') => ({
		info: { server_state: state, validated_ledger: { seq: 9, age } },
	});

	it.each<[string, object, object]>([
		['has a newest block of the longest age', ledger(24), { state: 'ready' }],
		['has an older one', ledger(25), { state: 'syncing', reason: 'its newest block is 25 s old' }],
		[
			'says itself why it is not ready',
			ledger(25, 'connected'),
			{ state: 'syncing', reason: 'the server is connected' },
		],
		[
			'does not say how old its newest block is',
			ledger(),
			{
				state: 'ready',
				reason: 'the server did not report the age of its newest validated ledger',
			},
		],
	])('reports a node that %s', async (_, result, expected) => {
		expect(await answerOf('xrpl', () => ({ body: { result } }))).toStrictEqual({
			...expected,
			result: JSON.parse(JSON.stringify(result)) as unknown,
			blocks: {},
			httpStatus: 200,
			...EFFORT,
		});
	});

	it('reports the blocks that a node counts', async () => {
		const data = { head_slot: '100', sync_distance: '9', is_syncing: true };
		expect(await answerOf('beacon', () => ({ body: { data } }))).toStrictEqual({
			state: 'syncing',
			reason: 'its newest block is 108 s old',
			result: data,
			blocks: { currentBlock: 100, highestBlock: 109, blocksBehind: 9 },
			httpStatus: 200,
			...EFFORT,
		});
	});

	it.each<[string, Respond, object]>([
		[
			'does not accept the key, with what to do about it',
			() => ({ status: 401, body: '<html>401 Authorization Required</html>' }),
			{
				state: 'unauthorized',
				reason: 'the endpoint did not accept the key (status 401)',
				httpStatus: 401,
				lastingHint: 'Check the key of the endpoint',
			},
		],
		[
			'refuses the connection, without a status',
			() => {
				throw fault('ECONNREFUSED');
			},
			{ state: 'unreachable', reason: 'connection refused, nothing is listening there' },
		],
	])('reports an endpoint that %s', async (_, respond, expected) => {
		expect(await answerOf('aptos', respond)).toStrictEqual({
			...expected,
			result: null,
			blocks: {},
			...EFFORT,
		});
	});
});

describe('readingOfFault', () => {
	it.each<[FamilyName, number, string]>([
		[
			'solana',
			-32601,
			'no such method here, check the path, and whether it is a node of Solana: Sorry (code -32601)',
		],
		['evm', -32601, 'no EVM method here, check the path: Sorry (code -32601)'],
		['solana', -32603, 'Sorry (code -32603)'],
	])('says where to look where a node of %s answers with error %d', (family, code, reason) => {
		const answer = new EndpointFault({ kind: 'rpcError', code, message: 'Sorry' }, { raw: true });
		expect(readingOfFault(answer, family)).toStrictEqual({
			state: 'rpcError',
			result: { raw: true },
			reason,
			blocks: {},
		});
	});
});

describe('ageOf', () => {
	const pace = { blockTimeMs: 1000, usualLag: 5 };
	const look = { result: null, isSyncing: false };
	const HOUR = 3_600_000;

	it.each<FamilyName>(['evm', 'beacon'])(
		'is not known of a block of %s without a time',
		(family) => {
			const effort = { endedAtMs: NOW, clockAheadMs: 0 };
			expect(ageOf(look, effort, { family, pace })).toBeUndefined();
		},
	);

	it.each([
		[15, 0],
		[16, 3584],
	])('of a block %d s ahead of a server that is an hour late: %d s', (aheadSeconds, ageSeconds) => {
		const blockTimeMs = NOW - HOUR + aheadSeconds * 1000;
		const effort = { endedAtMs: NOW, clockAheadMs: HOUR };
		const age = ageOf({ ...look, blockTimeMs }, effort, { family: 'evm', pace });
		expect(age).toBe(ageSeconds * 1000);
	});

	it('is none of a block that is ahead of both clocks', () => {
		const effort = { endedAtMs: NOW, clockAheadMs: HOUR };
		const future = { ...look, blockTimeMs: NOW + HOUR };
		expect(ageOf(future, effort, { family: 'evm', pace })).toBe(0);
	});
});
