import { describe, expect, it } from 'vitest';

import { readThrown } from '../../../nodes/shared/http/thrown';
import { fault } from '../fixtures/requestContext.mts';

describe('readThrown', () => {
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
		expect(readThrown(fault(code, syscall), false)).toEqual({ kind, code });
	});

	it('uses the innermost system call, not the code around it', () => {
		const inner = Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' });
		const outer = Object.assign(new Error('y', { cause: inner }), { code: 'ECONNREFUSED' });
		expect(readThrown(outer, false)).toEqual({ kind: 'lost', code: 'ECONNRESET' });
	});

	it('reads a fault of several addresses', () => {
		const each = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' });
		const all = Object.assign(new AggregateError([each, each]), { code: 'ECONNREFUSED' });
		expect(readThrown(new Error('z', { cause: all }), false)).toEqual({
			kind: 'notSent',
			code: 'ECONNREFUSED',
		});
	});

	it.each([undefined, null, 'ECONNREFUSED', 5, {}, new Error(''), { code: 5 }])(
		'says of %s, which shows no connection, that nothing was sent',
		(thrown) => {
			const message = 'n8n did not send the request';
			expect(readThrown(thrown, false)).toEqual({ kind: 'blocked', message });
		},
	);

	it('says why n8n did not send a request', () => {
		const inner = new Error('the credential cannot be read');
		const outer = new Error('The service refused', { cause: inner });
		const message = 'n8n did not send the request: the credential cannot be read';
		expect(readThrown(outer, false)).toEqual({ kind: 'blocked', message });
	});

	const withRequest = (socket: unknown) => Object.assign(new Error('x'), { request: { socket } });

	it.each<[string, unknown, boolean]>([
		['a request of which a part was written', withRequest({ bytesWritten: 1 }), false],
		['a request that was inside another', { cause: withRequest({ bytesWritten: 9 }) }, false],
		['anything once an answer has begun', new Error('x'), true],
	])('takes an unknown exception for a lost answer after %s', (_, thrown, hasAnswerBegun) => {
		expect(readThrown(thrown, hasAnswerBegun)).toEqual({ kind: 'lost', code: 'UNKNOWN' });
	});

	it.each([undefined, null, { bytesWritten: 0 }])(
		'takes one with a request whose connection is %j for one that was not sent',
		(socket) => {
			expect(readThrown(withRequest(socket), false)).toMatchObject({ kind: 'blocked' });
		},
	);

	it.each([
		['SsrfBlockedIpError', /N8N_SSRF_ALLOWED_IP_RANGES/],
		['SsrfBlockedHostnameError', /N8N_SSRF_ALLOWED_HOSTNAMES/],
		['SsrfBlockedSomethingError', /N8N_SSRF_ALLOWED_IP_RANGES/],
	])('says what n8n says with %s, and what helps', (name, hint) => {
		const inner = Object.assign(new Error('The request was blocked because x'), { name });
		const outer = Object.assign(new Error('y', { cause: inner }), { name });
		const found = readThrown(new Error('z', { cause: outer }), false);
		expect(found).toEqual({
			kind: 'blocked',
			message: 'n8n did not send the request: The request was blocked because x',
			hint: expect.stringMatching(hint) as string,
		});
	});

	it('terminates with circular causes', () => {
		const one = new Error('1');
		one.cause = new Error('2', { cause: one });
		expect(readThrown(one, false)).toMatchObject({ kind: 'blocked' });
	});
});
