import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { idsOf, jsons, pairs, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const getAll = ['network', 'getAll'] as const;
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.networks;

describe('Network · Get Many', () => {
	it('reads up to the limit, and no page beyond it', async () => {
		const run = await platform.run(getAll, { limit: 2 });
		expect(idsOf(run.output)).toEqual([ethereum, hyperliquid]);
		expect(platform.requests()).toMatchObject([{ path: '/v1/networks/', query: {} }]);
	});

	it('reads all of them with Return All, raw without Simplify', async () => {
		const run = await platform.run(getAll, { returnAll: true, simplify: false });
		expect(idsOf(run.output)).toEqual([ethereum, hyperliquid, polygon, bitcoin]);
		expect(pairs(run.output)).toEqual([0, 0, 0, 0]);
		expect(platform.requests()).toHaveLength(2);
		expect(jsons(run.output)[0]).toMatchObject({ details: {}, creator: { first_name: 'Ada' } });
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(run.text()).not.toContain(auth.key);
		}
	});

	it.each([
		[{ name: 'Polygon mainnet' }, { name: 'Polygon mainnet' }, [polygon]],
		[{ project: 'PR-222-333-444' }, { project: 'PR-222-333-444' }, [polygon, bitcoin]],
		[{ protocol: 'bitcoin' }, { protocol: 'bitcoin' }, [bitcoin]],
		[
			{ publicNetwork: 'hyperliquid-mainnet' },
			{ public_network: 'hyperliquid-mainnet' },
			[hyperliquid],
		],
		[{ status: 'warning' }, { status: 'warning' }, [ethereum]],
		[{ projectType: 'public', protocol: 'ethereum' }, undefined, [ethereum]],
		[{ projectType: 'consortium' }, { project_type: 'consortium' }, []],
		[{ name: '', protocol: '', project: '' }, {}, [ethereum, hyperliquid]],
	])('sends the filter %o', async (filters, query, expected) => {
		platform.sandbox.setStatus(ethereum, 'warning');
		const run = await platform.succeed(getAll, { limit: 2, filters });
		expect(idsOf(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual(
			query ?? { project_type: 'public', protocol: 'ethereum' },
		);
	});

	it.each([
		['name', [bitcoin, ethereum, hyperliquid, polygon]],
		['-name', [polygon, hyperliquid, ethereum, bitcoin]],
		['created_at', [ethereum, hyperliquid, polygon, bitcoin]],
		['-created_at', [bitcoin, polygon, hyperliquid, ethereum]],
	])('sorts by %s', async (sort, expected) => {
		const run = await platform.run(getAll, { sort, returnAll: true });
		expect(idsOf(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual({ order_by: sort });
	});
});
