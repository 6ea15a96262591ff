import { describe, expect, it } from 'vitest';
import { jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { runTool } from '../support/index.mts';

const platform = usePlatform();
const update = ['organization', 'update'] as const;

describe('Organization · Update', () => {
	it('renames the organization with a body that contains only the name', async () => {
		const run = await platform.run(update, { name: ' Renamed Ltd ' });
		expect(run.error).toBeUndefined();
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'PATCH', path: '/v1/organization/', query: {} });
		expect(request.body).toEqual({ name: 'Renamed Ltd' });
		expect(jsons(run.output)).toEqual([{ id: 'RG-123-456', name: 'Renamed Ltd' }]);
		expect(pairs(run.output)).toEqual([0]);
		expectDescribed(update, run.output);
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

	it("shows the service's message about the name", async () => {
		const run = await platform.run(update, { name: 'x'.repeat(300) });
		expect(told(run).message).toContain('name: Ensure this field has no more than 255 characters.');
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
	});

	it('repeats a rename that the server temporarily could not process', async () => {
		platform.sandbox.fault({ kind: 'status', status: 502, times: 1 });
		const run = await platform.run(update, { name: 'Again' });
		expect(run.error).toBeUndefined();
		expect(platform.requests().map(({ status }) => status)).toEqual([502, 200]);
	});

	it('works for an AI agent', async () => {
		const run = await runTool({
			credentials: platform.credential(),
			parameters: {
				resource: 'organization',
				operation: 'update',
				name: "={{ $fromAI('name', '', 'string') }}",
			},
			calls: [{ name: 'By agent' }],
		});
		expect(run.answers.map(jsons)).toEqual([[{ id: 'RG-123-456', name: 'By agent' }]]);
	});
});
