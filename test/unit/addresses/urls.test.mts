import { describe, expect, it } from 'vitest';

import { checkHttps, joinUrl } from '../../../nodes/shared/addresses/urls';
import { problemOf } from '../fixtures/problems.mts';

describe('checkHttps', () => {
	it.each([
		'https://api.chainstack.com',
		'https://10.0.0.1:8443/x',
		'http://localhost:3000',
		'http://127.0.0.1',
		'http://127.1/x',
		'http://[::1]:8080/',
		'http://node.localhost',
		'http://LOCALHOST',
		'http://127.255.0.9',
	])('accepts %s', (address) => {
		expect(() => checkHttps(new URL(address), 'Base URL')).not.toThrow();
	});

	it.each([
		'http://api.chainstack.com',
		'http://10.0.0.1',
		'http://127.0.0.1.nip.io',
		'http://user:pw@example.com/key',
		'ftp://127.0.0.1',
		'file:///etc/passwd',
		'ws://localhost',
		'http://localhost.example.com',
		'http://notlocalhost',
		'http://[::2]',
		'http://128.0.0.1',
		'http://192.168.0.1',
		'http://0.0.0.0',
		'http://x127.0.0.1.io',
	])('refuses %s', (address) => {
		const problem = problemOf(() => checkHttps(new URL(address), 'Base URL'));
		expect(problem.message).toContain("'Base URL'");
		expect(problem.message).toContain('HTTPS');
		expect(problem.hint).toContain(`Use https://${new URL(address).host}`);
		expect(`${problem.message}${problem.hint}`).not.toMatch(/pw|\/key/);
	});
});

const HOST = 'https://x.example.com';

describe('a URL below the address of an endpoint', () => {
	it.each([
		[`${HOST}/key`, 'eth/v1/node/syncing', `${HOST}/key/eth/v1/node/syncing`],
		[`${HOST}/key/`, 'block', `${HOST}/key/block`],
		[`${HOST}/key`, '', `${HOST}/key`],
		[`${HOST}/key/`, '', `${HOST}/key/`],
		[HOST, 'block', `${HOST}/block`],
		[`${HOST}/key?token=a`, 'block?height=5', `${HOST}/key/block?token=a&height=5`],
		[`${HOST}/key?token=a`, 'block', `${HOST}/key/block?token=a`],
		[`${HOST}/key`, 'block?height=5', `${HOST}/key/block?height=5`],
		[`${HOST}/key`, '?height=5', `${HOST}/key?height=5`],
		[`${HOST}/key?a=b?c`, 'block?d=e?f', `${HOST}/key/block?a=b?c&d=e?f`],
	])('%s with %j is %s', (url, path, expected) => {
		expect(joinUrl(url, path)).toBe(expected);
	});
});
