import type { INode } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import {
	parseBaseUrl,
	checkPlatformCredential,
	readCredential,
	normalizeCredential,
} from '../../../nodes/shared/managementApi/credential';
import { problemOf } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';

describe('normalizeCredential', () => {
	const EMPTY = {
		apiKey: '',
		baseUrl: 'https://api.chainstack.com',
		nodeEndpoint: '',
		endpointKey: '',
		allowUnauthorizedCerts: false,
	};
	it.each<[string, object, object]>([
		['an empty credential', {}, {}],
		[
			'space around texts',
			{ apiKey: ' key\n', endpointKey: ' secret ' },
			{ apiKey: 'key', endpointKey: 'secret' },
		],
		['an empty address', { baseUrl: '  ' }, {}],
		[
			'space around addresses',
			{ nodeEndpoint: '\thttps://x.example.com ' },
			{ nodeEndpoint: 'https://x.example.com' },
		],
		[
			'what cannot be seen in a key',
			{ endpointKey: '\u200Bsec\u200Dret\u2060' },
			{ endpointKey: 'secret' },
		],
		['a whole header', { apiKey: 'Bearer key' }, { apiKey: 'key' }],
		['one with space', { apiKey: ' bearer  key' }, { apiKey: 'key' }],
		['one with its name', { apiKey: 'Authorization: Bearer key' }, { apiKey: 'key' }],
		['true', { allowUnauthorizedCerts: true }, { allowUnauthorizedCerts: true }],
		['nothing but true as true', { allowUnauthorizedCerts: 'true' }, {}],
	])('reads %s', (_, data, expected) => {
		expect(normalizeCredential(data as never)).toEqual({ ...EMPTY, ...expected });
	});
});

describe('readCredential', () => {
	const contextWith = (credentials: INode['credentials']) => ({
		getCredentials: vi.fn(async () => await Promise.resolve({ ...CREDENTIAL_DATA, apiKey: ' k ' })),
		getNode: () => ({ credentials }) as INode,
	});

	it('reads the chosen credential', async () => {
		const context = contextWith({ chainstackApi: { id: '1', name: 'x' } });
		expect(await readCredential(context as never)).toMatchObject({ apiKey: 'k' });
		expect(context.getCredentials).toHaveBeenCalledWith('chainstackApi');
	});

	it.each<INode['credentials']>([undefined, {}, { httpBasicAuth: { id: '1', name: 'x' } }])(
		'reads none where none is chosen: %j',
		async (credentials) => {
			const context = contextWith(credentials);
			expect(await readCredential(context as never)).toBeUndefined();
			expect(context.getCredentials).not.toHaveBeenCalled();
		},
	);
});

describe('parseBaseUrl', () => {
	it.each([
		'https://jane:pass-word@api.chainstack.com',
		'https://pass-word@api.chainstack.com',
		'jane:pass-word@api.chainstack.com',
		'https://jane:pass-word@',
	])('refuses a user name or a password, and does not repeat it: %s', (text) => {
		const { message, hint } = problemOf(() => parseBaseUrl(text));
		expect(message).toContain("'Base URL'");
		expect(message + hint).not.toMatch(/pass-word|jane/);
	});

	it.each([
		['https://api.chainstack.com', 'https://api.chainstack.com/'],
		['https://api.chainstack.com/', 'https://api.chainstack.com/'],
		['https://api.chainstack.com///', 'https://api.chainstack.com/'],
		['https://api.chainstack.com/v1', 'https://api.chainstack.com/'],
		['https://api.chainstack.com/v1/', 'https://api.chainstack.com/'],
		['https://api.chainstack.com/v2//', 'https://api.chainstack.com/'],
		['api.chainstack.com', 'https://api.chainstack.com/'],
		['api.chainstack.com/v1', 'https://api.chainstack.com/'],
		['HTTPS://API.chainstack.com', 'https://api.chainstack.com/'],
		['https://proxy.example.com/chainstack/v1/', 'https://proxy.example.com/chainstack'],
		['https://proxy.example.com:8443/chainstack/', 'https://proxy.example.com:8443/chainstack'],
		['https://api.chainstack.com/?a=1#b', 'https://api.chainstack.com/'],
		['http://localhost:3000/', 'http://localhost:3000/'],
		['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000/'],
		['localhost:3000', 'https://localhost:3000/'],
	])('reads %s', (text, expected) => {
		expect(parseBaseUrl(text).href).toBe(expected);
	});

	it.each([
		'http://api.chainstack.com',
		'http://10.0.0.1:3000',
		'ftp://api.chainstack.com',
		'ws://localhost',
		'https://',
		'https://a b',
		'://x',
	])('refuses %s', (text) => {
		const { message, hint } = problemOf(() => parseBaseUrl(text));
		expect(message).toContain("'Base URL'");
		expect(hint).toContain('https://');
	});
});

describe('platformCredential', () => {
	const credential = normalizeCredential(CREDENTIAL_DATA);

	it('is the credential if it has an API key', () => {
		const { baseUrl, ...others } = checkPlatformCredential(credential);
		expect(baseUrl.href).toBe('https://api.chainstack.com/');
		expect(others).toEqual({ allowUnauthorizedCerts: false });
	});

	it.each([
		[undefined, /needs a Chainstack API credential, but none is chosen/],
		[{ ...credential, apiKey: '' }, /needs the 'API Key', but the credential has none/],
		[
			{ ...credential, apiKey: 'https://eth.example.com/0123456789abcdef' },
			/'API Key' in the credential holds an address/,
		],
	])('says what is missing: %j', (given, expected) => {
		const { message, hint } = problemOf(() => checkPlatformCredential(given));
		expect(message).toMatch(expected);
		expect(hint).toMatch(/'API Key'|belongs into 'Node Endpoint'/);
		expect(message + hint).not.toContain('0123456789abcdef');
	});
});
