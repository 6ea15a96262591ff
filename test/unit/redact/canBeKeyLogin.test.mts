import { describe, expect, it } from 'vitest';

import { buildEndpointAddress } from '../../../nodes/shared/addresses/endpointAddress';
import { findLoginSecrets } from '../../../nodes/shared/redact/canBeKey';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';

describe('loginSecrets', () => {
	it.each([
		['ready', 'pass+word-1', ['ready:pass+word-1', 'pass+word-1']],
		['hyperliquid', 'pass+word-1', ['hyperliquid:pass+word-1', 'pass+word-1']],
		['jolly-hopper', 'pass+word-1', ['jolly-hopper:pass+word-1', 'pass+word-1', 'jolly-hopper']],
		['hopper-1', 'pass+word-1', ['hopper-1:pass+word-1', 'pass+word-1', 'hopper-1']],
		['hopper1', 'pass+word-1', ['hopper1:pass+word-1', 'pass+word-1']],
		['1hopping', 'pass+word-1', ['1hopping:pass+word-1', 'pass+word-1', '1hopping']],
		['hopping1', 'pass+word-1', ['hopping1:pass+word-1', 'pass+word-1', 'hopping1']],
		['token-as-user', '', ['token-as-user']],
		['', 'pass+word-1', ['pass+word-1']],
	])('of %j and %j are %j', (user, password, expected) => {
		expect(findLoginSecrets(user, password)).toEqual(expected);
	});

	it('leave ordinary words unchanged and hide the login in every form', () => {
		const { secrets } = buildEndpointAddress({
			address: 'https://ready:pass%2Bword@node.example.com',
			path: { mode: 'automatic' },
			field: 'Endpoint URL',
		});
		const mask = new SecretMask(...secrets);
		const result = { state: 'ready', ready: true, text: 'is ready' };
		expect(mask.deep(result)).toBe(result);
		const login = Buffer.from('ready:pass+word').toString('base64');
		const texts = ['ready:pass%2Bword', 'ready%3Apass%2Bword', `Basic ${login}`, 'pass+word'];
		for (const text of texts) expect(mask.text(text)).toMatch(/^(Basic |ready:)?\*\*\*$/);
	});
});
