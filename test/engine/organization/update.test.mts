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
});
