import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	buildEndpointAddress,
	type EndpointAddress,
} from '../../../nodes/shared/addresses/endpointAddress';
import { Problem } from '../../../nodes/shared/text/problem';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { inputs } from '../fixtures/properties.mts';

const HOST = 'hyperliquid-mainnet.core.chainstack.com';

const build = (address: string, key?: string): EndpointAddress =>
	buildEndpointAddress({ address, key, field: 'Node Endpoint' });

const keys = fc.stringMatching(/^[0-9a-f]{32}$/);
const slashes = fc.constantFrom('/', '//', '/ ', '/\n');

describe('buildEndpointAddress', () => {
	it('builds the same address from every spelling', () => {
		const spelling = fc.record({
			scheme: fc.constantFrom('https://', 'HTTPS://', 'Https://', ''),
			isUpperCase: fc.boolean(),
			port: fc.constantFrom('', ':443'),
			hasKey: fc.boolean(),
			path: fc.constantFrom('', 'evm', 'EVM', 'info', 'nanoreth', 'exchange'),
			slash: slashes,
			end: fc.constantFrom('', '/', '//', '#top'),
			around: fc.constantFrom('', ' ', '\t', '\n'),
		});
		fc.assert(
			fc.property(spelling, keys, (parts, key) => {
				const { scheme, isUpperCase, port, hasKey, path, slash, end, around } = parts;
				// Without scheme or port, a host in capitals is still a host.
				const host = isUpperCase ? HOST.toUpperCase() : HOST;
				const segments = [
					scheme + host + (scheme === '' ? '' : port),
					...(hasKey ? [key] : []),
					path,
				];
				const address = around + segments.filter((each) => each !== '').join(slash) + end + around;
				const built = build(address, key);
				expect(built.url).toBe(`https://${HOST}/${key}/evm`);
				expect(built.label).toBe(`https://${HOST}/***/evm`);
				expect(built.keyOverridden).toBe(false);
				expect(built.secrets).toContain(key);
			}),
			inputs(500),
		);
	});

	it('accepts its own result when that is pasted as a whole', () => {
		const hosts = fc.constantFrom(
			HOST,
			'ethereum-mainnet.core.chainstack.com',
			'rpc.example.com:8443',
			'nd-1-2-3.p2pify.com',
		);
		const paths = fc.constantFrom('', '/evm', '/ext/bc/C/rpc', '/rpc', '/v1', '?a=1&b=2');
		fc.assert(
			fc.property(hosts, paths, keys, (host, path, key) => {
				const once = build(`https://${host}${path}`, key);
				const again = build(once.url, key);
				// Pasted as a whole, nothing is appended.
				expect({ ...again, secrets: [] }).toEqual({ ...once, secrets: [], asPasted: undefined });
			}),
			inputs(200),
		);
	});

	it('turns any text into an https address whose label shows no secret, or refuses it', () => {
		const texts = fc.oneof(
			fc.string(),
			fc.webUrl({ withQueryParameters: true, withFragments: true }),
			fc
				.tuple(
					fc.constantFrom('https://u:pass-word-1@', 'https://', 'http://localhost/'),
					fc.string(),
				)
				.map((parts) => parts.join('')),
		);
		fc.assert(
			fc.property(texts, fc.option(keys, { nil: undefined }), (text, key) => {
				let built: EndpointAddress;
				try {
					built = build(text, key);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
					return;
				}
				expect(built.url).toMatch(/^(https:\/\/|http:\/\/(localhost|127\.|\[::1\]))/);
				if (key !== undefined) expect(built.label).not.toContain(key);
				const path = built.label.slice(new URL(built.url).origin.length);
				expect(new SecretMask(...built.secrets.filter((each) => each.length > 7)).text(path)).toBe(
					path,
				);
			}),
			inputs(400),
		);
	});
});
