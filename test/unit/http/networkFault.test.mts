import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { getFaultKind } from '../../../nodes/shared/http/networkFault';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

const CERTIFICATES = `CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
	UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_TLS_CERT_ALTNAME_INVALID
	HOSTNAME_MISMATCH`.split(/\s+/);

describe('getFaultKind', () => {
	it.each<[string, RegExp, RegExp, string?]>([
		['ECONNREFUSED', /nothing is listening/, /nothing is listening/i, 'before transient'],
		['ENOTFOUND', /could not be resolved$/, /could not be resolved/, 'before lasting'],
		['EAI_AGAIN', /because no name server answered/, /not be resolved/, 'before transient'],
		['ENETUNREACH', /no route/, /no route/, 'before transient'],
		['EHOSTUNREACH', /no route/, /no route/, 'before transient'],
		['EADDRNOTAVAIL', /no route/, /no route/, 'before transient'],
		['ETIMEDOUT', /no route/, /no route/, 'transient'],
		...CERTIFICATES.map((code): [string, RegExp, RegExp, string] => [
			code,
			/certificate.*'Ignore SSL Issues' in the credential/,
			/certificate.*'Ignore SSL Issues'/,
			'before lasting',
		]),
		['EPROTO', /no secure connection/, /TLS/, 'before'],
		['ERR_SSL_WRONG_VERSION_NUMBER', /no secure connection/, /TLS/, 'before'],
		['ERR_INVALID_URL', /^no connection could be made$/, /^$/, 'before'],
		['ERR_INVALID_CHAR', /^no connection could be made$/, /^$/, 'before'],
		['ERR_UNESCAPED_CHARACTERS', /^no connection could be made$/, /^$/, 'before'],
		['ERR_BAD_OPTION_VALUE', /^no connection could be made$/, /^$/, 'before'],
		['ERR_BAD_RESPONSE', /^no connection could be made$/, /^$/],
		['ECONNRESET', /^no connection could be made$/, /^$/, 'transient'],
		['EPROTOTYPE', /^no connection could be made$/, /^$/],
		['EMFILE', /^no connection could be made$/, /^$/],
	])('knows what %s means, and does not say its name', (code, reason, hint, traits = '') => {
		const kind = getFaultKind(code);
		expect(kind.reason).toMatch(reason);
		expect(kind.reason).not.toMatch(NODE_CODE);
		expect(kind.reason).not.toMatch(FORBIDDEN_WORDS);
		expect(kind.hint ?? '').toMatch(new RegExp(hint, 'i'));
		expect(kind.hint ?? '').not.toContain(code);
		expect({
			before: kind.isBeforeSending ?? false,
			transient: kind.isTransient ?? false,
			lasting: /address of the endpoint/.test(kind.lastingHint ?? ''),
		}).toEqual({
			before: traits.includes('before'),
			transient: traits.includes('transient'),
			lasting: traits.includes('lasting'),
		});
	});

	type Unpack = (body: Buffer, done: (error: Error | null) => void) => void;
	const codeOf = async (unpack: Unpack): Promise<string> => {
		const error = await new Promise((resolve) => unpack(Buffer.from('this is plain'), resolve));
		return (error as NodeJS.ErrnoException).code ?? '';
	};

	it.each([gunzip, inflate, brotliDecompress])(
		'recognizes the damage that %o finds',
		async (unpack) => {
			expect(getFaultKind(await codeOf(unpack)).isDamage).toBe(true);
		},
	);

	const damage = `Z_BUF_ERROR ERR__ERROR_FORMAT_PADDING_1 ERR_ERROR_FORMAT_PADDING_1
		ERR_BROTLI_DECODER_ERROR_UNREACHABLE ZSTD_error_prefix_unknown`.split(/\s+/);
	const others = 'ECONNRESET EZ_ UNKNOWN ERR_TLS_CERT_ALTNAME_INVALID ERR_INVALID_URL'.split(' ');
	it.each([
		...damage.map((code) => [code, true] as const),
		...[...others, ''].map((code) => [code, undefined] as const),
	])('knows whether %j is damage, of any version of Node.js: %s', (code, isDamage) => {
		expect(getFaultKind(code).isDamage).toBe(isDamage);
	});
});
