import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { getFaultKind, readNetworkFault } from '../../../nodes/shared/http/networkFault';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';
import { fault } from '../fixtures/requestContext.mts';

describe('readNetworkFault', () => {
	it.each<[string, string | undefined, boolean]>([
		['ECONNREFUSED', 'connect', true],
		['ETIMEDOUT', 'connect', true],
		['EHOSTUNREACH', 'connect', true],
		['ENETUNREACH', 'connect', true],
		['EADDRNOTAVAIL', 'connect', true],
		['ENOTFOUND', 'getaddrinfo', true],
		['EAI_AGAIN', 'getaddrinfo', true],
		['ECONNRESET', 'read', false],
		['EPIPE', 'write', false],
		['ETIMEDOUT', 'read', false],
		['EHOSTUNREACH', 'read', false],
		['ENETUNREACH', 'write', false],
		['ECONNRESET', undefined, false],
		['ECONNABORTED', undefined, false],
		['ETIMEDOUT', undefined, false],
		['EPROTOTYPE', 'write', false],
		['EPROTOTYPE', undefined, false],
		['ERR_BAD_RESPONSE', undefined, false],
		['ERR_CANCELED', undefined, false],
		['ENOTFOUND', undefined, true],
		['EPROTO', 'write', true],
	])('says of %s of %s whether nothing was sent: %s', (code, syscall, isBefore) => {
		const kind = isBefore ? 'notSent' : 'lost';
		expect(readNetworkFault(fault(code, syscall))).toEqual({ kind, code });
	});

	it('uses the innermost system call, not the code around it', () => {
		const inner = Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' });
		const outer = Object.assign(new Error('y', { cause: inner }), { code: 'ECONNREFUSED' });
		expect(readNetworkFault(outer)).toEqual({ kind: 'lost', code: 'ECONNRESET' });
	});

	it('reads a fault of several addresses', () => {
		const each = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' });
		const all = Object.assign(new AggregateError([each, each]), { code: 'ECONNREFUSED' });
		expect(readNetworkFault(new Error('z', { cause: all }))).toEqual({
			kind: 'notSent',
			code: 'ECONNREFUSED',
		});
	});

	it.each([undefined, null, 'ECONNREFUSED', 5, {}, new Error('ECONNREFUSED'), { code: 5 }])(
		'reports %s as unknown',
		(thrown) => {
			expect(readNetworkFault(thrown)).toEqual({ kind: 'lost', code: 'UNKNOWN' });
		},
	);

	it('terminates with circular causes', () => {
		const one = new Error('1');
		one.cause = new Error('2', { cause: one });
		expect(readNetworkFault(one).code).toBe('UNKNOWN');
	});
});

const CERTIFICATES = `CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
	UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_TLS_CERT_ALTNAME_INVALID
	HOSTNAME_MISMATCH`.split(/\s+/);

describe('faultKindOf', () => {
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
