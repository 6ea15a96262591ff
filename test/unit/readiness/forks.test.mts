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
	const [good, other] = [() => healthOf(GOOD), () => healthOf(OTHER)];
	const url = 'https://again.example.com';
	const onChain = (group: string) => [1, 2, 3].map(() => healthOf(GOOD, { group }));
	const unknown = [1, 2, 3].map(() => withoutGroup(good()));

	it.each<[string, ComparedHealth[], string[]]>([
		['is that of two of three', [good(), other(), good()], ['evm 1 255']],
		['is that of the last two of three', [other(), good(), good()], ['evm 1 255']],
		[
			'is the same in another case',
			[good(), healthOf(`0x${'A'.repeat(64)}`), other()],
			['evm 1 255'],
		],
		['is none of two', [good(), good()], []],
		['is none of two against two', [good(), good(), other(), other()], []],
		[
			'is one for each chain',
			[...onChain('evm 1'), ...onChain('evm 2')],
			['evm 1 255', 'evm 2 255'],
		],
		['is none of two on a chain', [good(), good(), healthOf(GOOD, { group: 'evm 2' })], []],
		['is none of one address', [1, 2, 3].map(() => healthOf(GOOD, { url })), []],
		['is none without a hash', [1, 2, 3].map(() => healthOf(undefined)), []],
		['is none without a chain or a block', [...unknown, withoutHead(good())], []],
	])('%s', (_, health, places) => {
		expect(most(...health)).toEqual(places.map((place) => [place, GOOD]));
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
