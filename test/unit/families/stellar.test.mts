import { ProbeError } from '../../../nodes/shared/families/family';
import { stellar } from '../../../nodes/shared/families/stellar';
import { errorAnswer } from '../fixtures/answers.mts';
import {
	describeFamily,
	rejecting,
	type FamilyFault,
	type FamilyReport,
} from '../fixtures/familyProbe.mts';

const HEALTH = {
	status: 'healthy',
	latestLedger: 60_000_000,
	latestLedgerCloseTime: '1795168801',
	oldestLedger: 59_879_040,
	ledgerRetentionWindow: 120_960,
};
const chainId = 'Public Global Stellar Network ; September 2015';
const ANSWERS = {
	getHealth: HEALTH,
	getNetwork: { passphrase: chainId, protocolVersion: 24 },
	getVersionInfo: { version: '24.0.0' },
};
const HEALTHY = {
	result: HEALTH,
	isSyncing: false,
	blockNumber: 60_000_000n,
	blockTimeMs: 1_795_168_801_000,
};
const FACTS = { chainId, clientVersion: '24.0.0' };
/** As of servers that do not say when their newest ledger was closed. */
const OLDER = { ...HEALTH, latestLedgerCloseTime: undefined };
const LEDGERS = 'getLedgers {"startLedger":60000000,"pagination":{"limit":1}}';
const CATCHING_UP = { ...HEALTH, status: 'catching up' };
const OTHER_TYPES = { status: 'healthy', latestLedger: 'many', latestLedgerCloseTime: '0' };

/** A server that rejects the question about its health. */
const unhealthy = (message: string): ProbeError =>
	new ProbeError(errorAnswer(-32603, message, undefined, { errors: stellar.errors }));

describeFamily({
	family: stellar,
	answers: ANSWERS,
	state: { asks: ['getHealth'], report: HEALTHY },
	facts: [
		{ wanted: 'chain', asks: ['getNetwork'], adds: { chainId }, decides: true },
		{ wanted: 'clientVersion', asks: ['getVersionInfo'], adds: { clientVersion: '24.0.0' } },
	],
	reports: [
		[
			'any other status as syncing',
			{ ...ANSWERS, getHealth: CATCHING_UP },
			{
				...HEALTHY,
				...FACTS,
				result: CATCHING_UP,
				isSyncing: true,
				reason: 'its status is catching up',
			},
		],
		...[
			'latency (2h30m0s) since last known ledger closed is too high (>30s)',
			'data stores are not initialized',
			'Data stores are NOT INITIALIZED: no ledgers',
		].map(
			(message): FamilyReport => [
				`that it is syncing where it rejects its health with "${message}"`,
				{ ...ANSWERS, getHealth: unhealthy(message) },
				{ result: null, isSyncing: true, reason: message, ...FACTS },
			],
		),
		[
			'the time of the ledger itself where its health has none',
			{ ...ANSWERS, getHealth: OLDER, [LEDGERS]: { ledgers: [{ ledgerCloseTime: '1795168801' }] } },
			{ ...HEALTHY, ...FACTS, result: OLDER },
		],
		...[{ ledgers: [] }, { ledgers: [{}] }, {}, null].map(
			(answer): FamilyReport => [
				`no time where its ledgers are ${JSON.stringify(answer)}`,
				{ ...ANSWERS, getHealth: OLDER, [LEDGERS]: answer },
				{ ...HEALTHY, ...FACTS, result: OLDER, blockTimeMs: undefined },
			],
		),
		[
			'nothing that is missing',
			{ getHealth: { status: 'healthy' }, getNetwork: {}, getVersionInfo: {} },
			{ result: { status: 'healthy' }, isSyncing: false },
		],
		[
			'nothing of another type',
			{ getHealth: OTHER_TYPES, getNetwork: { passphrase: 7 }, getVersionInfo: '24.0.0' },
			{ result: OTHER_TYPES, isSyncing: false },
		],
	],
	unusable: [
		['the response has no health', [null, 'healthy', []]],
		["the response has no 'status'", [{}, { status: '' }, { status: true }]],
	],
	faults: [
		errorAnswer(-32603, 'Internal error'),
		// A proxy that says the same does not speak for the server behind it.
		{ kind: 'unreachable', reason: 'not initialized' } as const,
	].map((fault): FamilyFault => ['its health does', rejecting(ANSWERS, fault, 'getHealth'), fault]),
});
