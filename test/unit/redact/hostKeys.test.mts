import { expect, it } from 'vitest';

import { findHostKeys, maskHostKeys } from '../../../nodes/shared/redact/hostKeys';

const KEY = '5f1c2d3e4b5a69788796a5b4c3d2e1f0';
const UUID = '123e4567-e89b-12d3-a456-426614174000';

it.each([
	[`${KEY}.eth.rpc.rivet.cloud`, [KEY]],
	[`${KEY.toUpperCase()}.eth.rpc.example`, [KEY.toUpperCase()]],
	[`eth-${KEY}.example.com`, [KEY]],
	[`${UUID}.example.com`, [UUID]],
	['nd-6eaj5va43jggnpxouzp7y47e4y.ethereum.example.com', ['6eaj5va43jggnpxouzp7y47e4y']],
])('finds the key in the host name %s', (hostname, keys) => {
	expect(findHostKeys(hostname)).toEqual(keys);
	const shown = maskHostKeys(`https://${hostname}:8545`, hostname);
	expect(shown).toContain('***');
	expect(shown).not.toContain(keys[0]);
});

it.each([
	'ethereum-mainnet.core.chainstack.com',
	'nd-123-456-789.p2pify.com',
	'young-fragrant-pine.quiknode.pro',
	'eth-mainnet.g.alchemy.com',
	'ec2-203-0-113-25.eu-west-1.compute.amazonaws.com',
	'prod-eu-west1-node12.example.com',
	'mainnet.helius-rpc.com',
	'verylongnameofamachineinthecellar.example.com',
	'203.0.113.7',
	'[2001:db8::1]',
	'localhost',
])('shows the whole host name %s', (hostname) => {
	expect(findHostKeys(hostname)).toEqual([]);
	expect(maskHostKeys(hostname, hostname)).toBe(hostname);
});
