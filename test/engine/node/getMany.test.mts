import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { idsOf, jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const getAll = ['node', 'getAll'] as const;
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;

/** Requests for pages of the list of nodes. */
const listings = () => platform.requests().filter(({ path }) => path === '/v1/nodes/');

describe('Node · Get Many', () => {
	it('reads up to the limit, and no page beyond it', async () => {
		const run = await platform.run(getAll, { limit: 2 });
		expect(idsOf(run.output)).toEqual([ethereum, hyperliquid]);
		expect(listings()).toMatchObject([{ query: {} }]);
		expect(jsons(run.output).some((json) => 'details' in json)).toBe(false);
	});

	it('adds project, cloud and tier from one list of version 2', async () => {
		const run = await platform.run(getAll, { limit: 2, options: { includePlace: true } });
		expect(jsons(run.output)).toMatchObject([
			{ id: ethereum, project: 'PR-123-456-789', tier: 'Dedicated' },
			{ id: hyperliquid, project: 'PR-123-456-789' },
		]);
		expect(run.output.every(({ json }) => /^CC-\d+$/.test(String(json.cloud)))).toBe(true);
		const lists = platform.requests().filter(({ path }) => path.startsWith('/v2/nodes/'));
		expect(lists.map(({ path }) => path)).toEqual(['/v2/nodes/']);
		expect(Object.keys(jsons(run.output)[0]).slice(0, 4)).toEqual([
			'name',
			'status',
			'chain',
			'id',
		]);
	});

	it.each([0, -5, 2.7])('refuses the limit %d', async (limit) => {
		const run = await platform.run(getAll, { limit: `={{ ${limit} }}` });
		expect(told(run).message).toContain("'Limit' must be a whole number of at least 1");
		expect(platform.requests()).toEqual([]);
	});

	it('reads all of them with Return All, masked also without Simplify', async () => {
		const run = await platform.run(getAll, { returnAll: true, simplify: false });
		expect(idsOf(run.output)).toEqual([ethereum, hyperliquid, polygon, bitcoin]);
		expect(pairs(run.output)).toEqual([0, 0, 0, 0]);
		expect(listings()).toHaveLength(2);
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(run.text()).not.toContain(auth.key);
		}
	});

	it.each([
		[{ archive: true }, { archive: 'true' }, [ethereum]],
		[{ archive: false, protocol: 'bitcoin' }, { archive: 'false', protocol: 'bitcoin' }, [bitcoin]],
		[{ name: 'polygon-1' }, { name: 'polygon-1' }, [polygon]],
		[{ network: 'NW-222-333-666' }, { network: 'NW-222-333-666' }, [bitcoin]],
		[{ organization: 'RG-123-456' }, { organization: 'RG-123-456' }, [ethereum, hyperliquid]],
		[{ project: 'PR-222-333-444' }, { project: 'PR-222-333-444' }, [polygon, bitcoin]],
		[{ projectType: 'consortium' }, { project_type: 'consortium' }, []],
		[{ provider: 'vzo' }, { provider: 'vzo' }, [polygon]],
		[
			{ publicNetwork: 'hyperliquid-mainnet' },
			{ public_network: 'hyperliquid-mainnet' },
			[hyperliquid],
		],
		[{ region: 'uksouth' }, { region: 'uksouth' }, [bitcoin]],
		[{ role: 'peer', type: 'shared' }, { role: 'peer', type: 'shared' }, [polygon]],
		[{ status: 'stopped' }, { status: 'stopped' }, [ethereum]],
		[{ name: '', network: '', region: '' }, {}, [ethereum, hyperliquid]],
	])('sends the filter %o', async (filters, query, expected) => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		const run = await platform.succeed(getAll, { limit: 2, filters });
		expect(idsOf(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual(query);
	});

	it.each([
		['name', [bitcoin, ethereum, hyperliquid, polygon]],
		['-created_at', [bitcoin, polygon, hyperliquid, ethereum]],
	])('sorts by %s', async (sort, expected) => {
		const run = await platform.run(getAll, { sort, returnAll: true });
		expect(idsOf(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual({ order_by: sort });
	});

	it.each(['network', 'project', 'organization'])(
		'refuses another kind of ID as %s before anything is sent',
		async (field) => {
			const run = await platform.run(getAll, { filters: { [field]: 'ND-1-2-3' } });
			expect(told(run).message).toContain("'ND-1-2-3' is the ID of a node, not of");
			expect(platform.requests()).toEqual([]);
		},
	);
});
