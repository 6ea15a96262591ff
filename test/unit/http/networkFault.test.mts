import { connect } from 'node:net';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { faultKindOf, readNetworkFault } from '../../../nodes/shared/http/networkFault';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';
import { fault } from '../fixtures/requestContext.mts';
import { nobody } from '../fixtures/server.mts';

describe('readNetworkFault', () => {
	it.each<[string, string]>([
		['ECONNREFUSED', 'connect'],
		['ETIMEDOUT', 'connect'],
		['EHOSTUNREACH', 'connect'],
		['ENETUNREACH', 'connect'],
		['EADDRNOTAVAIL', 'connect'],
		['ENOTFOUND', 'getaddrinfo'],
		['EAI_AGAIN', 'getaddrinfo'],
	])('says that nothing was sent after %s of %s', (code, syscall) => {
		expect(readNetworkFault(fault(code, syscall))).toEqual({ code, beforeSending: true });
	});

	it.each<[string, string | undefined]>([
		['ECONNRESET', 'read'],
		['EPIPE', 'write'],
		['ETIMEDOUT', 'read'],
		['EHOSTUNREACH', 'read'],
		['ENETUNREACH', 'write'],
		['ECONNRESET', undefined],
		['ECONNABORTED', undefined],
		['ETIMEDOUT', undefined],
		['EPROTOTYPE', 'write'],
		['EPROTOTYPE', undefined],
		['ERR_BAD_RESPONSE', undefined],
		['ERR_CANCELED', undefined],
	])('does not claim that nothing was sent after %s of %s', (code, syscall) => {
		expect(readNetworkFault(fault(code, syscall))).toEqual({ code, beforeSending: false });
	});

	it('uses the innermost system call, not the code around it', () => {
		const inner = Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' });
		const outer = Object.assign(new Error('y', { cause: inner }), { code: 'ECONNREFUSED' });
		expect(readNetworkFault(outer)).toEqual({ code: 'ECONNRESET', beforeSending: false });
	});

	it('reads a fault of several addresses', () => {
		const each = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' });
		const all = Object.assign(new AggregateError([each, each]), { code: 'ECONNREFUSED' });
		expect(readNetworkFault(new Error('z', { cause: all }))).toEqual({
			code: 'ECONNREFUSED',
			beforeSending: true,
		});
	});

	it('reads a fault as Node.js creates it', async () => {
		const { port } = new URL(await nobody());
		const error = await new Promise((resolve) =>
			connect({ port: Number(port), host: '127.0.0.1' }).on('error', resolve),
		);
		expect(readNetworkFault(error)).toEqual({ code: 'ECONNREFUSED', beforeSending: true });
	});

	it.each([undefined, null, 'ECONNREFUSED', 5, {}, new Error('ECONNREFUSED'), { code: 5 }])(
		'reports %s as unknown',
		(thrown) => {
			expect(readNetworkFault(thrown)).toEqual({ code: 'UNKNOWN', beforeSending: false });
		},
	);

	it('terminates with circular causes', () => {
		const one = new Error('1');
		one.cause = new Error('2', { cause: one });
		expect(readNetworkFault(one).code).toBe('UNKNOWN');
	});
});

describe('faultKindOf', () => {
	it.each<[string, RegExp, RegExp, string?]>([
		['ECONNREFUSED', /nothing is listening/, /nothing is listening/i, 'before transient'],
		['ENOTFOUND', /could not be resolved$/, /could not be resolved/, 'before lasting'],
		['EAI_AGAIN', /because no name server answered/, /not be resolved/, 'before transient'],
		['ENETUNREACH', /no route/, /no route/, 'before transient'],
		['EHOSTUNREACH', /no route/, /no route/, 'before transient'],
		['EADDRNOTAVAIL', /no route/, /no route/, 'before transient'],
		['ETIMEDOUT', /no route/, /no route/, 'transient'],
		...[
			'CERT_HAS_EXPIRED',
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'SELF_SIGNED_CERT_IN_CHAIN',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
			'ERR_TLS_CERT_ALTNAME_INVALID',
			'HOSTNAME_MISMATCH',
		].map((code): [string, RegExp, RegExp, string] => [
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
		const kind = faultKindOf(code);
		expect(kind.reason).toMatch(reason);
		expect(kind.reason).not.toMatch(NODE_CODE);
		expect(kind.reason).not.toMatch(FORBIDDEN_WORDS);
		expect(kind.hint ?? '').toMatch(new RegExp(hint, 'i'));
		expect(kind.hint ?? '').not.toContain(code);
		expect({
			before: kind.isBeforeSending ?? false,
			transient: kind.isTransient ?? false,
			lasting: kind.lastingHint !== undefined,
		}).toEqual({
			before: traits.includes('before'),
			transient: traits.includes('transient'),
			lasting: traits.includes('lasting'),
		});
	});

	const codeOf = async (
		unpack: (body: Buffer, done: (error: Error | null) => void) => void,
	): Promise<string> =>
		await new Promise((resolve) =>
			unpack(Buffer.from('hello world, this is plain'), (error) =>
				resolve((error as NodeJS.ErrnoException).code ?? ''),
			),
		);

	it.each([gunzip, inflate, brotliDecompress])(
		'recognizes the damage that %o finds',
		async (unpack) => {
			expect(faultKindOf(await codeOf(unpack)).isDamage).toBe(true);
		},
	);

	it.each([
		'Z_BUF_ERROR',
		'ERR__ERROR_FORMAT_PADDING_1',
		'ERR_ERROR_FORMAT_PADDING_1',
		'ERR_BROTLI_DECODER_ERROR_UNREACHABLE',
		'ZSTD_error_prefix_unknown',
	])('knows %s as damage, of any version of Node.js', (code) => {
		expect(faultKindOf(code).isDamage).toBe(true);
	});

	it.each(['ECONNRESET', 'EZ_', 'UNKNOWN', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL', ''])(
		'does not know %j as damage',
		(code) => {
			expect(faultKindOf(code).isDamage).toBeUndefined();
		},
	);
});
