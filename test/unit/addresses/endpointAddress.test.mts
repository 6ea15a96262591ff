import { describe, expect, it } from 'vitest';

import {
	endpointAddress,
	type EndpointAddress,
	type EndpointParts,
} from '../../../nodes/shared/addresses/endpointAddress';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { FORBIDDEN_WORDS, problemOf } from '../fixtures/problems.mts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const OTHER = 'ffffeeeeddddccccbbbbaaaa99998888';
const HYPERLIQUID = 'https://hyperliquid-mainnet.core.chainstack.com';

const build = (address: string, parts: Partial<EndpointParts> = {}): EndpointAddress =>
	endpointAddress({
		address,
		key: KEY,
		path: { mode: 'automatic' },
		field: 'Node Endpoint',
		...parts,
	});

describe('endpointAddress', () => {
	describe('builds the one correct address from every spelling', () => {
		const host = 'hyperliquid-mainnet.core.chainstack.com';
		it.each([
			HYPERLIQUID,
			`${HYPERLIQUID}/EVM`,
			`${HYPERLIQUID}//${KEY}//evm//`,
			`${HYPERLIQUID}/${KEY}/info`,
			`${HYPERLIQUID}/${KEY}/nanoreth`,
			`${HYPERLIQUID}/${KEY}/exchange`,
			`${HYPERLIQUID}/ ${KEY} /evm`,
			`\t${HYPERLIQUID}/\n${KEY}`,
			`${HYPERLIQUID}#/${OTHER}`,
			`${host}/${KEY}/evm/`,
			`HTTPS://${host.toUpperCase()}:443/${KEY}`,
		])('%j', (address) => {
			const built = build(address);
			expect(built.url).toBe(`${HYPERLIQUID}/${KEY}/evm`);
			expect(built.label).toBe(`${HYPERLIQUID}/***/evm`);
			expect(built.keyOverridden).toBe(false);
			expect(built.basic).toBeUndefined();
			expect(built.secrets).toContain(KEY);
		});

		it.each([` ${KEY} `, `/${KEY}/`, `${KEY}/evm`, `${HYPERLIQUID}/${KEY}/evm`])(
			'whatever the key looks like: %j',
			(key) => {
				expect(build(HYPERLIQUID, { key }).url).toBe(`${HYPERLIQUID}/${KEY}/evm`);
			},
		);
	});

	it.each<[string, string, string]>([
		['keeps a port', 'https://node.example.com:8443', `https://node.example.com:8443/${KEY}/evm`],
		['keeps a query', `${HYPERLIQUID}/evm?a=1&b=2`, `${HYPERLIQUID}/${KEY}/evm?a=1&b=2`],
		['drops a fragment', `${HYPERLIQUID}?a=1#b`, `${HYPERLIQUID}/${KEY}/evm?a=1`],
		['accepts http for this machine', 'http://localhost:8545', `http://localhost:8545/${KEY}/evm`],
		['accepts http for ::1', 'http://[::1]:8545/', `http://[::1]:8545/${KEY}/evm`],
		['accepts another host', 'https://rpc.example.com', `https://rpc.example.com/${KEY}/evm`],
		['accepts localhost without scheme', 'localhost', `https://localhost/${KEY}/evm`],
		['accepts a port without scheme', 'localhost:8545', `https://localhost:8545/${KEY}/evm`],
	])('%s', (_, address, expected) => {
		expect(build(address).url).toBe(expected);
	});

	it('encodes a key that contains reserved characters', () => {
		const colon = build(HYPERLIQUID, { key: 'a:b' });
		expect(colon.url).toBe(`${HYPERLIQUID}/a%3Ab/evm`);
		const built = build(HYPERLIQUID, { key: 'a?b#c d%' });
		expect(built.url).toBe(`${HYPERLIQUID}/a%3Fb%23c%20d%25/evm`);
		expect(new SecretMask(...built.secrets).text(built.url)).toBe(`${HYPERLIQUID}/***/evm`);
		expect(new SecretMask(...built.secrets).text('a?b#c d%')).toBe('***');
	});

	describe('the path', () => {
		it.each<[string, string | undefined, string]>([
			['https://hyperliquid-testnet.core.chainstack.com', undefined, '/evm'],
			['https://ethereum-mainnet.core.chainstack.com', undefined, ''],
			['https://base-mainnet.core.chainstack.com', undefined, ''],
			['https://polygon-pos-mainnet.core.chainstack.com', undefined, ''],
			['https://ethereum-sepolia-testnet.core.chainstack.com', undefined, ''],
			['https://hyperliquid-mainnet.core.chainstack.com', 'hyperliquid', '/evm'],
			['https://nd-123-456-789.p2pify.com', 'ethereum', ''],
			['https://nd-123-456-789.p2pify.com', 'hyperliquid', '/evm'],
			['https://rpc.example.com', undefined, '/evm'],
			['https://rpc.example.com', 'ethereum', '/evm'],
			['https://core.chainstack.com.example.com', undefined, '/evm'],
			['https://ethereum-mainnet.core.chainstack.com.example.com', undefined, '/evm'],
			['https://notp2pify.com', 'ethereum', '/evm'],
		])('of %s with protocol %s is %j', (address, protocol, suffix) => {
			const built = build(address, { protocol });
			expect(built.url).toBe(`${address}/${KEY}${suffix}`);
			expect(built.label).toBe(`${address}/***${suffix}`);
		});

		it.each<[string, Partial<EndpointParts>, string, string]>([
			['https://avalanche-mainnet.core.chainstack.com', {}, `/${KEY}/ext/bc/C/rpc`, 'evm'],
			['https://nd-1-2-3.p2pify.com', { protocol: 'avalanche' }, `/${KEY}/ext/bc/C/rpc`, 'evm'],
			['https://tron-mainnet.core.chainstack.com', {}, `/${KEY}/jsonrpc`, 'evm'],
			['https://tron-mainnet.core.chainstack.com', { family: 'tron' }, `/${KEY}/wallet`, 'tron'],
			[`https://tron-mainnet.core.chainstack.com/${KEY}/wallet`, {}, `/${KEY}/wallet`, 'tron'],
			['https://ton-mainnet.core.chainstack.com', {}, `/${KEY}/api/v2`, 'ton'],
			[
				`https://ton-mainnet.core.chainstack.com/${KEY}/api/v2/jsonRPC`,
				{},
				`/${KEY}/api/v2`,
				'ton',
			],
			['https://aptos-mainnet.core.chainstack.com', {}, `/${KEY}/v1`, 'aptos'],
			['https://solana-mainnet.core.chainstack.com', {}, `/${KEY}`, 'solana'],
			['https://nd-1-2-3.p2pify.com', { protocol: 'solana' }, `/${KEY}`, 'solana'],
			[
				'https://ethereum-mainnet.core.chainstack.com',
				{ family: 'beacon' },
				`/beacon/${KEY}`,
				'beacon',
			],
			[
				`https://ethereum-mainnet.core.chainstack.com/beacon/${KEY}/eth/v1`,
				{},
				`/beacon/${KEY}`,
				'beacon',
			],
			['https://rpc.example.com/beacon', {}, `/beacon/${KEY}`, 'beacon'],
			['https://beacon-nd-1-2-3.p2pify.com', { family: 'beacon' }, `/${KEY}`, 'beacon'],
			[
				'https://hyperliquid-mainnet.core.chainstack.com',
				{ family: 'hypercore' },
				`/${KEY}/info`,
				'hypercore',
			],
			['https://rpc.example.com', { family: 'near' }, `/${KEY}`, 'near'],
			['https://rpc.example.com', { family: 'ton' }, `/${KEY}/api/v2`, 'ton'],
			[
				'https://rpc.example.com',
				{ network: 'avalanche-fuji-testnet' },
				`/${KEY}/ext/bc/C/rpc`,
				'evm',
			],
			['https://rpc.example.com', { protocol: 'bitcoin' }, `/${KEY}`, 'bitcoin'],
		])('is that of the chain: %s with %j', (address, parts, pathname, family) => {
			const built = build(address, parts);
			expect(new URL(built.url).pathname).toBe(pathname);
			expect(built.family).toBe(family);
			expect(built.label).toBe(new URL(built.url).origin + pathname.replace(KEY, '***'));
		});

		it('comes from the chain where network or host name it', () => {
			const host = 'https://ethereum-sepolia.core.chainstack.com';
			expect(build(host).chain?.name).toBe('Ethereum Sepolia');
			expect(build('https://rpc.example.com', { network: 'bsc-testnet' }).chain?.ids).toEqual([
				'97',
			]);
			expect(build('https://rpc.example.com', { protocol: 'ethereum' }).chain).toBeUndefined();
			expect(build('https://rpc.example.com')).not.toHaveProperty('chain');
		});

		it('of an address of another chain drops /evm', () => {
			const host = 'https://ethereum-mainnet.core.chainstack.com';
			expect(build(`${host}/${KEY}/evm`).url).toBe(`${host}/${KEY}`);
		});

		it.each(['ext/bc/C/rpc', 'jsonrpc', 'rpc/v0_9'])(
			'is kept if it is a known one of another chain: %s',
			(path) => {
				const host = 'https://avalanche-mainnet.core.chainstack.com';
				expect(build(`${host}/${KEY}/${path}`).url).toBe(`${host}/${KEY}/${path}`);
				expect(build(`${host}/${KEY}/${path}`).label).toBe(`${host}/***/${path}`);
			},
		);

		it('is left out if the user chooses that', () => {
			expect(build(HYPERLIQUID, { path: { mode: 'none' } }).url).toBe(`${HYPERLIQUID}/${KEY}`);
			expect(build(`${HYPERLIQUID}/${KEY}/evm`, { path: { mode: 'none' } }).url).toBe(
				`${HYPERLIQUID}/${KEY}`,
			);
		});

		it.each(['nanoreth', '/nanoreth', 'nanoreth/', '//nanoreth//'])(
			'is the one the user sets: %s',
			(path) => {
				for (const address of [
					HYPERLIQUID,
					`${HYPERLIQUID}/${KEY}/evm`,
					`${HYPERLIQUID}/nanoreth`,
				]) {
					expect(build(address, { path: { mode: 'custom', path } }).url).toBe(
						`${HYPERLIQUID}/${KEY}/nanoreth`,
					);
				}
			},
		);

		it('is shown only as far as its segments are known', () => {
			const built = build(HYPERLIQUID, { path: { mode: 'custom', path: 'rpc/private-word' } });
			expect(built.url).toBe(`${HYPERLIQUID}/${KEY}/rpc/private-word`);
			expect(built.label).toBe(`${HYPERLIQUID}/***/rpc`);
		});
	});

	describe('a key in the address', () => {
		it('takes precedence over a different one, and a hint says so', () => {
			const built = build(`${HYPERLIQUID}/${OTHER}/evm`);
			expect(built.url).toBe(`${HYPERLIQUID}/${OTHER}/evm`);
			expect(built.keyOverridden).toBe(true);
			expect(built.secrets).toContain(OTHER);
			expect(built.label).not.toContain(OTHER);
		});

		it.each([undefined, '', '  '])('does not conflict with a missing key (%j)', (key) => {
			const built = build(`${HYPERLIQUID}/${OTHER}`, { key });
			expect(built.url).toBe(`${HYPERLIQUID}/${OTHER}/evm`);
			expect(built.keyOverridden).toBe(false);
		});

		it('is recognized when it is encoded', () => {
			const built = build(`${HYPERLIQUID}/a%20b%3Fc`, { key: 'a b?c' });
			expect(built.keyOverridden).toBe(false);
			expect(built.url).toBe(`${HYPERLIQUID}/a%20b%3Fc/evm`);
		});

		it.each(['v3', 'v2', 'eth', 'ext/bc/C/rpc', 'rpc'])('keeps the path before it: %s', (path) => {
			const none: EndpointParts['path'] = { mode: 'none' };
			const built = build(`https://rpc.example.com/${path}/${OTHER}`, {
				key: undefined,
				path: none,
			});
			expect(built.url).toBe(`https://rpc.example.com/${path}/${OTHER}`);
			expect(built.secrets).toContain(OTHER);
			expect(built.label).toBe('https://rpc.example.com/***');
		});

		it('may contain a stray percent sign', () => {
			const built = build('https://rpc.example.com/100%key-1', { key: undefined });
			expect(new URL(built.url).pathname).toBe('/100%key-1/evm');
			expect(built.secrets).toContain('100%key-1');
		});

		it('may have more than one segment', () => {
			const built = build(`https://proxy.example.com/tenant-a/${KEY}`);
			expect(built.url).toBe(`https://proxy.example.com/tenant-a/${KEY}/evm`);
			expect(built.keyOverridden).toBe(false);
			expect(built.label).toBe('https://proxy.example.com/***/evm');
		});
	});

	it('works without any key', () => {
		expect(build('https://rpc.example.com', { key: undefined }).url).toBe(
			'https://rpc.example.com/evm',
		);
	});

	describe('user and password', () => {
		it('become a Basic header and leave the address', () => {
			const built = build('https://jolly-hopper:p%40ss-word@rpc.example.com', { key: undefined });
			expect(built.url).toBe('https://rpc.example.com/evm');
			const login = Buffer.from('jolly-hopper:p@ss-word').toString('base64');
			expect(built.basic).toBe(`Basic ${login}`);
			expect(built.label).not.toMatch(/jolly|p@ss|p%40ss/);
			const mask = new SecretMask(...built.secrets);
			for (const text of ['p@ss-word', 'p%40ss-word', 'jolly-hopper', login])
				expect(mask.text(`<${text}>`)).toBe('<***>');
		});

		it('replace the key', () => {
			const built = build('https://jolly-hopper:pass-word@rpc.example.com');
			expect(built.url).toBe('https://rpc.example.com/evm');
			expect(built.keyOverridden).toBe(false);
		});

		it('may be used together with a key in the path', () => {
			const built = build(`https://jolly:pass-word@rpc.example.com/${KEY}`);
			expect(built.url).toBe(`https://rpc.example.com/${KEY}/evm`);
			expect(built.basic).toMatch(/^Basic /);
		});

		it('may be only a user, or only a password', () => {
			const { basic } = build('https://jolly-hopper@rpc.example.com');
			expect(Buffer.from(basic?.slice(6) ?? '', 'base64').toString()).toBe('jolly-hopper:');
			const { basic: other } = build('https://:pass-word@rpc.example.com');
			expect(Buffer.from(other?.slice(6) ?? '', 'base64').toString()).toBe(':pass-word');
		});

		it('may contain a stray percent sign', () => {
			const { basic } = build('https://jolly:50%off-1@rpc.example.com');
			expect(Buffer.from(basic?.slice(6) ?? '', 'base64').toString()).toBe('jolly:50%off-1');
		});

		it('may contain non-ASCII letters', () => {
			const { basic } = build('https://jürgen:ß%C3%9F@rpc.example.com');
			expect(Buffer.from(basic?.slice(6) ?? '', 'base64').toString()).toBe('jürgen:ßß');
		});
	});

	describe('secrets', () => {
		it.each([
			['https://rpc.example.com/endpoints/starknet', []],
			['https://gateway.example.com/gateway/mainnet/v0_8', []],
			[`https://rpc.example.com/endpoints/${OTHER}`, [OTHER]],
			['https://rpc.example.com/starknet/12345678', ['12345678']],
			['https://rpc.example.com/starknet/key/abcd', ['abcd']],
			['https://rpc.example.com/v2?network=ethereum-mainnet-full', []],
			[`https://rpc.example.com/v2?id=${OTHER}`, [OTHER]],
		])('of %s are only what can be a key: %j', (address, secrets) => {
			expect(build(address, { key: undefined }).secrets).toEqual(secrets);
		});

		it('include what is typed into the field for the key, whatever it is', () => {
			expect(build('https://rpc.example.com', { key: 'gateway' }).secrets).toEqual(['gateway']);
			expect(build(`https://rpc.example.com/${OTHER}`, { key: 'gateway' }).secrets).toEqual([
				OTHER,
				'gateway',
			]);
		});

		it.each([
			['https://rpc.example.com', undefined, false],
			['https://rpc.example.com/starknet', undefined, true],
			['https://rpc.example.com?token=', undefined, false],
			['https://rpc.example.com?token=a', undefined, true],
			['https://u:p@rpc.example.com', undefined, true],
			['https://rpc.example.com', 'a', true],
		])('say for %s with the key %j that there may be one: %j', (address, key, hasKey) => {
			expect(build(address, { key }).hasKey).toBe(hasKey);
		});

		it('include the values of a query', () => {
			const built = build(`${HYPERLIQUID}?token=query-secret`);
			expect(built.secrets).toContain('query-secret');
			expect(built.label).toBe(`${HYPERLIQUID}/***/evm`);
		});

		it.each([
			`${HYPERLIQUID}/${KEY}/evm?token=${OTHER}`,
			`https://jolly-hopper:${OTHER}@rpc.example.com:8443/${KEY}`,
			`https://rpc.example.com/${KEY}/unknown-word/${OTHER}`,
			`https://rpc.example.com/rpc/${KEY}`,
		])('never reach the label of %s', (address) => {
			expect(build(address).label).not.toMatch(/0a1b2c|ffffee|jolly|unknown-word|token/);
		});
	});

	describe('refuses, and says what to paste,', () => {
		it.each<[string, RegExp]>([
			['', /'Node Endpoint' is empty/],
			['   ', /'Node Endpoint' is empty/],
			[`wss://hyperliquid-mainnet.core.chainstack.com/${KEY}/evm`, /WebSocket/],
			[`WS://localhost/${KEY}`, /WebSocket/],
			[`  wss://x.example.com/${KEY}`, /WebSocket/],
			[KEY, /no host/],
			[` ${KEY} `, /no host/],
			['my_key-1', /no host/],
			[`ftp://x.example.com/${KEY}`, /not an HTTPS address/],
			[`http://:99999/${KEY}`, /not an HTTPS address/],
			[`https://${KEY} ${KEY}:x/`, /not an HTTPS address/],
			[`http://rpc.example.com/${KEY}`, /https/i],
			[`http://127.0.0.1.example.com/${KEY}`, /https/i],
			[`http://192.168.1.5:8545/${KEY}`, /https/i],
			['https://console.chainstack.com/projects/PR-1/nodes/ND-1', /page of the Chainstack console/],
			['console.chainstack.com/nodes/ND-1', /page of the Chainstack console/],
		])('%j', (address, message) => {
			const problem = problemOf(() => build(address));
			expect(problem.message).toMatch(message);
			expect(problem.message).toContain("'Node Endpoint'");
			expect(problem.hint).toMatch(/https:\/\//);
			expect(`${problem.message} ${problem.hint}`).not.toContain(KEY);
			expect(problem.message).not.toMatch(FORBIDDEN_WORDS);
		});
	});
});

describe('an address', () => {
	it.each([`${KEY}/evm`, `/${KEY}/evm`, `/${KEY}`])(
		'that is only a key with a path is refused: %s',
		(address) => {
			const { message } = problemOf(() => build(address, { key: undefined }));
			expect(message).toMatch(/no host/);
		},
	);

	it('with a missing slash does not lead to another host', () => {
		const { message } = problemOf(() => build(`https:/rpc.example.com/${KEY}`));
		expect(message).toContain("'Node Endpoint'");
	});

	it('that already ends with the custom path does not get it twice', () => {
		const path: EndpointParts['path'] = { mode: 'custom', path: 'my/rpc-path' };
		const url = `https://rpc.example.com/${KEY}/my/rpc-path`;
		expect(build(url, { path }).url).toBe(url);
		expect(build(`https://rpc.example.com/${KEY}`, { path }).url).toBe(url);
	});

	it('that has the key in its query does not get it in the path as well', () => {
		expect(build(`https://rpc.example.com/evm?apikey=${KEY}`).url).toBe(
			`https://rpc.example.com/evm?apikey=${KEY}`,
		);
	});

	it('keeps the key when the custom path has a query or dots', () => {
		const path: EndpointParts['path'] = { mode: 'custom', path: 'rpc?x=1' };
		expect(build(HYPERLIQUID, { path }).url).toBe(`${HYPERLIQUID}/${KEY}/rpc?x=1`);
		const up: EndpointParts['path'] = { mode: 'custom', path: '../rpc' };
		expect(build(HYPERLIQUID, { path: up }).url).toContain(KEY);
	});

	it.each([
		['evm', 'nanoreth', 'info', 'exchange', 'ws', 'rpc', 'jsonrpc', 'ext', 'bc', 'c', 'p', 'x'],
		['api', 'v1', 'v10', 'v0_9', 'v0_10', 'eth', 'graphql', 'metrics', 'walletsolidity', 'wallet'],
	])('does not treat words such as %s as a key', (...words) => {
		const none: EndpointParts['path'] = { mode: 'none' };
		for (const word of words) {
			const built = build(`https://rpc.example.com/${word}`, { path: none });
			expect(built.url).toBe(`https://rpc.example.com/${KEY}`);
			expect(built.keyOverridden).toBe(false);
		}
	});

	it.each(['evm2', 'myrpc', 'v', 'v1_', 'v1x', 'wallets', 'walletsolid', 'cc'])(
		'treats %s as a key, which only resembles such a word',
		(key) => {
			const built = build(`https://rpc.example.com/${key}`);
			expect(built.url).toBe(`https://rpc.example.com/${key}/evm`);
			expect(built.keyOverridden).toBe(true);
		},
	);

	it.each([
		['?a=1', 'rpc?x=1', '/rpc?a=1&x=1'],
		['', 'rpc?x=1?y', '/rpc?x=1?y'],
		['?a=b?c', 'rpc', '/rpc?a=b?c'],
		['?a=1', 'rpc', '/rpc?a=1'],
		['', './/rpc/../x/.', '/rpc/x'],
	])('with the query %j and the custom path %s ends with %s', (query, path, end) => {
		const built = build(`https://rpc.example.com${query}`, { path: { mode: 'custom', path } });
		expect(built.url).toBe(`https://rpc.example.com/${KEY}${end}`);
	});

	it.each([
		['apikey=abc', ['abc']],
		['TOKEN=abc', ['abc']],
		['x-auth=abc', ['abc']],
		['secret=abc', ['abc']],
		['passphrase=abc', ['abc']],
		['network=1234567890123456', ['1234567890123456']],
		['network=123456789012345', []],
	])('has these secrets in its query %s: %j', (query, secrets) => {
		const built = build(`https://rpc.example.com?${query}`, { key: undefined });
		expect(built.secrets).toEqual(secrets);
	});

	it.each([
		['https://nd-1.P2PIFY.com', { protocol: 'ethereum' }, '', 'evm'],
		['https://p2pify.com', { protocol: 'ethereum' }, '', 'evm'],
		['https://p2pify.com.example.com', { protocol: 'ethereum' }, '/evm', 'evm'],
		['https://solana-newnet.core.chainstack.com', {}, '', 'solana'],
		['https://avalanche-newnet.core.chainstack.com', {}, '/ext/bc/C/rpc', 'evm'],
		['https://unheard-newnet.core.chainstack.com', {}, '', 'evm'],
		['https://rpc.example.com', { protocol: 'tezos' }, '/evm', 'evm'],
		['https://rpc.example.com/walletsolidity', {}, '/wallet', 'tron'],
		[`https://aptos-mainnet.core.chainstack.com/${KEY}/v2`, {}, '/v1', 'aptos'],
		[`https://rpc.example.com/${KEY}/ws`, { family: 'hypercore' }, '/info', 'hypercore'],
		[`https://rpc.example.com/${KEY}/jsonrpc`, { family: 'tron' }, '/wallet', 'tron'],
	] as Array<[string, Partial<EndpointParts>, string, string]>)(
		'%s with %j ends with %j',
		(address, parts, end, family) => {
			const built = build(address, parts);
			expect(built.url).toBe(`${new URL(address).origin}/${KEY}${end}`);
			expect(built.family).toBe(family);
		},
	);

	it.each(['wallet-of-jane', 'my-wallet'])('treats %s as a key, not as a family', (key) => {
		expect(build(`https://rpc.example.com/${key}`)).toMatchObject({
			url: `https://rpc.example.com/${key}/evm`,
			family: 'evm',
		});
	});

	it('keeps the path before its key although another family is chosen', () => {
		const address = `https://rpc.example.com/beacon/${KEY}`;
		expect(build(address, { family: 'evm' }).url).toBe(`${address}/evm`);
	});

	it('keeps its key before a custom path with as many segments', () => {
		const built = build(`https://rpc.example.com/${OTHER}`, {
			path: { mode: 'custom', path: 'rpc' },
		});
		expect(built.url).toBe(`https://rpc.example.com/${OTHER}/rpc`);
	});

	it('of a consensus layer has only the custom path', () => {
		const custom = { mode: 'custom', path: 'eth' } as const;
		const built = build('https://rpc.example.com/beacon', { path: custom });
		expect(built.url).toBe(`https://rpc.example.com/${KEY}/eth`);
	});

	it('with ordinary parameters in its query has a readable label', () => {
		const { secrets, label } = build(`${HYPERLIQUID}?network=mainnet&archive=true`);
		expect(new SecretMask(...secrets).text(label)).toBe(label);
	});
});
