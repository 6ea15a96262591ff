import { beforeEach, describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { readiness, reported } from '../fixtures/polling.mts';
import { answering } from '../fixtures/server.mts';

const ids = ['ND-1-1', 'ND-1-2', 'ND-1-3', 'ND-1-4'];
const fleet = useFleet(...ids);
/** The condition of each node: blocks behind the others, age of its newest block in seconds, its chain. */
let nodes: Map<string, { behind: number; age: number; chain: string }>;

const HEAD = 20_000_000;

beforeEach(() => {
	nodes = new Map(ids.map((id) => [id, { behind: 0, age: 5, chain: '0x1' }]));
	fleet.endpoint = (request) => {
		const id = /key0of0(ND-1-\d+)/.exec(request.url)?.[1] ?? '';
		const { behind, age, chain } = nodes.get(id) ?? { behind: 0, age: 0, chain: '' };
		// A block every 12 s.
		const blockAt = (height: number) => {
			const seconds = Math.floor(Date.now() / 1000 - age - (HEAD - height) * 12);
			const timestamp = `0x${seconds.toString(16)}`;
			return { number: `0x${height.toString(16)}`, timestamp, hash: `0x${'1'.repeat(64)}` };
		};
		const results: Record<string, (tag?: unknown) => unknown> = {
			eth_syncing: () => false,
			eth_chainId: () => chain,
			eth_blockNumber: () => blockAt(HEAD - behind).number,
			eth_getBlockByNumber: (tag) => blockAt(tag === 'latest' ? HEAD - behind : Number(tag)),
		};
		return answering(({ method, params }) => ({
			result: results[method](...(params as unknown[])),
		}))(request);
	};
});

const watchingHealth = async (parameters: object = {}) =>
	await fleet.watching({ ...readiness, watch: 'all', check: 'health', ...parameters });
const node = (id: string) => nodes.get(id) as { behind: number; age: number; chain: string };

describe('the health of endpoints', () => {
	it('is reported when a head stands still although the node reports that it is synced', async () => {
		const trigger = await watchingHealth();
		expect(await reported(trigger.poll())).toEqual([]);
		node('ND-1-2').age = 3600;
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-2', from: 'ready', to: 'lagging', maxBlockAgeSeconds: 72 },
		]);
		node('ND-1-2').age = 5;
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'lagging', to: 'ready' }]);
	});

	it('is judged by a limit in blocks that is given', async () => {
		const strict = await watchingHealth();
		const lenient = await watchingHealth({ options: { maxBlocksBehind: 100 } });
		// Its newest block is young enough, but the next one existed for longer than is usual.
		node('ND-1-3').behind = 4;
		expect(await reported(lenient.poll())).toEqual([]);
		expect(await reported(strict.poll())).toMatchObject([
			{ id: 'ND-1-3', to: 'lagging', blocksBehindReference: 4, compared: true },
		]);
	});

	describe('of an address whose network is not known', () => {
		const watchingAddress = async (expectedChainId: string) =>
			await watchingHealth({
				watch: 'addresses',
				addresses: `${fleet.server.url}/key0of0ND-1-1`,
				expectedChainId,
			});

		it('is reported when it changes to another chain than the expected one', async () => {
			const trigger = await watchingAddress('0x1');
			expect(await reported(trigger.poll())).toEqual([]);
			node('ND-1-1').chain = '0x89';
			expect(await reported(trigger.poll())).toMatchObject([{ from: 'ready', to: 'wrongChain' }]);
		});

		it('is good on any chain where none is expected', async () => {
			const trigger = await watchingAddress('');
			node('ND-1-1').chain = '0x89';
			expect(await reported(trigger.poll())).toEqual([]);
		});

		it('is named in the log once where it does not say which chain it is on', async () => {
			node('ND-1-1').chain = '';
			const trigger = await watchingAddress('0x1');
			for (let polls = 0; polls < 3; polls += 1) expect(await reported(trigger.poll())).toEqual([]);
			const lines = trigger.log.filter(({ level }) => level === 'warn');
			expect(lines.map(({ message }) => message)).toEqual([
				expect.stringMatching(
					/could not confirm the chain of .*: it could not be confirmed that it is on chain/,
				),
			]);
		});

		it('is not checked when the expected chain ID is not a number', async () => {
			const { first } = await watchingAddress('ethereum');
			expect(first.error?.message).toContain("'Expected Chain ID' must be a number");
		});
	});

	it("uses the chain of a node's network, whatever chain is expected of others", async () => {
		const trigger = await watchingHealth({ expectedChainId: '137' });
		expect(await reported(trigger.poll())).toEqual([]);
		node('ND-1-4').chain = '0x89';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-4', to: 'wrongChain' }]);
	});

	it('is not checked where only sync is watched', async () => {
		const trigger = await watchingHealth({ check: 'sync' });
		node('ND-1-2').age = 3600;
		expect(await reported(trigger.poll())).toEqual([]);
	});
});
