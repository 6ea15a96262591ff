import type { IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { REQUEST_BLOCKED } from '../../../nodes/shared/http/thrown';
import { authenticateForPlatform } from '../../../nodes/shared/credential/authenticate';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';

type Options = Partial<IHttpRequestOptions> & { uri?: string };

const authenticate = (options: Options, data: object = {}): IHttpRequestOptions =>
	authenticateForPlatform({ ...CREDENTIAL_DATA, ...data }, options as IHttpRequestOptions);

const refusal = (options: Options, data: object = {}): Error => {
	try {
		authenticate(options, data);
	} catch (error) {
		return error as Error;
	}
	throw new Error('it was authenticated');
};

describe('authenticateForPlatform', () => {
	it.each<[Options, object]>([
		[{ url: 'https://api.chainstack.com/v1/organization/' }, {}],
		[{ url: 'https://api.chainstack.com' }, {}],
		[{ url: 'https://API.chainstack.com:443/x?y#z' }, {}],
		[{ uri: 'https://api.chainstack.com/v1/organization/' }, {}],
		[{ baseURL: 'https://api.chainstack.com', url: '/v1/organization/' }, {}],
		[{ baseURL: 'https://elsewhere.example.com', url: 'https://api.chainstack.com/x' }, {}],
		[{ url: 'https://api.chainstack.com/x' }, { baseUrl: '' }],
		[{ url: 'https://api.chainstack.com/x' }, { baseUrl: 'api.chainstack.com/v1/' }],
		[{ url: 'http://localhost:3000/x' }, { baseUrl: 'http://localhost:3000' }],
		[{ url: 'https://api.chainstack.com/x' }, { apiKey: ` ${CREDENTIAL_DATA.apiKey}\n` }],
	])('adds the key to %j', (options, data) => {
		expect(authenticate(options, data).headers).toEqual({
			Authorization: `Bearer ${CREDENTIAL_DATA.apiKey}`,
		});
	});

	it('keeps everything else, and forbids sending the key elsewhere', () => {
		const options = {
			url: 'https://api.chainstack.com/v1/x',
			method: 'POST' as const,
			headers: { Accept: 'text/csv' },
			body: '{}',
		};
		expect(authenticate(options)).toEqual({
			...options,
			headers: { Accept: 'text/csv', Authorization: `Bearer ${CREDENTIAL_DATA.apiKey}` },
			sendCredentialsOnCrossOriginRedirect: false,
		});
		expect(options.headers).toEqual({ Accept: 'text/csv' });
	});

	it.each<[Options, object]>([
		[{ url: 'http://api.chainstack.com/x' }, {}],
		[{ url: 'https://api.chainstack.com:8443/x' }, {}],
		[{ url: 'https://api.chainstack.com.example.com/x' }, {}],
		[{ url: 'https://api.chainstack.com@evil.example.com/x' }, {}],
		[{ url: 'https://evil.example.com/?https://api.chainstack.com' }, {}],
		[{ url: 'https://chainstack.com/x' }, {}],
		[{ url: 'https://hyperliquid-mainnet.core.chainstack.com/k/evm' }, {}],
		[{ baseURL: 'https://api.chainstack.com', url: 'https://evil.example.com/x' }, {}],
		[{ baseURL: 'https://api.chainstack.com', url: '//evil.example.com/x' }, {}],
		[{ baseURL: 'https://api.chainstack.com', url: '\\\\evil.example.com/x' }, {}],
		[{ baseURL: 'https://evil.example.com', url: '/v1/organization/' }, {}],
		[{ uri: 'https://evil.example.com/x' }, {}],
		[{ url: '/v1/organization/' }, {}],
		[{ url: '' }, {}],
		[{}, {}],
		[{ url: 'not an address' }, {}],
		[{ url: 'https://api.chainstack.com/x' }, { baseUrl: 'https://proxy.example.com' }],
		[{ url: 'http://localhost:3001/x' }, { baseUrl: 'http://localhost:3000' }],
	])('refuses %j with %j', (options, data) => {
		const { message, name } = refusal(options, data);
		expect(name).toBe(REQUEST_BLOCKED);
		expect(message).toMatch(/only sent to/);
		expect(message).not.toContain(CREDENTIAL_DATA.apiKey);
	});

	it.each(['', '   '])('says that the key is missing: %j', (apiKey) => {
		const { message, name } = refusal({ url: 'https://api.chainstack.com/x' }, { apiKey });
		expect(name).toBe(REQUEST_BLOCKED);
		expect(message).toContain("'API Key'");
	});

	it.each(['http://api.chainstack.com', 'https://', 'ftp://x'])(
		'says that the base URL is wrong: %s',
		(baseUrl) => {
			const { message, name } = refusal({ url: 'http://api.chainstack.com/x' }, { baseUrl });
			expect(name).toBe(REQUEST_BLOCKED);
			expect(message).toContain("'Base URL'");
			expect(message).not.toContain(CREDENTIAL_DATA.apiKey);
		},
	);
});
