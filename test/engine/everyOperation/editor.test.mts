import { describe, expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer } from '../fixtures/server.mts';
import { listSearch, loadOptions, loadPackage, testCredential } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(readyNode);

describe('regions', () => {
	const regions = async (path: string, currentNodeParameters: object) =>
		(await loadOptions('getRegions', { path, currentNodeParameters })).map(({ value }) => value);
	const byProvider = [
		['gcloud', ['asia-southeast1']],
		['aws', ['ap-southeast-1', 'us-east-1', 'us-west-2']],
		['azure', ['uksouth']],
		['vzo', ['eu3']],
	] as const;

	it.each(byProvider)('of %s, inside the list of nodes', async (provider, expected) => {
		const nodes = { node: [{ provider: 'other' }, { provider }] };
		expect(await regions('parameters.nodes.node[1].region', { nodes })).toEqual(expected);
	});

	it.each(byProvider)('of %s, inside the fields of an update', async (provider, expected) => {
		const path = 'parameters.otherFields.region';
		expect(await regions(path, { otherFields: { provider } })).toEqual(expected);
	});

	it('follow the node they belong to, not its neighbours', async () => {
		const nodes = { node: [{ provider: 'vzo' }, { provider: 'azure' }] };
		expect(await regions('parameters.nodes.node[0].region', { nodes })).toEqual(['eu3']);
	});

	it.each([
		['an expression that was not resolved', '={{ $json.provider }}'],
		['empty', ''],
		['not a string', null],
		['unknown', 'bare'],
		['missing', undefined],
	])('of all providers, each with its name, when the provider is %s', async (_, provider) => {
		const options = await loadOptions('getRegions', {
			path: 'parameters.otherFields.region',
			currentNodeParameters: { otherFields: { provider } },
		});
		expect(options).toHaveLength(6);
		expect(options).toContainEqual({ name: 'eu3 (Virtuozzo)', value: 'eu3' });
		expect(options.every(({ name }) => / \(.+\)$/.test(name))).toBe(true);
	});

	it('are read again when the provider next to them changes', async () => {
		const { nodes = [] } = (await loadPackage()).types;
		const description = nodes.find(({ name }) => name === 'chainstack');
		const text = JSON.stringify(description?.properties);
		const dependent = text.match(
			/"loadOptionsMethod":"getRegions","loadOptionsDependsOn":\["&provider"\]/g,
		);
		expect(dependent?.length).toBeGreaterThanOrEqual(2);
	});
});

describe.each([
	['searchProjects', '/v1/projects/'],
	['searchNodes', '/v1/nodes/'],
])('%s', (method, path) => {
	const search = (options: object = {}, credential: object = {}) =>
		listSearch(method, { credentials: platform.credential(credential), ...options });

	it('lists names with ids', async () => {
		const { results, paginationToken } = await search();
		const ids = results.map(({ value }) => value);
		const prefix = method === 'searchNodes' ? 'ND-' : 'PR-';
		expect(ids.every((id) => String(id).startsWith(prefix))).toBe(true);
		expect(ids).toContain(`${prefix}123-456-789`);
		expect(paginationToken).toBeUndefined();
		const [request] = platform.requests();
		expect(request).toMatchObject({ method: 'GET', path });
		expect(request.headers.authorization).toBe(`Bearer ${platform.sandbox.apiKey}`);
	});

	it('reads page after page', async () => {
		const page = (from: number, next: string | null) => ({
			body: {
				count: 4,
				next,
				previous: null,
				results: [0, 1].map((number) => ({
					id: `X-${from + number}`,
					name: `thing ${from + number}`,
				})),
			},
		});
		server.answer = ({ url }) =>
			url.includes('page=2') ? page(3, null) : page(1, `${server.url}${path}?page=2`);
		const first = await search({}, { baseUrl: server.url });
		expect(first.results.map(({ value }) => value)).toEqual(['X-1', 'X-2']);
		expect(first.paginationToken).toBeTruthy();
		const second = await search(
			{ paginationToken: first.paginationToken as string },
			{ baseUrl: server.url },
		);
		expect(second.results.map(({ value }) => value)).toEqual(['X-3', 'X-4']);
		expect(second.paginationToken).toBeUndefined();
	});

	it('sends the key to no page on another origin', async () => {
		const next = `https://example.com${path}?page=2`;
		server.answer = () => ({ body: { results: [], next } });
		await expect(search({}, { baseUrl: server.url })).resolves.toMatchObject({ results: [] });
		await expect(search({ paginationToken: next }, { baseUrl: server.url })).rejects.toThrow(
			'The API key is only sent to',
		);
		expect(server.seen).toHaveLength(1);
	});

	it('finds by name, by part of a name and by ID, on any page', async () => {
		const results = (numbers: number[]) =>
			numbers.map((number) => ({ id: `ND-1-${number}`, name: `Thing ${number}` }));
		server.answer = ({ url }) => ({
			body: url.includes('page=2')
				? { results: results([31, 42]), next: null }
				: { results: results([1, 2, 4]), next: `${server.url}${path}?page=2` },
		});
		const values = async (filter: string) =>
			(await search({ filter }, { baseUrl: server.url })).results.map(({ value }) => value);
		expect(await values('thing 4')).toEqual(['ND-1-4', 'ND-1-42']);
		expect(await values(' ND-1-31 ')).toEqual(['ND-1-31']);
		expect(await values('nothing of the kind')).toEqual([]);
	});

	it.each([
		[{ apiKey: 'wrong' }, 'Chainstack did not accept the API key'],
		[{ apiKey: '' }, "needs the 'API Key'"],
		[{ baseUrl: 'http://127.0.0.1:9' }, 'could not be reached'],
		[{ baseUrl: 'http://example.com' }, 'must be an HTTPS address'],
	])('shows the reason of a failure: %o', async (credential, message) => {
		const failure = await search({}, credential).then(
			() => undefined,
			(error: Error) => error,
		);
		expect(failure?.message).toContain(message);
		expect(JSON.stringify(failure)).not.toContain(platform.sandbox.apiKey);
	});

	it('says that a credential is missing', async () => {
		await expect(listSearch(method)).rejects.toThrow('none is chosen');
	});
});

describe('credential test', () => {
	const key = 'endpoint0key0of0the0server0123456';
	const test = (changes: object = {}) =>
		testCredential('chainstackApi', {
			...platform.credential({ nodeEndpoint: server.url, endpointKey: key }).chainstackApi,
			...changes,
		});
	const noNode = { nodeEndpoint: '', endpointKey: '' };

	it('accepts both halves and names them', async () => {
		const result = await test();
		expect(result).toEqual({
			status: 'OK',
			message: `API key accepted (organization Example Organization). Node endpoint responds (${server.url}/***/evm)`,
		});
		expect(platform.requests()).toMatchObject([{ method: 'GET', path: '/v1/organization/' }]);
		expect(server.seen).toMatchObject([
			{ method: 'POST', url: `/${key}/evm`, json: { method: 'eth_syncing', params: [], id: 1 } },
		]);
		expect(server.seen[0].headers).not.toHaveProperty('authorization');
	});

	it('accepts the API key alone', async () => {
		const { status, message } = await test(noNode);
		expect(status).toBe('OK');
		expect(message).toContain('API key accepted');
		expect(message).toContain("'Node Endpoint' was left empty and not checked");
		expect(server.seen).toEqual([]);
	});

	it('accepts the node endpoint alone', async () => {
		const { status, message } = await test({ apiKey: '' });
		expect(status).toBe('OK');
		expect(message).toContain('Node endpoint responds');
		expect(message).toContain("'API Key' was left empty and not checked");
		expect(platform.requests()).toEqual([]);
	});

	it.each<[string, object, string[]]>([
		[
			'a wrong API key',
			{ apiKey: 'wrong0key', ...noNode },
			['Chainstack did not accept the API key', "Check 'API Key'"],
		],
		[
			'a wrong API key with a correct endpoint',
			{ apiKey: 'wrong0key' },
			['Chainstack did not accept'],
		],
		[
			'nothing',
			{ apiKey: '', ...noNode },
			['Nothing is filled in', "'API Key'", "'Node Endpoint'", "'Endpoint Key'"],
		],
		[
			'a key without a host',
			{ nodeEndpoint: '' },
			["'Endpoint Key' is filled in, but 'Node Endpoint' is empty"],
		],
		[
			'a key without a host and no API key',
			{ apiKey: '', nodeEndpoint: '' },
			["'Node Endpoint' is empty"],
		],
		[
			'a host without a key',
			{ endpointKey: '' },
			["'Node Endpoint' is filled in, but 'Endpoint Key' is empty"],
		],
		[
			'a host without a key and no API key',
			{ apiKey: '', endpointKey: '' },
			["'Endpoint Key' is empty"],
		],
		[
			'only spaces',
			{ apiKey: '  ', nodeEndpoint: ' ', endpointKey: ' ' },
			['Nothing is filled in'],
		],
		[
			'a base URL in plain http',
			{ baseUrl: 'http://api.example.com' },
			["'Base URL' must be an HTTPS address"],
		],
		[
			'an endpoint in plain http',
			{ nodeEndpoint: 'http://node.example.com' },
			["'Node Endpoint' must be an HTTPS address"],
		],
		['a WebSocket endpoint', { nodeEndpoint: 'wss://node.example.com' }, ['WebSocket address']],
		['a key in place of the host', { nodeEndpoint: 'abcdef0123456789' }, ['contains no host']],
		[
			'a host where nothing listens',
			{ nodeEndpoint: 'http://127.0.0.1:9' },
			['connection refused'],
		],
		[
			'a platform that does not exist',
			{ baseUrl: 'http://127.0.0.1:9' },
			['API key: 127.0.0.1:9 could not be reached'],
		],
	])('refuses %s', async (_, changes, parts) => {
		const { status, message } = await test(changes);
		expect(status).toBe('Error');
		for (const part of parts) expect(message).toContain(part);
		for (const secret of [key, platform.sandbox.apiKey, 'wrong0key'])
			expect(message).not.toContain(secret);
	});

	it.each<[string, object, string]>([
		[
			'a JSON-RPC error with status 200',
			{ body: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: `no ${key}` } } },
			'no *** (code -32000)',
		],
		['status 401', { status: 401 }, 'did not accept the key'],
		['status 404', { status: 404 }, 'key or path wrong'],
		['a web page', { body: '<html></html>' }, 'a web page instead of JSON'],
		['nothing', {}, 'the response is empty'],
		[
			'a redirect',
			{ status: 302, headers: { location: 'https://example.com/' } },
			'redirects to another',
		],
		['a reset', { instead: 'reset' }, 'was lost'],
	])('refuses an endpoint that answers with %s', async (_, reply, part) => {
		server.answer = () => reply;
		const { status, message } = await test();
		expect(status).toBe('Error');
		expect(message).toContain('Node endpoint');
		expect(message).toContain(part);
		expect(message).not.toContain(key);
	});

	it.each<[string, object]>([
		['an empty object', { body: {} }],
		['a web page', { body: '<html><title>Proxy</title></html>' }],
		['nothing', {}],
		['a list', { body: [] }],
		['null', { body: 'null' }],
		['a redirect', { status: 301, headers: { location: 'https://example.com/' } }],
		['an error', { status: 500, body: 'broken' }],
	])('refuses a platform that answers with %s', async (_, reply) => {
		server.answer = () => reply;
		const { status, message } = await test({ baseUrl: server.url, ...noNode });
		expect(status).toBe('Error');
		expect(message).toMatch(/^API key: /);
	});
});
