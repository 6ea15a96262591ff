import { expect, it } from 'vitest';

import type { NodeReport } from '../../../nodes/shared/families/family';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { judgeReport } from '../../../nodes/shared/readiness/health';

const LIMITS = { maxBlockAgeSeconds: 60, maxBlocksBehind: 5.9 };

const verdict = (
	report: Partial<NodeReport>,
	{ age, ...limits }: Partial<Parameters<typeof judgeReport>[1]> & { age?: number } = {},
) =>
	judgeReport(
		{
			result: false,
			isSyncing: false,
			...report,
			askedAtMs: 0,
			headAtMs: 0,
			ageMs: age && age * 1000,
			endpoint: { family: 'evm' } as RpcEndpoint,
		},
		{ ...LIMITS, ...limits },
	);

const OLD = 'its newest block is 61 s old, more than the 60 s allowed';
const UNTOLD = 'its progress is unknown';
const DATED = `${UNTOLD}; its newest block is 7 s old`;
const SYNCING = { isSyncing: true } as const;
const AT_TARGET = { isSyncing: true, currentBlock: 9n, highestBlock: 9n } as const;
const INDEXING = { ...AT_TARGET, stillDoes: 'it indexes' } as const;
const PEER = { isSyncing: 'unlessRecent', reason: 'a peer has more' } as const;
const healthy = (state: string, reason?: string) => ({
	healthy: true,
	state,
	...(reason && { reason }),
});
const ill = (state: string, reason: string) => ({ healthy: false, state, reason });
const behind = (blocksBehind: bigint, more: Partial<NodeReport> = {}): Partial<NodeReport> => ({
	...SYNCING,
	blocksBehind,
	...more,
});
const NO_LIMIT = { maxBlocksBehind: undefined };
const EXPECTED = { expectedChainId: '5' };
const ELSEWHERE = ill('wrongChain', 'it is on chain 7, not on chain 5');
const DOUBT = 'it could not be confirmed that it is on chain 5';
const doubtful = (reason: string) => ({ ...healthy('ready', reason), doubt: DOUBT });
const ALONE = { reason: 'no peers' };
const LAGGING = { healthy: false, state: 'lagging' };
const lacking = (blocks: number) => ill('syncing', `it is ${blocks} blocks behind`);

it.each<[string, Partial<NodeReport>, Parameters<typeof verdict>[1], object]>([
	['where nothing speaks against it', {}, {}, healthy('ready')],
	['that says something', ALONE, {}, healthy('ready', 'no peers')],
	['whose newest block is as old as allowed', {}, { age: 60 }, healthy('ready')],
	['whose newest block is older', {}, { age: 61 }, ill('lagging', OLD)],
	['with as many missing blocks as allowed', behind(5n), {}, healthy('syncing')],
	['with more', behind(6n), {}, lacking(6)],
	['with more and an old block', behind(6n), { age: 1000 }, lacking(6)],
	['with more and a new block', behind(6n), { age: 1 }, lacking(6)],
	['that does not say how many are missing', SYNCING, {}, ill('syncing', UNTOLD)],
	['that syncs towards its own block', AT_TARGET, NO_LIMIT, ill('syncing', UNTOLD)],
	['that does so with a new block', AT_TARGET, { ...NO_LIMIT, age: 60 }, healthy('syncing')],
	['that does so where blocks are limited', AT_TARGET, { age: 7 }, ill('syncing', DATED)],
	['that indexes', INDEXING, NO_LIMIT, ill('syncing', 'it indexes')],
	[
		'that indexes with a new block',
		INDEXING,
		{ ...NO_LIMIT, age: 1 },
		healthy('syncing', 'it indexes'),
	],
	['that does not say it and has a newest block', SYNCING, { age: 7 }, ill('syncing', DATED)],
	[
		'without a limit, and with a new block',
		behind(200n),
		{ ...NO_LIMIT, age: 60 },
		healthy('syncing'),
	],
	['without a limit, and with an old block', behind(2n), { ...NO_LIMIT, age: 61 }, lacking(2)],
	['without a limit, and with no time', behind(2n), NO_LIMIT, lacking(2)],
	['with a minor sign and a new block', PEER, { age: 60 }, healthy('ready')],
	['with a minor sign and an old block', PEER, { age: 61 }, ill('syncing', 'a peer has more')],
	['with a minor sign and no time', PEER, {}, ill('syncing', 'a peer has more')],
	['with few missing that says why', behind(1n, ALONE), {}, ill('syncing', 'no peers')],
	['with few missing and an old block', behind(1n), { age: 61 }, LAGGING],
	[
		'on the wrong chain, above all else',
		behind(9n, { chainId: '7' }),
		{ ...EXPECTED, age: 10_000 },
		ELSEWHERE,
	],
	['whose chain is not confirmed', {}, EXPECTED, doubtful(DOUBT)],
	['that also says something', ALONE, EXPECTED, doubtful(`no peers; ${DOUBT}`)],
	['that also has an old block', {}, { ...EXPECTED, age: 61 }, LAGGING],
])('judges a node %s', (_, report, limits, expected) => {
	const judged = verdict(report, limits);
	expect(judged).toMatchObject(expected);
	if (judged.healthy) expect(judged).toEqual(expected);
});
