import { describe, expect, it } from 'vitest';
import { jsons, pairs, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform();
const update = ['organization', 'update'] as const;

describe('Organization · Update', () => {
	it('renames the organization with a body that contains only the name', async () => {
		const run = await platform.succeed(update, { name: ' Renamed Ltd ' });
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'PATCH', path: '/v1/organization/', query: {} });
		expect(request.body).toEqual({ name: 'Renamed Ltd' });
		expect(jsons(run.output)).toEqual([{ id: 'RG-123-456', name: 'Renamed Ltd' }]);
		expect(pairs(run.output)).toEqual([0]);
	});

	it('refuses an empty name, and the other item keeps its result', async () => {
		const items = [{ json: { name: '' } }, { json: { name: 'Other' } }];
		const node = { onError: 'continueErrorOutput' as const };
		const run = await platform.run(update, { name: '={{ $json.name }}' }, { items, node });
		expect(jsons(run.output)).toEqual([{ id: 'RG-123-456', name: 'Other' }]);
		expect(pairs(run.output)).toEqual([1]);
		expect(jsons(run.errorOutput)).toEqual([
			{
				name: '',
				error:
					"'Name' is empty. Its expression returns nothing for this item. Correct the expression in 'Name'",
			},
		]);
		expect(pairs(run.errorOutput)).toEqual([0]);
		expect(platform.requests()).toHaveLength(1);
	});
});
