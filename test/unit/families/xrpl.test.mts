import { describe, expect, it } from 'vitest';

import { xrpl } from '../../../nodes/shared/families/xrpl';
import { probeEndpoint } from '../../../nodes/shared/readiness/probe';
import { familyEndpoint } from '../fixtures/familyEndpoint.mts';
import { describeFamily, type FamilyReport } from '../fixtures/familyProbe.mts';

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
/** As the documentation of Clio shows it (xrpl.org, server_info of Clio). */
const CLIO = {
	complete_ledgers: '32570-102609807',
	load_factor: 1,
	clio_version: '2.7.0',
	libxrpl_version: '3.0.0',
	rippled_version: '3.1.0',
	network_id: 0,
	validation_quorum: 28,
	validated_ledger: { seq: 100_000_000, hash: 'C0FFEE', age: 3, base_fee_xrp: 0.000_01 },
};
const OF_CLIO = { ...FACTS, peers: undefined, clientVersion: 'Clio 2.7.0' };
const SYNCED = { status: 'success', info: SERVER };

/** A row of what a server reports with this result. */
const saying = (result: object, report: object): FamilyReport => [
	JSON.stringify(result),
	{ [INFO]: { result } },
	{ result, ...report },
];
const informing = (info: object, report: object) => saying({ info }, report);
const NO_AGE = {
	isSyncing: false,
	reason: 'the server did not report the age of its newest validated ledger',
};
/** Results that say no known state. */
const STATELESS = [{}, { server_state: '' }, { server_state: 'FULL' }, { server_state: 7 }].map(
	(info) => ({ info }),
);

describeFamily({
	family: xrpl,
	answers: { [INFO]: { result: SYNCED } },
	state: { asks: [INFO], report: { result: SYNCED, isSyncing: false, ...FACTS } },
	reports: [
		...['full', 'validating', 'proposing'].map((state) =>
			informing({ ...SERVER, server_state: state }, { isSyncing: false, ...FACTS }),
		),
		...['disconnected', 'connected', 'syncing', 'tracking'].map((state) =>
			informing(
				{ ...SERVER, server_state: state },
				{ isSyncing: true, reason: `the server is ${state}`, ...FACTS },
			),
		),
		informing({ server_state: 'full' }, NO_AGE),
		informing(
			{
				server_state: 'full',
				validated_ledger: { seq: 'many', hash: 7, age: -1 },
				network_id: 'main',
				peers: 'many',
				build_version: 3,
			},
			NO_AGE,
		),
		// Nothing about a missing age while it is syncing.
		informing(
			{ server_state: 'connected' },
			{ isSyncing: true, reason: 'the server is connected' },
		),
		informing(CLIO, { isSyncing: false, ...OF_CLIO }),
		informing(
			{ ...CLIO, validated_ledger: undefined },
			{
				isSyncing: true,
				reason: 'the server has no validated ledger',
				chainId: '0',
				clientVersion: 'Clio 2.7.0',
			},
		),
		informing(
			{ ...CLIO, server_state: 'connected' },
			{ isSyncing: true, reason: 'the server is connected', ...OF_CLIO },
		),
	],
	unusable: [
		[
			"the response has no known 'server_state'",
			STATELESS.map((result) => ({ result })),
			STATELESS,
		],
		['the response has no object', [null, []]],
		["the response has no 'result'", [{}, { result: 'ok' }], [null, 'ok']],
		["the response has no 'info'", [{ result: {} }, { result: { info: [] } }], [null, []]],
	],
});

describe('an error of the XRP Ledger', () => {
	const checked = async (error: string, error_message?: string) => {
		const body = JSON.stringify({ result: { status: 'error', error, error_message } });
		const { endpoint, ...parts } = familyEndpoint('xrpl', () => ({ body }));
		return await probeEndpoint({ endpoint }, {}, parts);
	};

	it.each([
		['noNetwork', 'Not synced to the network.', 'syncing'],
		['noCurrent', undefined, 'syncing'],
		['noClosed', undefined, 'syncing'],
		['notReady', undefined, 'syncing'],
		['notSynced', undefined, 'syncing'],
		['internal', 'Internal error.', 'rpcError'],
		['amendmentBlocked', undefined, 'rpcError'],
		['slowDown', 'You are placing too much load on the server.', 'rateLimited'],
		['tooBusy', 'The server is too busy to help you now.', 'unreachable'],
		['forbidden', 'Bad credentials.', 'unauthorized'],
	])('is known by its name: %s (%s) is %s', async (error, message, state) => {
		const probe = await checked(error, message);
		expect(probe).toMatchObject({ state, result: null });
		expect(probe.reason).toContain(message ?? error);
	});
});
