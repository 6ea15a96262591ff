import { describe, expect, it } from 'vitest';

import { ChainstackApi } from '../../../credentials/ChainstackApi.credentials';
import { REQUEST_BLOCKED } from '../../../nodes/shared/http/thrown';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';

const credential = new ChainstackApi();

describe('ChainstackApi', () => {
	it('has the names saved workflows depend on', () => {
		expect(credential).toMatchObject({ name: 'chainstackApi', displayName: 'Chainstack API' });
		const stored = credential.properties.filter(({ type }) => type !== 'notice');
		expect(stored.map(({ name, type, default: value }) => [name, type, value])).toEqual([
			['apiKey', 'string', ''],
			['nodeEndpoint', 'string', ''],
			['endpointKey', 'string', ''],
			['baseUrl', 'string', 'https://api.chainstack.com'],
			['allowUnauthorizedCerts', 'boolean', false],
		]);
	});

	it('says first where a key comes from, and has rarely changed fields last', () => {
		expect(credential.properties.map(({ name }) => name)).toEqual([
			'whereToStart',
			'apiKey',
			'nodeEndpoint',
			'endpointKey',
			'baseUrl',
			'allowUnauthorizedCerts',
		]);
	});

	it('hides both keys while they are typed, and nothing else', () => {
		const hidden = credential.properties.filter(
			({ typeOptions }) => typeOptions?.password === true,
		);
		expect(hidden.map(({ name }) => name)).toEqual(['apiKey', 'endpointKey']);
	});

	it('requires neither half', () => {
		expect(credential.properties.some(({ required }) => required === true)).toBe(false);
	});

	it('is tested with the function that checks both halves, not with a single request', () => {
		expect(credential).not.toHaveProperty('test');
	});

	it('authenticates requests to the platform, and no others', async () => {
		const options = await credential.authenticate(CREDENTIAL_DATA, {
			url: 'https://api.chainstack.com/v1/organization/',
		});
		expect(options.headers).toEqual({ Authorization: `Bearer ${CREDENTIAL_DATA.apiKey}` });
		await expect(
			credential.authenticate(CREDENTIAL_DATA, { url: 'https://evil.example.com/' }),
		).rejects.toMatchObject({ name: REQUEST_BLOCKED });
	});
});
