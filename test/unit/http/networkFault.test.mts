import { connect } from 'node:net';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { isDamaged, readNetworkFault } from '../../../nodes/shared/http/networkFault';
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

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'EPROTO',
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
	])('recognizes %s even without a system call', (code) => {
		expect(readNetworkFault(fault(code))).toEqual({ code, beforeSending: true });
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

describe('isDamaged', () => {
	const codeOf = async (
		unpack: (body: Buffer, done: (error: Error | null) => void) => void,
	): Promise<string> =>
		await new Promise((resolve) =>
			unpack(Buffer.from('hello world, this is plain'), (error) =>
				resolve((error as NodeJS.ErrnoException).code ?? ''),
			),
		);

	it.each([gunzip, inflate, brotliDecompress])('recognizes a fault of %o', async (unpack) => {
		expect(isDamaged(await codeOf(unpack))).toBe(true);
	});

	it.each([
		'Z_BUF_ERROR',
		'ERR__ERROR_FORMAT_PADDING_1',
		'ERR_ERROR_FORMAT_PADDING_1',
		'ERR_BROTLI_DECODER_ERROR_UNREACHABLE',
		'ZSTD_error_prefix_unknown',
	])('recognizes %s, of any version of Node.js', (code) => {
		expect(isDamaged(code)).toBe(true);
	});

	it.each(['ECONNRESET', 'EZ_', 'UNKNOWN', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL', ''])(
		'does not recognize %j as one',
		(code) => {
			expect(isDamaged(code)).toBe(false);
		},
	);
});
