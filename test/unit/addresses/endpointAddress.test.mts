import { describe, expect, it } from 'vitest';

import {
	buildEndpointAddress,
	type EndpointAddress,
	type EndpointParts,
} from '../../../nodes/shared/addresses/endpointAddress';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { expectMembers, FORBIDDEN_WORDS, problemOf } from '../fixtures/problems.mts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const OTHER = 'ffffeeeeddddccccbbbbaaaa99998888';
const HYPERLIQUID = 'https://hyperliquid-mainnet.core.chainstack.com';
const ETHEREUM = 'https://ethereum-mainnet.core.chainstack.com';
const AVALANCHE = 'https://avalanche-mainnet.core.chainstack.com';
const TRON = 'https://tron-mainnet.core.chainstack.com';
const TON = 'https://ton-mainnet.core.chainstack.com';
const NODE = 'https://nd-1-2-3.p2pify.com';
const RPC = 'https://rpc.example.com';

const build = (address: string, parts: Partial<EndpointParts> = {}): EndpointAddress =>
	buildEndpointAddress({
		address,
		key: KEY,
		field: 'Node Endpoint',
		...parts,
	});

const NO_PATH: Partial<EndpointParts> = { path: '' };
const custom = (path: string): Partial<EndpointParts> => ({ path });
const keyless = { key: undefined };

describe('the address', () => {
	// More spellings of the host are in the property tests.
	it.each<[string, Partial<EndpointParts>]>([
		[`\t${HYPERLIQUID}/\n${KEY}`, {}],
		[`${HYPERLIQUID}#/${OTHER}`, {}],
		[HYPERLIQUID, { key: ` ${KEY} ` }],
		[HYPERLIQUID, { key: `/${KEY}/` }],
		[HYPERLIQUID, { key: `${KEY}/evm` }],
		[HYPERLIQUID, { key: `${HYPERLIQUID}/${KEY}/evm` }],
	])('is the same for every spelling: %j with %j', (address, parts) => {
		expect(build(address, parts)).toMatchObject({
			url: `${HYPERLIQUID}/${KEY}/evm`,
			origin: HYPERLIQUID,
			label: `${HYPERLIQUID}/***/evm`,
			keyOverridden: false,
			secrets: expect.arrayContaining([KEY]) as string[],
		});
		expect(build(address, parts).basic).toBeUndefined();
	});

	it.each<[string, Partial<EndpointParts>, string]>([
		['https://node.example.com:8443', {}, `https://node.example.com:8443/${KEY}/evm`],
		[`${HYPERLIQUID}/evm?a=1&b=2`, {}, `${HYPERLIQUID}/${KEY}/evm?a=1&b=2`],
		[`${HYPERLIQUID}?a=1#b`, {}, `${HYPERLIQUID}/${KEY}/evm?a=1`],
		['http://localhost:8545', {}, `http://localhost:8545/${KEY}/evm`],
		['http://[::1]:8545/', {}, `http://[::1]:8545/${KEY}/evm`],
		['localhost', {}, `https://localhost/${KEY}/evm`],
		['localhost:8545', {}, `https://localhost:8545/${KEY}/evm`],
		[RPC, keyless, `${RPC}/evm`],
		[HYPERLIQUID, { key: 'a:b' }, `${HYPERLIQUID}/a%3Ab/evm`],
		// The key in its query is not put into the path as well.
		[`${RPC}/evm?apikey=${KEY}`, {}, `${RPC}/evm?apikey=${KEY}`],
		[`${ETHEREUM}/${KEY}/evm`, {}, `${ETHEREUM}/${KEY}`],
		[HYPERLIQUID, NO_PATH, `${HYPERLIQUID}/${KEY}`],
		[`${HYPERLIQUID}/${KEY}/evm`, NO_PATH, `${HYPERLIQUID}/${KEY}`],
		...['nanoreth', '/nanoreth', 'nanoreth/', '//nanoreth//'].flatMap((path) =>
			['', `/${KEY}/evm`, '/nanoreth'].map((end): [string, Partial<EndpointParts>, string] => [
				HYPERLIQUID + end,
				custom(path),
				`${HYPERLIQUID}/${KEY}/nanoreth`,
			]),
		),
		[`${RPC}/${KEY}/my/rpc-path`, custom('my/rpc-path'), `${RPC}/${KEY}/my/rpc-path`],
		[`${RPC}/${KEY}`, custom('my/rpc-path'), `${RPC}/${KEY}/my/rpc-path`],
		[`${RPC}/${OTHER}`, custom('rpc'), `${RPC}/${OTHER}/rpc`],
		[`${RPC}/beacon`, custom('eth'), `${RPC}/${KEY}/eth`],
		[`${RPC}?a=1`, custom('rpc?x=1'), `${RPC}/${KEY}/rpc?a=1&x=1`],
		[RPC, custom('rpc?x=1?y'), `${RPC}/${KEY}/rpc?x=1?y`],
		[`${RPC}?a=b?c`, custom('rpc'), `${RPC}/${KEY}/rpc?a=b?c`],
		[`${RPC}?a=1`, custom('rpc'), `${RPC}/${KEY}/rpc?a=1`],
		[RPC, custom('./rpc/../x/.'), `${RPC}/${KEY}/rpc/x`],
		[RPC, custom('../rpc'), `${RPC}/${KEY}/rpc`],
		// The path before a key is kept, also where another family is chosen.
		[`${RPC}/beacon/${KEY}`, { family: 'evm' }, `${RPC}/beacon/${KEY}/evm`],
		...['v3', 'v2', 'eth', 'ext/bc/C/rpc', 'rpc'].map(
			(path): [string, Partial<EndpointParts>, string] => [
				`${RPC}/${path}/${OTHER}`,
				{ ...keyless, ...NO_PATH },
				`${RPC}/${path}/${OTHER}`,
			],
		),
	])('of %s with %j is %s', (address, parts, url) => {
		const built = build(address, parts);
		expect(built.url).toBe(url);
		expect(built.keyOverridden).toBe(address.includes(OTHER) && !('key' in parts));
		expect(built.label).not.toMatch(/0a1b2c|ffffee/);
	});

	it('may have its key in the name of its host, and gets no other one', () => {
		const host = `https://${OTHER}.eth.rpc.example.com`;
		expect(build(`${host}/`)).toMatchObject({
			url: `${host}/evm`,
			origin: host,
			label: 'https://***.eth.rpc.example.com/***/evm',
			asPasted: { url: `${host}/`, label: 'https://***.eth.rpc.example.com/***' },
			hasKey: true,
			secrets: expect.arrayContaining([OTHER]) as string[],
		});
	});

	it('encodes a key that contains reserved characters', () => {
		const built = build(HYPERLIQUID, { key: 'a?b#c d%' });
		expect(built.url).toBe(`${HYPERLIQUID}/a%3Fb%23c%20d%25/evm`);
		expect(new SecretMask(...built.secrets).text(built.url)).toBe(`${HYPERLIQUID}/***/evm`);
		expect(new SecretMask(...built.secrets).text('a?b#c d%')).toBe('***');
	});
});

describe('the path', () => {
	it.each<[string, Partial<EndpointParts>, string, string]>([
		['https://hyperliquid-testnet.core.chainstack.com', {}, `/${KEY}/evm`, 'evm'],
		[ETHEREUM, {}, `/${KEY}`, 'evm'],
		['https://ethereum-sepolia-testnet.core.chainstack.com', {}, `/${KEY}`, 'evm'],
		['https://unheard-newnet.core.chainstack.com', {}, `/${KEY}`, 'evm'],
		[HYPERLIQUID, { protocol: 'hyperliquid' }, `/${KEY}/evm`, 'evm'],
		[NODE, { protocol: 'ethereum' }, `/${KEY}`, 'evm'],
		['https://nd-1.P2PIFY.com', { protocol: 'ethereum' }, `/${KEY}`, 'evm'],
		['https://p2pify.com', { protocol: 'ethereum' }, `/${KEY}`, 'evm'],
		[NODE, { protocol: 'hyperliquid' }, `/${KEY}/evm`, 'evm'],
		[RPC, {}, `/${KEY}/evm`, 'evm'],
		[RPC, { protocol: 'ethereum' }, `/${KEY}/evm`, 'evm'],
		[RPC, { protocol: 'tezos' }, `/${KEY}/evm`, 'evm'],
		['https://core.chainstack.com.example.com', {}, `/${KEY}/evm`, 'evm'],
		['https://ethereum-mainnet.core.chainstack.com.example.com', {}, `/${KEY}/evm`, 'evm'],
		['https://notp2pify.com', { protocol: 'ethereum' }, `/${KEY}/evm`, 'evm'],
		['https://p2pify.com.example.com', { protocol: 'ethereum' }, `/${KEY}/evm`, 'evm'],
		[AVALANCHE, {}, `/${KEY}/ext/bc/C/rpc`, 'evm'],
		['https://avalanche-newnet.core.chainstack.com', {}, `/${KEY}/ext/bc/C/rpc`, 'evm'],
		[NODE, { protocol: 'avalanche' }, `/${KEY}/ext/bc/C/rpc`, 'evm'],
		[RPC, { network: 'avalanche-fuji-testnet' }, `/${KEY}/ext/bc/C/rpc`, 'evm'],
		...['ext/bc/C/rpc', 'jsonrpc', 'rpc/v0_9'].map(
			(path): [string, Partial<EndpointParts>, string, string] => [
				`${AVALANCHE}/${KEY}/${path}`,
				{},
				`/${KEY}/${path}`,
				'evm',
			],
		),
		[TRON, {}, `/${KEY}/jsonrpc`, 'evm'],
		[TRON, { family: 'tron' }, `/${KEY}/wallet`, 'tron'],
		[`${TRON}/${KEY}/wallet`, {}, `/${KEY}/wallet`, 'tron'],
		[`${RPC}/walletsolidity`, {}, `/${KEY}/wallet`, 'tron'],
		[`${RPC}/${KEY}/jsonrpc`, { family: 'tron' }, `/${KEY}/wallet`, 'tron'],
		[TON, {}, `/${KEY}/api/v2`, 'ton'],
		[`${TON}/${KEY}/api/v2/jsonRPC`, {}, `/${KEY}/api/v2`, 'ton'],
		[RPC, { family: 'ton' }, `/${KEY}/api/v2`, 'ton'],
		['https://aptos-mainnet.core.chainstack.com', {}, `/${KEY}/v1`, 'aptos'],
		[`https://aptos-mainnet.core.chainstack.com/${KEY}/v2`, {}, `/${KEY}/v1`, 'aptos'],
		['https://solana-mainnet.core.chainstack.com', {}, `/${KEY}`, 'solana'],
		['https://solana-newnet.core.chainstack.com', {}, `/${KEY}`, 'solana'],
		[NODE, { protocol: 'solana' }, `/${KEY}`, 'solana'],
		[ETHEREUM, { family: 'beacon' }, `/beacon/${KEY}`, 'beacon'],
		[`${ETHEREUM}/beacon/${KEY}/eth/v1`, {}, `/beacon/${KEY}`, 'beacon'],
		[`${RPC}/beacon`, {}, `/beacon/${KEY}`, 'beacon'],
		['https://beacon-nd-1-2-3.p2pify.com', { family: 'beacon' }, `/${KEY}`, 'beacon'],
		[HYPERLIQUID, { family: 'hypercore' }, `/${KEY}/info`, 'hypercore'],
		[`${RPC}/${KEY}/ws`, { family: 'hypercore' }, `/${KEY}/info`, 'hypercore'],
		[RPC, { family: 'near' }, `/${KEY}`, 'near'],
		[RPC, { protocol: 'bitcoin' }, `/${KEY}`, 'bitcoin'],
	])('is that of the chain: %s with %j', (address, parts, pathname, family) => {
		const built = build(address, parts);
		const { origin } = new URL(address);
		expect(built.url).toBe(origin + pathname);
		expect(built.family).toBe(family);
		expect(built.label).toBe(origin + pathname.replace(KEY, '***'));
	});

	it('comes from the chain where network or host name it', () => {
		expect(build('https://ethereum-sepolia.core.chainstack.com').chain?.name).toBe(
			'Ethereum Sepolia Testnet',
		);
		expect(build(RPC, { network: 'bsc-testnet' }).chain?.ids).toEqual(['97']);
		expect(build(RPC, { protocol: 'ethereum' }).chain).toBeUndefined();
	});

	it('is shown without a mask where nothing is hidden', () => {
		const { label } = buildEndpointAddress({ address: ETHEREUM, field: 'Endpoint URL' });
		expect(label).toBe(new URL(ETHEREUM).origin);
	});

	it('is shown only as far as its segments are known', () => {
		const built = build(HYPERLIQUID, custom('rpc/private-word'));
		expect(built.url).toBe(`${HYPERLIQUID}/${KEY}/rpc/private-word`);
		expect(built.label).toBe(`${HYPERLIQUID}/***/rpc`);
	});
});

describe('a key in the address', () => {
	it.each<[string, string, Partial<EndpointParts>, Partial<EndpointAddress>]>([
		[
			'takes precedence over a different one, and that is known',
			`${HYPERLIQUID}/${OTHER}/evm`,
			{},
			{ keyOverridden: true, secrets: [OTHER, KEY] },
		],
		...[undefined, '', '  '].map(
			(key): [string, string, Partial<EndpointParts>, Partial<EndpointAddress>] => [
				`does not conflict with a missing key (${JSON.stringify(key)})`,
				`${HYPERLIQUID}/${OTHER}`,
				{ key },
				{ keyOverridden: false },
			],
		),
		[
			'is recognized when it is encoded',
			`${RPC}/a%20b%3Fc`,
			{ key: 'a b?c' },
			{ keyOverridden: false },
		],
		['may contain a stray percent sign', `${RPC}/100%key-1`, keyless, { secrets: ['100%key-1'] }],
		[
			'may have more than one segment',
			`${RPC}/tenant-a/${KEY}`,
			{},
			{ label: `${RPC}/***/evm`, keyOverridden: false },
		],
		...'evm2 myrpc v v1_ v1x wallets walletsolid cc wallet-of-jane my-wallet'
			.split(' ')
			.map((key): [string, string, Partial<EndpointParts>, Partial<EndpointAddress>] => [
				`may only resemble a known word: ${key}`,
				`${RPC}/${key}`,
				{},
				{ keyOverridden: true, family: 'evm' },
			]),
	])('%s', (_, address, parts, expected) => {
		const { secrets = [], ...members } = expected;
		const built = build(address, parts);
		expect(built).toMatchObject({ url: address.replace(/(\/evm)?$/, '/evm'), ...members });
		expect(built.secrets).toEqual(expect.arrayContaining(secrets));
	});

	const WORDS = `evm nanoreth info exchange ws rpc jsonrpc ext bc c p x api v1 v10 v0_9 v0_10 eth
		graphql metrics walletsolidity wallet`;
	it.each(WORDS.split(/\s+/))('is no known word such as %s', (word) => {
		const { url, keyOverridden } = build(`${RPC}/${word}`, NO_PATH);
		expect({ url, keyOverridden }).toEqual({ url: `${RPC}/${KEY}`, keyOverridden: false });
	});
});

describe('user and password', () => {
	it('become a Basic header and leave the address', () => {
		const built = build('https://jolly-hopper:p%40ss-word@rpc.example.com', keyless);
		expect(built.url).toBe(`${RPC}/evm`);
		const login = Buffer.from('jolly-hopper:p@ss-word').toString('base64');
		expect(built.basic).toBe(`Basic ${login}`);
		expect(built.label).not.toMatch(/jolly|p@ss|p%40ss/);
		const mask = new SecretMask(...built.secrets);
		for (const text of ['p@ss-word', 'p%40ss-word', 'jolly-hopper', login])
			expect(mask.text(`<${text}>`)).toBe('<***>');
	});

	it.each([
		['replace the key', 'jolly:pass-word', '', 'jolly:pass-word'],
		['may be used together with a key in the path', 'jolly:pass', `/${KEY}`, 'jolly:pass'],
		['may be only a user', 'jolly-hopper', '', 'jolly-hopper:'],
		['may be only a password', ':pass-word', '', ':pass-word'],
		['may contain a stray percent sign', 'jolly:50%off-1', '', 'jolly:50%off-1'],
		['may contain non-ASCII letters', 'jürgen:ß%C3%9F', '', 'jürgen:ßß'],
	])('%s', (_, login, path, sent) => {
		const { url, basic = '', keyOverridden } = build(`https://${login}@rpc.example.com${path}`);
		expect({ url, keyOverridden }).toEqual({ url: `${RPC}${path}/evm`, keyOverridden: false });
		expect(basic).toBe(`Basic ${Buffer.from(sent).toString('base64')}`);
	});
});

describe('secrets', () => {
	it.each<[string, string | undefined, string[]]>([
		[`${RPC}/endpoints/starknet`, undefined, []],
		['https://gateway.example.com/gateway/mainnet/v0_8', undefined, []],
		[`${RPC}/endpoints/${OTHER}`, undefined, [OTHER]],
		[`${RPC}/starknet/12345678`, undefined, ['12345678']],
		[`${RPC}/starknet/key/abcd`, undefined, ['abcd']],
		[`${RPC}/v2?network=ethereum-mainnet-full`, undefined, []],
		[`${RPC}/v2?id=${OTHER}`, undefined, [OTHER]],
		// Any text in the field for the key is one.
		[RPC, 'gateway', ['gateway']],
		[`${RPC}/${OTHER}`, 'gateway', [OTHER, 'gateway']],
		[`${RPC}?apikey=abc`, undefined, ['abc']],
		[`${RPC}?TOKEN=abc`, undefined, ['abc']],
		[`${RPC}?x-auth=abc`, undefined, ['abc']],
		[`${RPC}?secret=abc`, undefined, ['abc']],
		[`${RPC}?passphrase=abc`, undefined, ['abc']],
		[`${RPC}?token=query-secret`, undefined, ['query-secret']],
		[`${RPC}?network=1234567890123456`, undefined, ['1234567890123456']],
		[`${RPC}?network=123456789012345`, undefined, []],
	])('of %s with the key %j are only what can be a key: %j', (address, key, secrets) => {
		expect(build(address, { key }).secrets).toEqual(secrets);
	});

	it.each([
		[RPC, undefined, false],
		[`${RPC}/starknet`, undefined, true],
		[`${RPC}?token=`, undefined, false],
		[`${RPC}?token=a`, undefined, true],
		['https://u:p@rpc.example.com', undefined, true],
		[RPC, 'a', true],
	])('say for %s with the key %j that there may be one: %j', (address, key, hasKey) => {
		expect(build(address, { key }).hasKey).toBe(hasKey);
	});

	it.each([
		`${HYPERLIQUID}/${KEY}/evm?token=${OTHER}`,
		`https://jolly-hopper:${OTHER}@rpc.example.com:8443/${KEY}`,
		`${RPC}/${KEY}/unknown-word/${OTHER}`,
		`${RPC}/rpc/${KEY}`,
	])('never reach the label of %s', (address) => {
		expect(build(address).label).not.toMatch(/0a1b2c|ffffee|jolly|unknown-word|token/);
	});

	it('leave a label readable where the query has ordinary parameters', () => {
		const { secrets, label } = build(`${HYPERLIQUID}?network=mainnet&archive=true`);
		expect(new SecretMask(...secrets).text(label)).toBe(label);
	});
});

describe('what people paste', () => {
	it.each([
		['LOCALHOST/evm', 'https://localhost/evm'],
		['[::1]:8545', 'https://[::1]:8545/evm'],
		['rpc:8545', 'https://rpc:8545/evm'],
		['rpc.example.com?x=1', `${RPC}/evm?x=1`],
		['HTTP://localhost:8545', 'http://localhost:8545/evm'],
		['https://my-console.chainstack.com', 'https://my-console.chainstack.com/evm'],
		[
			'https://console.chainstack.com.example.com',
			'https://console.chainstack.com.example.com/evm',
		],
		['https://a b.example.com/e  vm', 'https://ab.example.com/evm'],
		['"https://rpc.example.com/evm"', `${RPC}/evm`],
		["'rpc.example.com/evm'", `${RPC}/evm`],
		['“https://rpc.example.com/evm”', `${RPC}/evm`],
		[' <https://rpc.example.com/evm> ', `${RPC}/evm`],
		['`https://rpc.example.com/evm`', `${RPC}/evm`],
		['\u200Bhttps://rpc.exa\u200Cmple.com/e\u2060vm', `${RPC}/evm`],
		['rpc.example.com?filter=*...', `${RPC}/evm?filter=*...`],
		['https://user:a*b...c@rpc.example.com', `${RPC}/evm`],
		['rpc.example.com?to=wss://x', `${RPC}/evm?to=wss://x`],
		['rpc.example.com?to=https:x', `${RPC}/evm?to=https:x`],
	])('is read from %j', (text, url) => {
		expect(build(text, keyless).url).toBe(url);
	});

	const GIVEN = 'https://HYPERLIQUID-mainnet.core.chainstack.com:443/x';
	it.each<[string, string | undefined, boolean]>([
		[HYPERLIQUID, GIVEN, true],
		[HYPERLIQUID, ' hyperliquid-mainnet.core.chainstack.com/x ', true],
		['http://localhost:8545', '"\u200Bhttp://localhost:8545/x"', true],
		[RPC, 'https://user:pw@rpc.example.com/x', true],
		[HYPERLIQUID, undefined, true],
		['http://localhost:8546', 'http://localhost:8545', false],
		['https://localhost', 'http://localhost', false],
		...['', '   ', 'https://', 'http://:1', OTHER].map((host): [string, string, boolean] => [
			RPC,
			host,
			false,
		]),
	])('is given the key only at its host: %s for %j: %j', (address, keyHost, isGiven) => {
		expect(build(address, { keyHost }).url.includes(KEY)).toBe(isGiven);
	});
});

it.each<[string, RegExp]>([
	['', /'Node Endpoint' is empty/],
	['   ', /'Node Endpoint' is empty/],
	['""', /'Node Endpoint' is empty/],
	[`wss://hyperliquid-mainnet.core.chainstack.com/${KEY}/evm`, /WebSocket/],
	[`  WS://localhost/${KEY}`, /WebSocket/],
	[KEY, /no host; it looks like only a key/],
	[` ${KEY} `, /no host; it/],
	['my_key-1', /no host$/],
	[`${KEY}/evm`, /no host/],
	[`/${KEY}`, /no host/],
	['localhosts', /no host/],
	['"key"', /no host/],
	['key?a.b', /no host/],
	['key#a.b', /no host/],
	[`ftp://x.example.com/${KEY}`, /not an HTTPS address/],
	[`http://:99999/${KEY}`, /not an HTTPS address/],
	[`https://${KEY} ${KEY}:x/`, /not an HTTPS address/],
	// A missing slash does not lead to another host.
	[`https:/rpc.example.com/${KEY}`, /not an HTTPS address/],
	['https:rpc.example.com', /not an HTTPS address/],
	['s3://rpc.example.com', /not an HTTPS address/],
	['HTTP:/localhost', /not an HTTPS address/],
	['xhttps://rpc.example.com', /not an HTTPS address/],
	['httpsx://rpc.example.com', /not an HTTPS address/],
	['["https://rpc.example.com', /not an HTTPS address/],
	['main:https://rpc.example.com', /not an HTTPS address/],
	[`http://rpc.example.com/${KEY}`, /must be an HTTPS/],
	[`http://127.0.0.1.example.com/${KEY}`, /must be an HTTPS/],
	['https://console.chainstack.com/projects/PR-1/nodes/ND-1', /page of the Chainstack console/],
	['CONSOLE.chainstack.com/nodes/ND-1', /page of the Chainstack console/],
	...[`${HYPERLIQUID}/***/evm`, `${HYPERLIQUID}/••••••••`, `${HYPERLIQUID}/0a1b...e8f9`]
		.concat(`${HYPERLIQUID}/0a1b…e8f9/evm?x=1`, `${HYPERLIQUID}/<key>/evm`, `${RPC}/your-key`)
		.concat('https://user:***@rpc.example.com', 'https://user:<password>@rpc.example.com/evm')
		.map((address): [string, RegExp] => [address, /a masked key/]),
])('an address such as %j is refused, with what to paste instead', (address, message) => {
	const problem = problemOf(() => build(address));
	expectMembers(problem, { message, hint: /https:\/\/|whole address/ });
	expect(problem.message).toContain("'Node Endpoint'");
	expect(`${problem.message} ${problem.hint}`).not.toContain(KEY);
	expect(problem.message).not.toMatch(FORBIDDEN_WORDS);
});
