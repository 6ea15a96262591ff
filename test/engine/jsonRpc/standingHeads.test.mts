import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChainOfNetwork, type Chain } from '../../../nodes/shared/addresses/chains';
import { numbered, usePlatform } from '../fixtures/platform.mts';
import { answerCalls, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ status: 500 }));

/** The chains, and how old their newest block may be by default, in seconds. */
const LONGEST_AGE = {
	'hyperliquid-mainnet': 10,
	'arbitrum-mainnet': 10,
	'base-mainnet': 40,
	'ethereum-mainnet': 72,
	'bsc-mainnet': 38,
} as const;
const networks = Object.keys(LONGEST_AGE) as Array<keyof typeof LONGEST_AGE>;

/** Enough for forty checks, each at another moment of the slots. */
const longMs = 1_200_000;
/** Not a whole number of slots of any chain, so that checks fall on every moment of a slot. */
const betweenPollsMs = 29_700;

/** When the head of a chain stopped, if it has. */
let stoppedAt: Map<string, number>;
let startMs: number;

beforeEach(() => {
	stoppedAt = new Map();
	startMs = Date.now();
	vi.useFakeTimers({ toFake: ['Date'], now: startMs });
	server.answer = ({ url, json }) => {
		const [, network = ''] = /-of-([a-z-]+)-0123/.exec(url) ?? [];
		const chain = findChainOfNetwork(network) as Chain;
		const now = Date.now();
		const { number, stamp } = headAt(chain, Math.min(now, stoppedAt.get(network) ?? Infinity));
		const results: Record<string, unknown> = {
			// What a node that has lost its peers continues to report.
			eth_syncing: false,
			eth_chainId: hex(Number(chain.ids[0])),
			eth_blockNumber: hex(number),
			eth_getBlockByNumber: { number: hex(number), timestamp: hex(stamp), hash: `0x${number}` },
		};
		return {
			headers: { date: new Date(now).toUTCString() },
			body: answerCalls(json, ({ id, method }) => ({
				jsonrpc: '2.0',
				id,
				result: results[method],
			})),
		};
	};
});
afterEach(() => vi.useRealTimers());

const hex = (number: number): string => `0x${number.toString(16)}`;
const wait = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
const address = (network: string): string => `${server.url}/key-of-${network}-0123456789`;

/** The newest block of a chain: a quarter of its slots are missed, up to three in a row; timestamps are whole seconds. */
function headAt({ blockTimeMs = NaN }: Chain, now: number): { number: number; stamp: number } {
	let slot = Math.floor(now / blockTimeMs);
	while (slot % 12 < 3) slot -= 1;
	return { number: slot, stamp: Math.floor((slot * blockTimeMs) / 1000) };
}

describe('Check Health, with its default block age', () => {
	/** Checks all chains in one run. */
	const look = async () => {
		const run = await platform.succeed(
			['jsonRpc', 'checkHealth'],
			{
				endpointSource: 'url',
				url: `={{ ${JSON.stringify(networks.map(address))}[$json.n] }}`,
				options: { maxRetries: 0, timeout: 2 },
			},
			{ credentials: {}, items: numbered(networks.length) },
		);
		return run.output.map(({ json }, index) => ({ json, network: networks[index] }));
	};

	it('gives no false alarm in twenty minutes of checks of healthy chains', async () => {
		const alarms: object[] = [];
		let looks = 0;
		for (; Date.now() < startMs + longMs; wait(betweenPollsMs)) {
			alarms.push(...(await look()).filter(({ json }) => json.healthy !== true));
			looks += networks.length;
		}
		expect(alarms).toEqual([]);
		expect(looks).toBeGreaterThan(200);
	});

	it('reports a head that stands still in the first check after the longest age', async () => {
		for (const network of networks) stoppedAt.set(network, startMs);
		const stamps = new Map(
			networks.map((network) => [
				network,
				headAt(findChainOfNetwork(network) as Chain, startMs).stamp,
			]),
		);
		const reportedAt = new Map<string, number>();
		while (Date.now() < startMs + 90_000) {
			for (const { network, json } of await look()) {
				const { healthy, state, maxBlockAgeSeconds } = json;
				expect(maxBlockAgeSeconds).toBe(LONGEST_AGE[network]);
				const age = Math.round(Date.now() / 1000 - (stamps.get(network) ?? NaN));
				expect({ network, age, healthy }).toEqual({
					network,
					age,
					healthy: age <= LONGEST_AGE[network],
				});
				if (state === 'lagging') reportedAt.set(network, reportedAt.get(network) ?? age);
			}
			wait(5000);
		}
		expect([...reportedAt.keys()].sort()).toEqual([...networks].sort());
		for (const [network, age] of reportedAt) {
			expect(age - LONGEST_AGE[network as keyof typeof LONGEST_AGE]).toBeLessThanOrEqual(5);
		}
	});
});
