import { describe, expect, it } from 'vitest';
import { chainOfNetwork, type Chain } from '../../../nodes/shared/addresses/chains';
import { Random } from '../../simulation/support/random.mts';
import { numbered, usePlatform } from '../fixtures/platform.mts';
import { answerCalls, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ status: 500 }));

/** Fewer than users may have, to keep the tests short: set ENDPOINTS=1000 for a full run. */
const ENDPOINTS = Number(process.env.ENDPOINTS ?? 200);

const LONGEST_MS = 60_000;

type Kind = 'healthy' | 'late' | 'stuck' | 'ahead';

const hex = (number: number): string => `0x${number.toString(16)}`;

/** A fifth of the endpoints lags, stands still, or claims to be ahead. */
function fleetOf(seed: number): { kinds: Kind[]; random: () => number } {
	const { next: random } = new Random(seed);
	const kinds = Array.from(
		{ length: ENDPOINTS },
		(_, index): Kind =>
			index % 5 === seed % 5
				? (['late', 'stuck', 'ahead'] as const)[Math.floor(random() * 3)]
				: 'healthy',
	);
	return { kinds, random };
}

/** Serves them as nodes of a chain that continues to produce blocks while they are queried. */
function serve({ blockTimeMs = NaN, usualLagMs = NaN, ids }: Chain, seed: number): Kind[] {
	const limit = Math.max(10_000, usualLagMs) / blockTimeMs;
	const { kinds, random } = fleetOf(seed);
	const startedAt = Date.now();
	const offsets = kinds.map((kind) => {
		const far = limit * (2 + random() * 10) + 30_000 / blockTimeMs;
		// Healthy ones are behind by less than the usual tolerance.
		if (kind === 'healthy') return -Math.floor(random() * 0.8 * limit);
		return Math.ceil(kind === 'ahead' ? far * 1000 ** random() : -far);
	});
	server.answer = ({ url, json }) => {
		const index = Number(/-(\d+)-of/.exec(url)?.[1]);
		const now = kinds[index] === 'stuck' ? startedAt : Date.now();
		const number = Math.floor(now / blockTimeMs) + offsets[index];
		const block = (height: number) => ({
			number: hex(height),
			timestamp: hex(Math.floor(Math.min(height * blockTimeMs, Date.now()) / 1000)),
		});
		const results: Record<string, (tag?: unknown) => unknown> = {
			eth_syncing: () => false,
			eth_chainId: () => hex(Number(ids[0])),
			eth_blockNumber: () => hex(number),
			eth_getBlockByNumber: (tag) => {
				const height = tag === 'latest' ? number : Number(tag);
				return height > number ? null : block(height);
			},
		};
		return {
			body: answerCalls(json, ({ id, method, params }) => ({
				jsonrpc: '2.0',
				id,
				result: results[method](...(params as unknown[])),
			})),
		};
	};
	return kinds;
}

describe.each([
	['ethereum-mainnet', [1, 2]],
	['base-mainnet', [3, 4]],
	['bsc-mainnet', [5, 6]],
	['arbitrum-mainnet', [7, 8]],
	['hyperliquid-mainnet', [9, 10]],
])('endpoints of %s that are compared', (network, seeds) => {
	it.each(seeds)(
		'are judged correctly: all that lag are reported, and no others (seed %i)',
		async (seed) => {
			const kinds = serve(chainOfNetwork(network) as Chain, seed);
			const run = await platform.run(
				['jsonRpc', 'checkHealth'],
				{
					endpointSource: 'url',
					url: `={{ "${server.url}/endpoint-" + $json.n + "-of-0123456789abcdef" }}`,
					compareWith: 'otherItems',
					options: { maxRetries: 0 },
				},
				{ credentials: {}, items: numbered(ENDPOINTS) },
			);
			expect(run.error).toBeUndefined();
			const named = kinds.map((kind, index) => [kind, run.output[index].json.state].join(' '));
			expect([...new Set(named)].sort()).toEqual([
				...['ahead ready', 'healthy ready', 'late lagging', 'stuck lagging'],
			]);
			expect(run.output[0].json.reference).toMatchObject({ endpoints: ENDPOINTS });
		},
		LONGEST_MS,
	);
});
