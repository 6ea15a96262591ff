import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { chainstackApiTest } from '../../../nodes/shared/credential/credentialTest';
import { fault } from '../fixtures/requestContext.mts';

const API_KEY = 'PlatformKey.0123456789abcdef';
const KEY = 'e7d1a2b3c4d5e6f708192a3b4c5d6e7f';
const HOST = 'https://hyperliquid-mainnet.core.chainstack.com';

interface Options {
	method: string;
	uri: string;
	headers: Record<string, string>;
	body?: string;
	[name: string]: unknown;
}

interface Reply {
	status?: number;
	body?: unknown;
	/** The helper returns the body as it is, not as a text. */
	isParsed?: boolean;
	/** Never answers. */
	hangs?: boolean;
}

interface Servers {
	platform?: Reply | Error;
	endpoint?: Reply | Error;
}

const ORGANIZATION: Reply = { body: { id: 'RG-1-2', name: 'Acme' } };
const READY = { body: { jsonrpc: '2.0', id: 1, result: false } };

async function test(
	data: Record<string, unknown>,
	{ platform = ORGANIZATION, endpoint = READY }: Servers = {},
) {
	const sent: Options[] = [];
	const request = async (options: Options): Promise<unknown> => {
		sent.push(options);
		const reply = options.uri.includes('/v1/organization/') ? platform : endpoint;
		if (reply instanceof Error) throw reply;
		if (reply.hangs) return await new Promise(() => {});
		const { status = 200, isParsed = false } = reply;
		const { body = isParsed ? undefined : '' } = reply;
		const text = typeof body === 'string' || isParsed ? body : JSON.stringify(body);
		return await Promise.resolve({ statusCode: status, headers: {}, body: text });
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'x', type: 'chainstackApi', data } as ICredentialsDecrypted;
	const result = await chainstackApiTest.call(context, credential);
	expect(result.message).not.toMatch(/PlatformKey|e7d1a2b3/);
	// Both halves are checked at the same time; the platform is listed first.
	const isPlatform = ({ uri }: Options): boolean => uri.endsWith('/v1/organization/');
	const inOrder = [...sent.filter(isPlatform), ...sent.filter((each) => !isPlatform(each))];
	return { ...result, sent: inOrder };
}

const LABEL = `${HOST}/***/evm`;
const ACCEPTED = 'API key accepted (organization Acme)';
const RESPONDS = `Node endpoint responds (${LABEL})`;
const NO_API_KEY = "'API Key' was left empty and not checked";
const NO_ENDPOINT = "'Node Endpoint' was left empty and not checked";
const CHECK_ENDPOINT =
	"Check 'Node Endpoint' and 'Endpoint Key'; both are on the node's page in the Chainstack console";
const CHECK_HOST = 'Check the host name in the address of the endpoint';
const CHECK_NETWORK =
	"Check 'Node Endpoint' and the network of the machine n8n runs on, or test the credential again later";
const CHECK_CERTIFICATE =
	"Check the address of the endpoint, or turn on 'Ignore SSL Issues' in the credential if you trust the host";
const LATER = 'Test the credential again later';

const WHOLE = { apiKey: API_KEY, baseUrl: '', nodeEndpoint: HOST, endpointKey: KEY };

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

describe('chainstackApiTest', () => {
	it.each<[string, Record<string, unknown>, string, string[]]>([
		[
			'both halves',
			WHOLE,
			`${ACCEPTED}. ${RESPONDS}`,
			['GET https://api.chainstack.com/v1/organization/', `POST ${HOST}/${KEY}/evm`],
		],
		[
			'the API key alone, and says what was left out',
			{ apiKey: API_KEY },
			`${ACCEPTED}. ${NO_ENDPOINT}`,
			['GET https://api.chainstack.com/v1/organization/'],
		],
		[
			'the endpoint alone, and says what was left out',
			{ nodeEndpoint: HOST, endpointKey: KEY },
			`${RESPONDS}. ${NO_API_KEY}`,
			[`POST ${HOST}/${KEY}/evm`],
		],
		[
			'an address with the key inside',
			{ nodeEndpoint: `${HOST}/${KEY}/evm` },
			`${RESPONDS}. ${NO_API_KEY}`,
			[`POST ${HOST}/${KEY}/evm`],
		],
	])('checks %s', async (_, data, expected, requests) => {
		const { status, message, sent } = await test(data);
		expect({ status, message }).toEqual({ status: 'OK', message: expected });
		expect(sent.map(({ method, uri }) => `${method} ${uri}`)).toEqual(requests);
	});

	it.each([undefined, true])(
		'sends each key to its server alone, follows no redirect, throws on no status, and waits for a limited time (bad certificates: %s)',
		async (allowUnauthorizedCerts) => {
			const { sent } = await test({ ...WHOLE, allowUnauthorizedCerts });
			const rejectUnauthorized = !allowUnauthorizedCerts;
			const none = { followRedirect: false, followAllRedirects: false, simple: false };
			const timeout = expect.any(Number) as unknown;
			const expected = { ...none, resolveWithFullResponse: true, rejectUnauthorized, timeout };
			expect(sent).toMatchObject([expected, expected]);
			expect(sent[0].headers.Authorization).toBe(`Bearer ${API_KEY}`);
			expect(JSON.stringify(sent[1])).not.toContain(API_KEY);
			expect(JSON.stringify(sent[0])).not.toContain(KEY);
		},
	);

	const NO_KEY =
		"'Node Endpoint' is filled in, but 'Endpoint Key' is empty. Fill in 'Endpoint Key' with the secret part of the node's address";

	it.each<[string, Record<string, unknown>, RegExp | string]>([
		['nothing', {}, /'API Key'.*'Node Endpoint'.*'Endpoint Key'/],
		['only spaces', { apiKey: ' ', nodeEndpoint: '\n', endpointKey: '\t' }, /Nothing is filled in/],
		['a host without a key', { nodeEndpoint: HOST }, `${NO_KEY}. ${NO_API_KEY}`],
		[
			'a host without a key next to the API key',
			{ apiKey: API_KEY, nodeEndpoint: HOST },
			`${NO_KEY}. ${ACCEPTED}`,
		],
		[
			'an address whose query has room for a key',
			{ nodeEndpoint: 'https://rpc.example.com/?key=' },
			`${NO_KEY}. ${NO_API_KEY}`,
		],
		[
			'a key without a host',
			{ endpointKey: KEY },
			`'Endpoint Key' is filled in, but 'Node Endpoint' is empty. Fill in 'Node Endpoint' with the HTTPS address of the node, or clear 'Endpoint Key'. ${NO_API_KEY}`,
		],
		['http', { nodeEndpoint: `http://rpc.example.com/${KEY}` }, /'Node Endpoint' must be an HTTPS/],
		[
			'http for the platform',
			{ apiKey: API_KEY, baseUrl: 'http://api.chainstack.com' },
			/'Base URL' must be an HTTPS/,
		],
	])('refuses %s, and sends nothing there', async (_, data, message) => {
		const result = await test(data);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(result.sent).toHaveLength(String(message).includes(ACCEPTED) ? 1 : 0);
	});

	// Other answers of the service are in the tests of its problems.
	it.each<[string, Reply | Error, string]>([
		[
			'401',
			{ status: 401, body: { error: { message: 'Invalid key' } } },
			'Chainstack did not accept the API key: Invalid key',
		],
		['500', { status: 500 }, 'API key: Chainstack could not process the request'],
		[
			'something that is not an organization',
			{ body: { hello: 'world' } },
			'API key: Chainstack returned an organization without an ID',
		],
		['nothing', {}, 'API key: Chainstack returned an empty response instead of a JSON object'],
		[
			'no server',
			fault('ECONNREFUSED', 'connect'),
			'API key: api.chainstack.com could not be reached',
		],
	])('reports about the API key: %s', async (_, platform, expected) => {
		const { status, message } = await test({ apiKey: API_KEY }, { platform });
		expect(status).toBe('Error');
		expect(message.startsWith(`${expected}. `), message).toBe(true);
		expect(message.endsWith(`. ${NO_ENDPOINT}`), message).toBe(true);
	});

	it('reads an answer that the helper has already parsed', async () => {
		const platform = { ...ORGANIZATION, isParsed: true };
		const endpoint = { ...READY, isParsed: true };
		const { status, message } = await test(WHOLE, { platform, endpoint });
		expect({ status, message }).toEqual({ status: 'OK', message: `${ACCEPTED}. ${RESPONDS}` });
	});

	it.each<[string, Reply | Error, RegExp, string?]>([
		[
			'a JSON-RPC error with status 200',
			{ body: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no such method' } } },
			/no such method/,
		],
		[
			'a rate limit with status 200',
			{ body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'RPS limit' } } },
			/RPS limit/,
			LATER,
		],
		['401', { status: 401, body: '<html></html>' }, /did not accept the key/],
		['404', { status: 404 }, /key or path wrong/],
		['a web page', { body: '<html></html>' }, /web page/],
		['503', { status: 503 }, /: the endpoint is not available at the moment/, LATER],
		['500', { status: 500 }, /: the endpoint could not process the request/, LATER],
		['no server', fault('ENOTFOUND', 'getaddrinfo'), /host name/, CHECK_HOST],
		['no name server', fault('EAI_AGAIN', 'getaddrinfo'), /no name server/, CHECK_NETWORK],
		['no route', fault('EHOSTUNREACH', 'connect'), /no route/, CHECK_NETWORK],
		['a bad certificate', fault('CERT_HAS_EXPIRED'), /secure/, CHECK_CERTIFICATE],
	])('reports about the endpoint: %s', async (_, endpoint, message, hint = CHECK_ENDPOINT) => {
		const result = await test({ nodeEndpoint: HOST, endpointKey: KEY }, { endpoint });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(result.message).toContain(`Node endpoint ${LABEL}: `);
		expect(result.message).toContain(`. ${hint}. `);
	});

	it('accepts an endpoint whatever it says about its synchronization', async () => {
		for (const said of ['soon', {}]) {
			const endpoint = { body: { jsonrpc: '2.0', id: 1, result: said } };
			const { status } = await test({ nodeEndpoint: HOST, endpointKey: KEY }, { endpoint });
			expect(status, JSON.stringify(said)).toBe('OK');
		}
	});

	it('ends after 15 seconds in total when no server finishes', async () => {
		vi.useFakeTimers();
		vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const end = new AbortController();
			setTimeout(() => end.abort(), milliseconds);
			return end.signal;
		});
		const pending = test(WHOLE, { platform: { hangs: true }, endpoint: { hangs: true } });
		let isOver = false;
		void pending.then(() => {
			isOver = true;
		});
		await vi.advanceTimersByTimeAsync(14_000);
		expect(isOver).toBe(false);
		await vi.advanceTimersByTimeAsync(1_000);
		const { status, message } = await pending;
		expect(status).toBe('Error');
		expect(message).toBe(
			`API key: api.chainstack.com did not send a complete response within 15 s. Check 'Base URL', and try again later. Node endpoint ${LABEL}: no complete response within 15 s. ${CHECK_NETWORK}`,
		);
	});

	it('leaves no timer behind', async () => {
		vi.useFakeTimers();
		await test(WHOLE);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('hides keys that an answer repeats', async () => {
		const platform = { status: 404, body: { detail: `no ${API_KEY} ${encodeURIComponent(KEY)}` } };
		const result = await test(WHOLE, { platform });
		expect(result.message).toContain('***');
	});

	it('does not throw whatever the credential holds', async () => {
		const context = {} as ICredentialTestFunctions;
		const credential = { id: '1', name: 'x', type: 'chainstackApi' } as ICredentialsDecrypted;
		expect((await chainstackApiTest.call(context, credential)).status).toBe('Error');
		const odd = { ...credential, data: { apiKey: 5, nodeEndpoint: [], endpointKey: {} } };
		const result = await chainstackApiTest.call(context, odd as unknown as ICredentialsDecrypted);
		expect(result.status).toBe('Error');
	});
});

describe('an endpoint without EVM', () => {
	const block = { block_header: { raw_data: { number: 5, timestamp: 1_795_168_800_000 } } };

	it.each<[string, unknown, string[]]>([
		// Queried as its chain requires, which may be other paths.
		['solana-mainnet.core.chainstack.com', { ...READY.body, result: 'ok' }, ['POST ']],
		[
			'tron-mainnet.core.chainstack.com/wallet',
			block,
			['POST /wallet/getnowblock', 'GET /wallet/getnodeinfo'],
		],
	])('is tested as well: %s', async (address, body, requests) => {
		const [host, path] = address.split('/');
		const data = { ...WHOLE, apiKey: '', nodeEndpoint: `https://${address}` };
		const { status, message, sent } = await test(data, { endpoint: { body } });
		expect(status).toBe('OK');
		const label = [`https://${host}/***`, path].filter(Boolean).join('/');
		expect(message).toBe(`Node endpoint responds (${label}). ${NO_API_KEY}`);
		expect(sent.map(({ method, uri }) => `${method} ${uri.split(KEY)[1]}`)).toEqual(requests);
	});
});
