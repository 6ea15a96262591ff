import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { id: 'RG-1-2', name: 'Lying' } }));
const get = ['organization', 'get'] as const;

describe('Organization · Get', () => {
	it('reads the organization and outputs it', async () => {
		const run = await platform.succeed(get);
		expect(jsons(run.output)).toEqual([{ id: 'RG-123-456', name: 'Example Organization' }]);
		expect(pairs(run.output)).toEqual([0]);
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'GET', path: '/v1/organization/', query: {} });
		expect(request.headers).toMatchObject({
			authorization: `Bearer ${platform.sandbox.apiKey}`,
			accept: 'application/json',
		});
		expect(request.headers).not.toHaveProperty('content-type');
		expect(request.body).toBeUndefined();
	});

	it('sends one request per item, at most five at a time, and keeps order and pairing', async () => {
		let count = 0;
		server.answer = () => {
			count += 1;
			return { body: { id: `RG-${count}` }, delayMs: 100 - count };
		};
		const run = await platform.runAt(server, get, {}, { items: numbered(12) });
		expect(run.output).toHaveLength(12);
		expect(pairs(run.output)).toEqual(numbered(12).map(({ json }) => json.n));
		expect(server.seen).toHaveLength(12);
		expect(server.mostAtOnce).toBe(5);
	});
});
