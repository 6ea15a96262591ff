import { describe, expect, it } from 'vitest';
import { jsons, numbered, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: {} }));

/** n8n runs a node again whose first item has a field `error`, and treats an item with only that field as failed. */
describe('a record with a field named error', () => {
	const record = { id: 'PR-1-2-3', name: 'x', error: 'no capacity left' };

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'is created once, and is not a failure (%s)',
		async (onError) => {
			server.answer = () => ({ status: 201, body: record });
			const node = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const options = { items: numbered(1), node };
			const run = await platform.runAt(server, ['project', 'create'], { name: 'x' }, options);
			expect(run.status).toBe('success');
			expect(server.seen).toHaveLength(1);
			expect(jsons(run.output)).toEqual([
				{ id: 'PR-1-2-3', name: 'x', serviceError: 'no capacity left' },
			]);
			expect(run.errorOutput).toEqual([]);
		},
	);

	it('is read once, and is not a failure', async () => {
		server.answer = () => ({ body: { count: 1, next: null, results: [record] } });
		const node = { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3 } as const;
		const run = await platform.runAt(server, ['project', 'getAll'], {}, { node });
		expect(server.seen).toHaveLength(1);
		expect(jsons(run.output)).toMatchObject([{ serviceError: 'no capacity left' }]);
	});
});
