import { describe, expect, it } from 'vitest';

import { findOrigin, parsePastedAddress } from '../../../nodes/shared/addresses/pastedAddress';
import { problemOf } from '../fixtures/problems.mts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const HYPERLIQUID = 'https://hyperliquid-mainnet.core.chainstack.com';

describe('originOf', () => {
	it.each([
		[`${HYPERLIQUID}/${KEY}`, HYPERLIQUID],
		[` ${HYPERLIQUID}/${KEY} `, HYPERLIQUID],
		['hyperliquid-mainnet.core.chainstack.com/x', HYPERLIQUID],
		['https://HYPERLIQUID-mainnet.core.chainstack.com:443', HYPERLIQUID],
		['http://localhost:8545/x', 'http://localhost:8545'],
		['"\u200Bhttp://localhost:8545/x"', 'http://localhost:8545'],
		['https://user:pw@rpc.example.com/x', 'https://rpc.example.com'],
	])('of %j', (address, origin) => {
		expect(findOrigin(address)).toBe(origin);
	});

	it.each(['', '   ', 'https://', 'http://:1'])('is undefined for %j', (address) => {
		expect(findOrigin(address)).toBeUndefined();
	});
});

describe('pastedAddress', () => {
	it.each([
		['LOCALHOST/x', 'https://localhost/x'],
		['[::1]:8545', 'https://[::1]:8545/'],
		['rpc:8545/x', 'https://rpc:8545/x'],
		['rpc.example.com?x=1', 'https://rpc.example.com/?x=1'],
		['HTTP://localhost:8545', 'http://localhost:8545/'],
		['https://my-console.chainstack.com/x', 'https://my-console.chainstack.com/x'],
		['https://console.chainstack.com.example.com', 'https://console.chainstack.com.example.com/'],
		['https://a b.example.com/c  d', 'https://ab.example.com/cd'],
		['"https://rpc.example.com/x"', 'https://rpc.example.com/x'],
		["'rpc.example.com/x'", 'https://rpc.example.com/x'],
		['“https://rpc.example.com/x”', 'https://rpc.example.com/x'],
		[' <https://rpc.example.com/x> ', 'https://rpc.example.com/x'],
		['`https://rpc.example.com/x`', 'https://rpc.example.com/x'],
		['\u200Bhttps://rpc.exa\u200Cmple.com/x\u2060y', 'https://rpc.example.com/xy'],
		['rpc.example.com/x?filter=*...', 'https://rpc.example.com/x?filter=*...'],
		['https://user:a*b...c@rpc.example.com/x', 'https://user:a*b...c@rpc.example.com/x'],
		['rpc.example.com?to=wss://x', 'https://rpc.example.com/?to=wss://x'],
		['rpc.example.com?to=https:x', 'https://rpc.example.com/?to=https:x'],
	])('reads %j', (text, href) => {
		expect(parsePastedAddress(text, 'Endpoint URL').href).toBe(href);
	});

	it.each([
		['localhosts', /no host/],
		['"key"', /no host/],
		['""', /is empty/],
		['key?a.b', /no host/],
		['key#a.b', /no host/],
		['https:rpc.example.com', /not an HTTPS address/],
		['s3://rpc.example.com', /not an HTTPS address/],
		['HTTP:/localhost', /not an HTTPS address/],
		['xhttps://rpc.example.com', /not an HTTPS address/],
		['httpsx://rpc.example.com', /not an HTTPS address/],
		['https://CONSOLE.chainstack.com', /console/],
		['["https://rpc.example.com', /not an HTTPS address/],
		['main:https://rpc.example.com', /not an HTTPS address/],
		[`${HYPERLIQUID}/***/evm`, /a masked key/],
		[`${HYPERLIQUID}/••••••••`, /a masked key/],
		[`${HYPERLIQUID}/0a1b...e8f9`, /a masked key/],
		[`${HYPERLIQUID}/0a1b…e8f9/evm?x=1`, /a masked key/],
		[`${HYPERLIQUID}/<key>/evm`, /a masked key/],
		['https://user:***@rpc.example.com', /a masked key/],
		['https://user:<password>@rpc.example.com/evm', /a masked key/],
	])('refuses %j', (text, message) => {
		expect(problemOf(() => parsePastedAddress(text, 'Endpoint URL')).message).toMatch(message);
	});
});
