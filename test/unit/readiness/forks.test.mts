import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { findMajorityHashes, checkFork } from '../../../nodes/shared/readiness/forks';
import type { ComparedHealth } from '../../../nodes/shared/readiness/compare';

const GOOD = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'b'.repeat(64)}`;

let count = 0;

/** The health at an endpoint with a block at height 255. */
function healthOf(
	blockHash: string | undefined,
	{
		group = 'evm 1',
		url = `https://${++count}.example.com`,
		family = 'evm',
		healthy = true,
	}: Partial<{ group: string; url: string; family: FamilyName; healthy: boolean }> = {},
): ComparedHealth {
	return {
		...{ healthy, state: healthy ? 'ready' : 'syncing', compared: true },
		facts: { latencyMs: 1, endpoint: 'x', attempts: 1 },
		head: {
			...{ blockNumber: 255n, blockHash, answeredAtMs: 0, chainKey: group, maxLagMs: 10_000 },
			endpoint: { url, family } as RpcEndpoint,
		},
	};
}

function withoutGroup(health: ComparedHealth): ComparedHealth {
	delete health.head?.chainKey;
	return health;
}

function withoutHead(health: ComparedHealth): ComparedHealth {
	return { ...health, head: undefined };
}

const most = (...health: ComparedHealth[]): Array<[string, string]> => [
	...findMajorityHashes(health),
];

describe('findMajorityHashes', () => {
	it('is the hash that more than half of at least three endpoints have', () => {
		expect(most(healthOf(GOOD), healthOf(OTHER), healthOf(GOOD))).toEqual([['evm 1 255', GOOD]]);
		expect(most(healthOf(OTHER), healthOf(GOOD), healthOf(GOOD))).toEqual([['evm 1 255', GOOD]]);
		expect(most(healthOf(GOOD), healthOf(GOOD))).toEqual([]);
		expect(most(healthOf(GOOD), healthOf(GOOD), healthOf(OTHER), healthOf(OTHER))).toEqual([]);
	});

	it('is the same in another case', () => {
		const upper = `0x${'A'.repeat(64)}`;
		expect(most(healthOf(GOOD), healthOf(upper), healthOf(OTHER))).toEqual([['evm 1 255', GOOD]]);
	});

	it('counts each chain on its own', () => {
		const onChain = (group: string) => [1, 2, 3].map(() => healthOf(GOOD, { group }));
		expect(most(...onChain('evm 1'), ...onChain('evm 2')).map(([place]) => place)).toEqual([
			'evm 1 255',
			'evm 2 255',
		]);
		expect(most(healthOf(GOOD), healthOf(GOOD), healthOf(GOOD, { group: 'evm 2' }))).toEqual([]);
	});

	it('counts an address once, and nothing without a hash or a chain', () => {
		const url = 'https://again.example.com';
		expect(most(...[1, 2, 3].map(() => healthOf(GOOD, { url })))).toEqual([]);
		expect(most(...[1, 2, 3].map(() => healthOf(undefined)))).toEqual([]);
		const unknown = [1, 2, 3].map(() => withoutGroup(healthOf(GOOD)));
		expect(most(...unknown, withoutHead(healthOf(GOOD)))).toEqual([]);
	});
});

describe('checkFork', () => {
	/** Checks an endpoint where most have another block; it gives this answer when it is queried again. */
	async function checked(health: ComparedHealth, again: unknown, majority = GOOD) {
		const asked: unknown[] = [];
		const rpc = {
			call: async (_: unknown, { method, params }: { method: string; params: unknown[] }) => {
				asked.push([method, ...params]);
				const answer = { kind: 'result', result: again };
				return await Promise.resolve({ answer, latencyMs: 1, attempts: 1 });
			},
		};
		const retryOptions = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
		const context = { rpc, retryOptions } as unknown as Parameters<typeof checkFork>[2];
		const reading = await checkFork(health, new Map([['evm 1 255', majority]]), context);
		return { reading, asked };
	}

	it('is lagging when it still has another block', async () => {
		const { reading, asked } = await checked(healthOf(OTHER), { hash: OTHER });
		expect(reading).toMatchObject({ healthy: false, state: 'lagging' });
		expect(reading.reason).toContain('fork: its block 255 is ');
		expect(reading.reason).toContain('0xbbbbbbbbbb');
		expect(reading.reason).toContain('0xaaaaaaaaaa');
		expect(asked).toEqual([['eth_getBlockByNumber', '0xff', false]]);
	});

	it.each([[{ hash: GOOD }], [{ hash: `0x${'A'.repeat(64)}` }], [{}], [null], ['x']])(
		'is unchanged when it now has the same block, or does not answer: %j',
		async (again) => {
			const health = healthOf(OTHER);
			expect((await checked(health, again)).reading).toBe(health);
		},
	);

	it.each<[string, ComparedHealth]>([
		['has the block of most', healthOf(GOOD)],
		['has it in another case', healthOf(`0x${'A'.repeat(64)}`)],
		['is not healthy anyway', healthOf(OTHER, { healthy: false })],
		['is of another family', healthOf(OTHER, { family: 'solana' })],
		['is on an unknown chain', withoutGroup(healthOf(OTHER))],
		['is on a chain without a majority', healthOf(OTHER, { group: 'evm 2' })],
		['gave no hash', healthOf(undefined)],
		['returned no block', withoutHead(healthOf(OTHER))],
	])('is not queried again when it %s', async (_, health) => {
		const { reading, asked } = await checked(health, { hash: OTHER });
		expect(reading).toBe(health);
		expect(asked).toEqual([]);
	});
});
