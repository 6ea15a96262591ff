import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { id: 'RG-1-2', name: 'Lying' } }));
const get = ['organization', 'get'] as const;

describe('Organization · Get', () => {
	it('reads the organization and outputs it', async () => {
		const run = await platform.run(get);
		expect(run.error).toBeUndefined();
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
		const credentials = platform.credential({ baseUrl: server.url });
		let count = 0;
		server.answer = () => ({ body: { id: `RG-${(count += 1)}` }, delayMs: 100 - count });
		const run = await platform.run(get, {}, { credentials, items: numbered(12) });
		expect(run.output).toHaveLength(12);
		expect(pairs(run.output)).toEqual(numbered(12).map(({ json }) => json.n));
		expect(server.seen).toHaveLength(12);
		expect(server.mostAtOnce).toBe(5);
	});

	it('takes the number of concurrent requests from the options', async () => {
		server.answer = () => ({ body: { id: 'RG-1' }, delayMs: 20 });
		const credentials = platform.credential({ baseUrl: server.url });
		const options = { maxConcurrency: 2 };
		await platform.run(get, { options }, { credentials, items: numbered(6) });
		expect(server.mostAtOnce).toBe(2);
	});

	it.each([
		['a trailing slash', (url: string) => `${url}/`],
		['the version', (url: string) => `${url}/v1/`],
		['surrounding space', (url: string) => `  ${url} `],
	])('understands a base URL with %s', async (_, spell) => {
		const baseUrl = spell(platform.sandbox.url);
		const run = await platform.run(get, {}, { credentials: platform.credential({ baseUrl }) });
		expect(run.error).toBeUndefined();
		expect(platform.requests().map(({ path }) => path)).toEqual(['/v1/organization/']);
	});

	it('follows no redirect, so that the key stays where it belongs', async () => {
		const target = `${server.url}/elsewhere`;
		platform.sandbox.fault({ kind: 'redirect', location: target });
		const run = await platform.run(get);
		expect(told(run)).toMatchObject({
			message: 'Chainstack redirected the request',
			httpCode: '302',
		});
		expect(server.seen).toEqual([]);
	});

	it('needs the API key', async () => {
		const credentials = platform.credential({ apiKey: '' });
		const run = await platform.run(get, {}, { credentials });
		expect(told(run).message).toBe(
			"This operation needs the 'API Key', but the credential has none",
		);
		expect(told(run).description).toContain("Fill in 'API Key' in the credential");
		expect(platform.requests()).toEqual([]);
	});

	it('needs a credential', async () => {
		const run = await platform.run(get, {}, { credentials: {} });
		expect(told(run).message).toBe(
			'This operation needs a Chainstack API credential, but none is chosen',
		);
		expect(platform.requests()).toEqual([]);
	});

	it('refuses a base URL that would send the key unencrypted', async () => {
		const credentials = platform.credential({ baseUrl: 'http://api.example.com' });
		const run = await platform.run(get, {}, { credentials });
		expect(told(run).message).toContain("'Base URL' must be an HTTPS address");
	});

	it('refuses an empty answer', async () => {
		const credentials = platform.credential({ baseUrl: server.url });
		server.answer = () => ({ status: 204 });
		const run = await platform.run(get, {}, { credentials });
		expect(told(run)).toMatchObject({
			message: 'Chainstack returned an empty response instead of a JSON object',
			httpCode: '204',
		});
	});

	it('reports an error with status 200 as a failure', async () => {
		server.answer = () => ({ body: { error: { code: 'oops', message: 'Something broke' } } });
		const credentials = platform.credential({ baseUrl: server.url });
		const node = { onError: 'continueErrorOutput' as const };
		const run = await platform.run(get, {}, { credentials, node });
		expect(run.output).toEqual([]);
		expect(JSON.stringify(run.errorOutput[0]?.json)).toContain('Something broke');
	});
});
