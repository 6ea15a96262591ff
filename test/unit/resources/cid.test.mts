import { describe, expect, it } from 'vitest';

import { checkCid, isSameContent } from '../../../nodes/Chainstack/resources/ipfs/cid';
import { problemOf } from '../fixtures/problems.mts';

const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
/** The same content as {@link V0}, in every alphabet (computed with the package multiformats). */
const V1 = 'bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34';
const RAW = 'bafkreie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34';

describe('checkCid', () => {
	it.each([
		[V0, V0],
		[V1, V1],
		[`ipfs://${V1}`, V1],
		[`ipfs://ipfs/${V0}`, V0],
		[`/ipfs/${V0}`, V0],
		[`https://ipfs.io/ipfs/${V1}/`, V1],
		[`https://gateway.pinata.cloud/ipfs/${V0}?filename=cover.png`, V0],
		[`https://${V1}.ipfs.w3s.link`, V1],
		[`https://${V1}.ipfs.dweb.link/?download=true#top`, V1],
		[`http://${V1}.ipfs.localhost:8080/`, V1],
		[V1.toUpperCase(), V1.toUpperCase()],
	])('finds the identifier in %s', (text, expected) => {
		expect(checkCid(text)).toBe(expected);
	});

	it.each([
		'',
		'cover.png',
		V0.slice(0, -1),
		`${V0}/cover.png`,
		`https://ipfs.io/ipfs/${V0}/cover.png`,
		`https://${V1}.ipfs.dweb.link/cover.png`,
		`https://example.com/${V0}`,
	])('refuses %j', (text) => {
		expect(problemOf(() => checkCid(text)).message).toContain('is not a content identifier (CID)');
	});
});

describe('isSameContent', () => {
	const bytes = Buffer.from(
		'017012209d6c2be50f706953479ab9df2ce3edca90b68053c00b3004b7f0accbe1e8eedf',
		'hex',
	);
	it.each([
		[V0],
		[V1],
		[V1.toUpperCase()],
		[`f${bytes.toString('hex')}`],
		[`F${bytes.toString('hex').toUpperCase()}`],
		[`m${bytes.toString('base64').replaceAll('=', '')}`],
		[`u${bytes.toString('base64url')}`],
		[`k${BigInt(`0x${bytes.toString('hex')}`).toString(36)}`],
		[`K${BigInt(`0x${bytes.toString('hex')}`).toString(36).toUpperCase()}`],
	])('recognizes %s', (cid) => {
		expect(isSameContent(cid, V1)).toBe(true);
		expect(isSameContent(V0, cid)).toBe(true);
	});

	it.each([[RAW], ['QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR'], ['undefined'], ['']])(
		'tells other content from it: %j',
		(cid) => {
			expect(isSameContent(cid, V0)).toBe(false);
			expect(isSameContent(V1, cid)).toBe(false);
		},
	);
});
