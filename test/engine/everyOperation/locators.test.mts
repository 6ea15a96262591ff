import { expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { listSearch } from '../support/index.mts';

const platform = usePlatform({ pageSize: 100 });

const names = (results: ReadonlyArray<{ name: string }>): string[] =>
	results.map(({ name }) => name);
const values = (results: ReadonlyArray<{ value: unknown }>): unknown[] =>
	results.map(({ value }) => value);

it('the list of networks shows chain and state of each', async () => {
	const { results, paginationToken } = await listSearch('searchNetworks', {
		credentials: platform.credential(),
	});
	expect(names(results)).toEqual([
		'Bitcoin mainnet · Bitcoin Mainnet · ok',
		'Ethereum mainnet · Ethereum Mainnet · ok',
		'Hyperliquid mainnet · Hyperliquid Mainnet · ok',
		'Polygon mainnet · Polygon PoS Mainnet · ok',
	]);
	expect(values(results)).toContain('NW-123-456-789');
	expect(paginationToken).toBeUndefined();
	expect(platform.requests()).toMatchObject([
		{ path: '/v1/networks/', query: { order_by: 'name' } },
	]);
});

it('2,000 nodes are listed with Return All', async () => {
	const count = 2000;
	const added = platform.sandbox.addNodes(count);
	const run = await platform.succeed(['node', 'getAll'], { returnAll: true });
	const ids = new Set(run.output.map(({ json }) => json.id));
	expect(ids.size).toBe(count + 4);
	expect(added.every((id) => ids.has(id))).toBe(true);
	// 21 pages of nodes, and the networks that are read for their names.
	expect(platform.requests()).toHaveLength(31);
	expect(run.executionTimeMs).toBeLessThan(10_000);
});
