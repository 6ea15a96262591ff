import { describe, expect, it } from 'vitest';

import { xrpl } from '../../../nodes/shared/families/xrpl';
import {
	EVERYTHING,
	LIMITED,
	probed,
	NOT_SERVED,
	rejecting,
	UNREACHABLE,
	type Probed,
} from '../fixtures/familyAsker.mts';

const INFO = 'POST  {"method":"server_info","params":[{}]}';

const SERVER = {
	build_version: '3.0.0',
	network_id: 0,
	peers: 21,
	server_state: 'full',
	validated_ledger: { seq: 100_000_000, hash: 'C0FFEE', age: 3 },
};
const FACTS = {
	blockNumber: 100_000_000n,
	blockHash: 'C0FFEE',
	blockAgeMs: 3000,
	chainId: '0',
	peers: 21,
	clientVersion: '3.0.0',
};

/** Looks at a server with a result. */
const probedWith = async (result: unknown): Promise<Probed> =>
	await probed(xrpl, { [INFO]: { result } }, EVERYTHING);

describe('xrpl', () => {
	it.each([{}, EVERYTHING])('reports all with one request, where %j is wanted', async (options) => {
		const result = { status: 'success', info: SERVER };
		expect(await probed(xrpl, { [INFO]: { result } }, options)).toEqual({
			asked: [INFO],
			report: { result, isSyncing: false, ...FACTS },
		});
	});

	it.each(['full', 'validating', 'proposing'])('is synchronized when %s', async (state) => {
		const result = { info: { ...SERVER, server_state: state } };
		expect((await probedWith(result)).report).toEqual({ result, isSyncing: false, ...FACTS });
	});

	it.each(['disconnected', 'connected', 'syncing', 'tracking'])(
		'is syncing when %s',
		async (state) => {
			const result = { info: { ...SERVER, server_state: state } };
			const reason = `the server is ${state}`;
			expect((await probedWith(result)).report).toEqual({
				result,
				isSyncing: true,
				reason,
				...FACTS,
			});
		},
	);

	it.each([
		['noNetwork', 'Not synced to the network.', 'Not synced to the network.'],
		['noCurrent', undefined, 'noCurrent'],
		['noClosed', '', 'noClosed'],
		['notReady', 7, 'notReady'],
		['notSynced', 'Not synced.', 'Not synced.'],
	])('is syncing while it says %s (%j)', async (error, message, reason) => {
		const result = { status: 'error', error, error_message: message };
		expect(await probedWith(result)).toEqual({
			asked: [INFO],
			report: { result, isSyncing: true, reason },
		});
	});

	it.each([
		['internal', 'Internal error.', 'Internal error.'],
		['amendmentBlocked', undefined, 'amendmentBlocked'],
	])('fails with the error %s (%j)', async (error, error_message, message) => {
		const result = { status: 'error', error, error_message };
		expect(await probedWith(result)).toEqual({
			asked: [INFO],
			fault: { kind: 'rpcError', code: error, message },
			result,
		});
	});

	it.each([
		['missing', { server_state: 'full' }],
		['empty', { server_state: 'full', validated_ledger: {}, error: '' }],
		[
			'of other types',
			{
				server_state: 'full',
				validated_ledger: { seq: 'many', hash: 7, age: -1 },
				network_id: 'main',
				peers: 'many',
				build_version: 3,
			},
		],
	])('says that the age of its newest ledger is missing where facts are %s', async (_, info) => {
		expect((await probedWith({ info })).report).toEqual({
			result: { info },
			isSyncing: false,
			reason: 'the server did not report the age of its newest validated ledger',
		});
	});

	describe('Clio', () => {
		// As its documentation shows it (xrpl.org, server_info of Clio).
		const info = {
			complete_ledgers: '32570-102609807',
			load_factor: 1,
			clio_version: '2.7.0',
			libxrpl_version: '3.0.0',
			rippled_version: '3.1.0',
			network_id: 0,
			validation_quorum: 28,
			validated_ledger: { seq: 100_000_000, hash: 'C0FFEE', age: 3, base_fee_xrp: 0.000_01 },
		};

		it('is judged by the age of its validated ledger', async () => {
			const result = { info, validated: true, status: 'success' };
			expect((await probedWith(result)).report).toEqual({
				result,
				isSyncing: false,
				...FACTS,
				peers: undefined,
				clientVersion: 'Clio 2.7.0',
			});
		});

		it('is not ready without one', async () => {
			const result = { info: { ...info, validated_ledger: undefined } };
			expect((await probedWith(result)).report).toMatchObject({
				isSyncing: true,
				reason: 'the server has no validated ledger',
			});
		});

		it('goes by a state where it gives one', async () => {
			const result = { info: { ...info, server_state: 'connected' } };
			expect((await probedWith(result)).report).toMatchObject({ isSyncing: true });
		});
	});

	it('says nothing about a missing age while it is syncing', async () => {
		const result = { info: { server_state: 'connected' } };
		expect((await probedWith(result)).report).toEqual({
			result,
			isSyncing: true,
			reason: 'the server is connected',
		});
	});

	it('has a ledger of the current second', async () => {
		const result = { info: { server_state: 'full', validated_ledger: { age: 0 } } };
		expect((await probedWith(result)).report).toEqual({ result, isSyncing: false, blockAgeMs: 0 });
	});

	it.each([{}, { server_state: '' }, { server_state: 'FULL' }, { server_state: 7 }])(
		'cannot tell anything from the state in %j',
		async (info) => {
			expect(await probedWith({ info })).toEqual({
				asked: [INFO],
				fault: { kind: 'invalidResponse', reason: "the response has no known 'server_state'" },
				result: { info },
			});
		},
	);

	it.each([
		['object', null, null],
		['object', [], []],
		["'result'", {}, null],
		["'result'", { result: 'ok' }, 'ok'],
		["'info'", { result: {} }, null],
		["'info'", { result: { info: [] } }, []],
	])('cannot tell anything without %s (%j)', async (what, answer, result) => {
		expect(await probed(xrpl, { [INFO]: answer })).toEqual({
			asked: [INFO],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result,
		});
	});

	it.each([NOT_SERVED.path, LIMITED, UNREACHABLE])(
		'fails with %j as its server does',
		async (fault) => {
			expect(await probed(xrpl, rejecting({}, fault, INFO))).toEqual({
				asked: [INFO],
				fault,
				result: null,
			});
		},
	);
});
