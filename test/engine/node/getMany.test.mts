import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { jsons, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const getAll = ['node', 'getAll'] as const;
const { ethereum, hyperliquid } = seedIds.nodes;

// The traits it shares with other lists are held by everyOperation/lists.
describe('Node · Get Many', () => {
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
});
