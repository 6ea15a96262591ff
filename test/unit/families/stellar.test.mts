import { describe, expect, it } from 'vitest';

import { ProbeError, type ProbeOptions } from '../../../nodes/shared/families/family';
import { stellar } from '../../../nodes/shared/families/stellar';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';
import {
	EVERYTHING,
	LIMITED,
	NOT_SERVED,
	UNREACHABLE,
	probed,
	rejecting,
	without,
	type Answers,
} from '../fixtures/familyAsker.mts';

const HEALTH = {
	status: 'healthy',
	latestLedger: 60_000_000,
	latestLedgerCloseTime: '1795168801',
	oldestLedger: 59_879_040,
	ledgerRetentionWindow: 120_960,
};
const PASSPHRASE = 'Public Global Stellar Network ; September 2015';
const ANSWERS: Answers = {
	getHealth: HEALTH,
	getNetwork: { passphrase: PASSPHRASE, protocolVersion: 24 },
	getVersionInfo: { version: '24.0.0' },
};
const HEALTHY = {
	result: HEALTH,
	isSyncing: false,
	blockNumber: 60_000_000n,
	blockTimeMs: 1_795_168_801_000,
};
const REPORT = { ...HEALTHY, chainId: PASSPHRASE, clientVersion: '24.0.0' };

describe('stellar', () => {
	it('reports all of a healthy server', async () => {
		expect(await probed(stellar, ANSWERS, EVERYTHING)).toEqual({
			asked: ['getHealth', 'getNetwork', 'getVersionInfo'],
			report: REPORT,
		});
	});

	it.each<[Partial<ProbeOptions>, string[], object]>([
		[{}, [], {}],
		[{ head: true, peers: true, finality: true }, [], {}],
		[{ chain: true }, ['getNetwork'], { chainId: PASSPHRASE }],
		[{ clientVersion: true }, ['getVersionInfo'], { clientVersion: '24.0.0' }],
	])('asks for nothing more than %j', async (options, more, report) => {
		expect(await probed(stellar, ANSWERS, options)).toEqual({
			asked: ['getHealth', ...more],
			report: { ...HEALTHY, ...report },
		});
	});

	it('is syncing with any other status', async () => {
		const result = { ...HEALTH, status: 'catching up' };
		expect((await probed(stellar, { ...ANSWERS, getHealth: result }, EVERYTHING)).report).toEqual({
			...REPORT,
			result,
			isSyncing: true,
			reason: 'its status is catching up',
		});
	});

	it.each([
		'latency (2h30m0s) since last known ledger closed is too high (>30s)',
		'data stores are not initialized',
		'Data stores are NOT INITIALIZED: no ledgers',
	])('is syncing where it rejects its health with "%s"', async (message) => {
		const getHealth = new ProbeError({ kind: 'rpcError', code: -32603, message });
		expect(await probed(stellar, { ...ANSWERS, getHealth }, EVERYTHING)).toEqual({
			asked: ['getHealth', 'getNetwork', 'getVersionInfo'],
			report: {
				result: null,
				isSyncing: true,
				reason: message,
				chainId: PASSPHRASE,
				clientVersion: '24.0.0',
			},
		});
	});

	it.each([
		['missing', { getHealth: { status: 'healthy' }, getNetwork: {}, getVersionInfo: {} }],
		[
			'of another type',
			{
				getHealth: { status: 'healthy', latestLedger: 'many', latestLedgerCloseTime: '0' },
				getNetwork: { passphrase: 7 },
				getVersionInfo: '24.0.0',
			},
		],
		['not served', { getHealth: { status: 'healthy' } }],
	])('leaves out what is %s', async (_, answers) => {
		expect((await probed(stellar, answers, EVERYTHING)).report).toEqual({
			result: answers.getHealth,
			isSyncing: false,
		});
	});

	it('does without its version where that is rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, 'getVersionInfo');
		expect((await probed(stellar, answers, EVERYTHING)).report).toEqual({
			...HEALTHY,
			chainId: PASSPHRASE,
		});
	});

	it.each([
		['health', null],
		['health', 'healthy'],
		['health', []],
		["'status'", {}],
		["'status'", { status: '' }],
		["'status'", { status: true }],
	])('cannot tell anything without %s (%j)', async (what, getHealth) => {
		expect(await probed(stellar, { getHealth })).toEqual({
			asked: ['getHealth'],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result: getHealth,
		});
	});

	it.each<FaultAnswer>([
		NOT_SERVED.call,
		LIMITED,
		UNREACHABLE,
		{ kind: 'rpcError', code: -32603, message: 'Internal error' },
		// A proxy that says the same does not speak for the server behind it.
		{ kind: 'unreachable', reason: 'not initialized' },
	])('fails with %j as its health does', async (fault) => {
		expect(await probed(stellar, rejecting(ANSWERS, fault, 'getHealth'))).toEqual({
			asked: ['getHealth'],
			fault,
			result: null,
		});
	});

	it('fails where its chain is rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, 'getNetwork');
		expect((await probed(stellar, answers, EVERYTHING)).fault).toEqual(LIMITED);
		expect((await probed(stellar, without(answers, 'getNetwork'), EVERYTHING)).report).toEqual({
			...HEALTHY,
			clientVersion: '24.0.0',
		});
	});
});
