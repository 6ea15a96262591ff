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

	it('reaches nodes inside networks, lists and deeper levels', () => {
		const network = { id: 'NW-1', nodes: [NODE, NODE], details: { a: [{ b: NODE }] } };
		expect(JSON.stringify(withoutSecrets(network))).not.toContain(KEY);
		expect(JSON.stringify(withoutSecrets(network))).not.toContain('pass-word-1');
	});

	it.each([
		['https_endpoint', '', ''],
		['https_endpoint', 'https://host.example.com', 'https://host.example.com'],
		['https_endpoint', 'https://host.example.com/', 'https://host.example.com/'],
		['https_endpoint', `https://host.example.com/?key=${KEY}`, 'https://host.example.com/***'],
		['https_endpoint', `https://jolly:${KEY}@host.example.com`, 'https://host.example.com/***'],
		['https_endpoint', `host.example.com/${KEY}`, '***'],
		['auth_key', '', ''],
		['auth_key', 'k', '***'],
	])('%s %j becomes %j', (name, value, expected) => {
		expect(withoutSecrets({ details: { [name]: value } })).toEqual({
			details: { [name]: expected },
		});
	});

	it.each([null, 5, true])('leaves %j in such a field unchanged', (value) => {
		const record = { auth_key: value, https_endpoint: value };
		expect(withoutSecrets(record)).toEqual(record);
		const other = { auth_username: value, wss_endpoint: value, auth_password: '' };
		expect(withoutSecrets({ ...other, auth_key: KEY })).toEqual({ ...other, auth_key: '***' });
	});

	it('does not treat other names as credentials', () => {
		const record = {
			...{ auth: 'x', author_key: 'y', auth_key_id: 'z', my_auth_key: 'u' },
			...{ endpoint: 'https://h/p', https_endpoint_id: 'https://h/p' },
		};
		expect(withoutSecrets(record)).toEqual(record);
	});

	it('hides a key anywhere else in the resource', () => {
		const record = {
			note: `curl https://nd-1-2-3.p2pify.com/${KEY} -u jolly-hopper:pass-word-1`,
			encoded: encodeURIComponent(`https://nd-1-2-3.p2pify.com/${KEY}`),
			list: [[KEY]],
			details: NODE.details,
		};
		const text = JSON.stringify(withoutSecrets(record));
		expect(text).not.toMatch(/0a1b2c|jolly|pass-word/);
	});

	it('recognizes a key that is only in an address', () => {
		const record = { note: KEY, details: { https_endpoint: `https://h.example.com/${KEY}` } };
		expect(withoutSecrets(record)).toEqual({
			note: '***',
			details: { https_endpoint: 'https://h.example.com/***' },
		});
	});

	it('hides a short user name only in its own field', () => {
		const details = { auth_username: 'ready', auth_password: 'pw-123' };
		const record = { status: 'ready', note: 'it is ready at //ready:pw-123@h', details };
		expect(withoutSecrets(record)).toEqual({
			status: 'ready',
			note: 'it is ready at //ready:***@h',
			details: { auth_username: '***', auth_password: '***' },
		});
		expect(withoutSecrets({ auth_username: 'ready' })).toEqual({ auth_username: '***' });
	});

	it.each([
		['abcdefghijklmnop', 'note ***'],
		['ab12cd34', 'note ***'],
		['endpoints', 'note endpoints'],
		['hyperliquid-mainnet', 'note hyperliquid-mainnet'],
	])('treats %s in an address as a key only if it can be one', (segment, note) => {
		const record = { note: `note ${segment}`, https_endpoint: `https://h.example.com/${segment}` };
		expect(withoutSecrets(record)).toEqual({ note, https_endpoint: 'https://h.example.com/***' });
	});

	it('does not treat known words of an address as a key', () => {
		const details = { https_endpoint: 'https://h.example.com/ext/bc/C/rpc' };
		expect(withoutSecrets({ name: 'rpc ext bc', details })).toMatchObject({ name: 'rpc ext bc' });
	});

	it('returns the same object where nothing had to be hidden', () => {
		const record = { id: 'RG-1', name: 'Acme', nodes: [{ details: {} }] };
		expect(withoutSecrets(record)).toBe(record);
	});

	it('masks lists of credentials and addresses as well', () => {
		const record = { auth_key: [KEY], https_endpoint: [`https://x.example.com/${KEY}`] };
		expect(JSON.stringify(withoutSecrets(record))).not.toContain(KEY);
	});

	it('leaves field names unchanged that are also user names', () => {
		const record = { nodes: [], details: { auth_username: 'node', auth_password: 'x-secret-x' } };
		expect(Object.keys(withoutSecrets(record))).toEqual(['nodes', 'details']);
	});
});
