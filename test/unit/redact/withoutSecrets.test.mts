import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { withoutSecrets } from '../../../nodes/shared/redact/withoutSecrets';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

const NODE = {
	id: 'ND-1-2-3',
	name: 'My node',
	network: 'NW-1-2-3',
	status: 'running',
	configuration: { archive: true },
	details: {
		mode: 'full',
		version: 'v1.14.0',
		api_namespaces: ['eth', 'net', 'web3'],
		https_endpoint: `https://nd-1-2-3.p2pify.com/${KEY}`,
		wss_endpoint: `wss://ws-nd-1-2-3.p2pify.com/${KEY}`,
		beacon_endpoint: `https://beacon-nd-1-2-3.p2pify.com:8443/beacon/${KEY}/eth/v1`,
		graphql_endpoint: 'https://nd-1-2-3.p2pify.com',
		auth_username: 'jolly-hopper',
		auth_password: 'pass-word-1',
		auth_key: KEY,
	},
	creator: { id: 'UR-1', email: 'jane@example.com', organization: { id: 'RG-1', name: 'Acme' } },
	created_at: '2026-11-20T12:00:00Z',
};

describe('withoutSecrets', () => {
	it('hides credentials and the paths of addresses, and nothing else', () => {
		expect(withoutSecrets(NODE)).toEqual({
			...NODE,
			details: {
				...NODE.details,
				https_endpoint: 'https://nd-1-2-3.p2pify.com/***',
				wss_endpoint: 'wss://ws-nd-1-2-3.p2pify.com/***',
				beacon_endpoint: 'https://beacon-nd-1-2-3.p2pify.com:8443/***',
				auth_username: '***',
				auth_password: '***',
				auth_key: '***',
			},
		});
	});

	it('leaves the original unchanged', () => {
		const before = structuredClone(NODE);
		withoutSecrets(NODE);
		expect(NODE).toEqual(before);
	});

	it.each<[string, IDataObject[string], IDataObject[string]]>([
		['https_endpoint', '', ''],
		['https_endpoint', 'https://host.example.com', 'https://host.example.com'],
		['https_endpoint', 'https://host.example.com/', 'https://host.example.com/'],
		['https_endpoint', `https://host.example.com/?key=${KEY}`, 'https://host.example.com/***'],
		['https_endpoint', `https://jolly:${KEY}@host.example.com`, 'https://host.example.com/***'],
		['https_endpoint', `host.example.com/${KEY}`, '***'],
		['auth_key', '', ''],
		['auth_key', 'k', '***'],
		// Lists of credentials and addresses.
		['auth_key', [KEY, null], ['***', null]],
		['https_endpoint', [`https://x.example.com/${KEY}`], ['https://x.example.com/***']],
		// Other names.
		['auth', 'x', 'x'],
		['author_key', 'x', 'x'],
		['auth_key_id', 'x', 'x'],
		['my_auth_key', 'x', 'x'],
		['endpoint', 'https://h/p', 'https://h/p'],
		['https_endpoint_id', 'https://h/p', 'https://h/p'],
	])('%s %j becomes %j', (name, value, expected) => {
		expect(withoutSecrets({ details: { [name]: value } })).toEqual({
			details: { [name]: expected },
		});
	});

	it.each([null, 5, true])('leaves %j in such a field unchanged', (value) => {
		const other = { auth_username: value, wss_endpoint: value, auth_password: '' };
		expect(withoutSecrets({ ...other, auth_key: KEY })).toEqual({ ...other, auth_key: '***' });
	});

	const shown = { https_endpoint: 'https://h.example.com/***' };
	const login = { auth_username: 'ready', auth_password: 'pw-123' };
	const hidden = { auth_username: '***', auth_password: '***' };
	it.each<[string, IDataObject, IDataObject]>([
		[
			'a key anywhere else in the resource, at any depth',
			{
				note: `curl https://nd-1-2-3.p2pify.com/${KEY} -u jolly-hopper:pass-word-1`,
				encoded: encodeURIComponent(`https://nd-1-2-3.p2pify.com/${KEY}`),
				list: [[KEY]],
				nodes: [{ details: { a: [{ ...login, auth_username: 'jolly-hopper', auth_key: KEY }] } }],
				auth_password: 'pass-word-1',
			},
			{
				note: 'curl https://nd-1-2-3.p2pify.com/*** -u ***:***',
				list: [['***']],
				encoded: 'https%3A%2F%2Fnd-1-2-3.p2pify.com%2F***',
				nodes: [{ details: { a: [{ ...hidden, auth_key: '***' }] } }],
				auth_password: '***',
			},
		],
		[
			'a key that is only in an address',
			{ note: KEY, details: { https_endpoint: `https://h.example.com/${KEY}` } },
			{ note: '***', details: shown },
		],
		[
			'a short user name only in its own field',
			{ status: 'ready', note: 'it is ready at //ready:pw-123@h', details: login },
			{ status: 'ready', note: 'it is ready at //ready:***@h', details: hidden },
		],
		['a user name without a password', { auth_username: 'ready' }, { auth_username: '***' }],
		[
			'a user name, but not the field of its name',
			{ nodes: [], details: { auth_username: 'node', auth_password: 'x-secret-x' } },
			{ nodes: [], details: hidden },
		],
		...[
			['abcdefghijklmnop', '***'],
			['ab12cd34', '***'],
			['endpoints', 'endpoints'],
			['hyperliquid-mainnet', 'hyperliquid-mainnet'],
			['ext/bc/C/rpc', 'ext/bc/C/rpc'],
		].map(([path, note]): [string, IDataObject, IDataObject] => [
			`a part of an address only if it can be a key (${path})`,
			{ note: path, https_endpoint: `https://h.example.com/${path}` },
			{ note, ...shown },
		]),
	])('hides %s', (_, record, expected) => {
		expect(withoutSecrets(record)).toEqual(expected);
	});

	it('returns the same object where nothing had to be hidden', () => {
		const record = { id: 'RG-1', name: 'Acme', nodes: [{ details: {} }] };
		expect(withoutSecrets(record)).toBe(record);
	});
});
