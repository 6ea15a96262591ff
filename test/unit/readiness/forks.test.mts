import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { compareWithEachOther, type ComparedHealth } from '../../../nodes/shared/readiness/compare';
import type { Health } from '../../../nodes/shared/readiness/health';
import { sharing } from '../fixtures/sharing.mts';

const GOOD = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'b'.repeat(64)}`;

let count = 0;

interface Seen {
	chainKey?: string;
	url?: string;
	family?: FamilyName;
	healthy?: boolean;
	detectsForks?: boolean;
	blockNumber?: bigint;
}

/** The health at an endpoint with a block at height 255. */
function healthOf(
	blockHash: string | undefined,
	{ url = `https://${++count}.example.com`, family = 'evm', healthy = true, ...head }: Seen = {},
): Health {
	return {
		...{ healthy, state: healthy ? 'ready' : 'syncing' },
		facts: { latencyMs: 1, endpoint: 'x', attempts: 1 },
		head: {
			...{ blockNumber: 255n, blockHash, answeredAtMs: 0, blockTimeMs: 0, chainKey: 'evm 1' },
			...{ maxLagMs: 10_000, detectsForks: true, endpoint: { url, family } as RpcEndpoint },
			...head,
		},
	};
}

/** Compares endpoints, each of which returns this block when it is asked again. */
async function compared(all: Health[], again: unknown = { hash: OTHER }) {
	const asked: unknown[] = [];
	const rpc = {
		call: async (_: unknown, { method, params }: { method: string; params: unknown[] }) => {
			asked.push([method, ...params]);
			const answer = { kind: 'result', result: again };
			return await Promise.resolve({ answer, latencyMs: 1, attempts: 1 });
		},
	};
	const context = sharing({ rpc, retryOptions: {} }) as unknown as Parameters<
		typeof compareWithEachOther
	>[1];
	const [first]: ComparedHealth[] = await compareWithEachOther(all, context);
	return { first, asked };
}

const [good, other] = [() => healthOf(GOOD), () => healthOf(OTHER)];

describe('an endpoint on a fork', () => {
	it('is lagging when it still has another block than most', async () => {
		const { first, asked } = await compared([other(), good(), good()]);
		expect(first).toMatchObject({ healthy: false, state: 'lagging' });
		expect(first.reason).toContain('fork: its block 255 is ');
		expect(first.reason).toContain('0xbbbbbbbbbb');
		expect(first.reason).toContain('0xaaaaaaaaaa');
		expect(asked).toEqual([['eth_getBlockByNumber', '0xff', false]]);
	});

	it.each([[{ hash: GOOD }], [{ hash: `0x${'A'.repeat(64)}` }], [{}], [null], ['x']])(
		'is well when it now has the same block, or does not answer: %j',
		async (again) => {
			const { first, asked } = await compared([other(), good(), good()], again);
			expect(first).toMatchObject({ healthy: true, state: 'ready' });
			expect(asked).toHaveLength(1);
		},
	);

	const url = 'https://again.example.com';
	it.each<[string, Health[]]>([
		['has the block of most', [good(), good(), good()]],
		['has it in another case', [healthOf(`0x${'A'.repeat(64)}`), good(), good()]],
		['is not healthy anyway', [healthOf(OTHER, { healthy: false }), good(), good()]],
		['is of another family', [healthOf(OTHER, { family: 'solana' }), good(), good()]],
		['is not to be compared so', [healthOf(OTHER, { detectsForks: false }), good(), good()]],
		['gave no hash', [healthOf(undefined), good(), good(), good()]],
		['is beside two only', [other(), good()]],
		['is one of two against two', [other(), other(), good(), good()]],
		['is on another chain', [healthOf(OTHER, { chainKey: 'evm 2' }), good(), good(), good()]],
		[
			'is beside one address, however many items have it',
			[other(), ...[1, 2, 3].map(() => healthOf(GOOD, { url }))],
		],
		[
			'is at another height',
			[other(), ...[1, 2, 3].map(() => healthOf(GOOD, { blockNumber: 254n }))],
		],
	])('is not assumed of one that %s', async (_, all) => {
		const { first, asked } = await compared(all);
		expect(first.reason).toBeUndefined();
		expect(asked).toEqual([]);
	});
});
