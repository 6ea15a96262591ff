import { describe, expect, it } from 'vitest';

import {
	errorMember,
	isQuota,
	isRateLimitMember,
	memberInResult,
	tryAgainIn,
} from '../../../nodes/shared/jsonRpc/errorMember';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';

describe('errorMember', () => {
	const error = { code: -32000, message: 'boom' };

	it.each([
		['with a version, whatever the status', { jsonrpc: '2.0', error }, 500],
		['without one, where the server itself answered', { error }, 200],
		['without one, below the last status of a success', { error }, 299],
	])('is read %s', (_, body, status) => {
		expect(errorMember(body, status)).toMatchObject(error);
	});

	it.each([
		['without a version, below a status of a proxy', { error }, 502],
		['without a version, below a redirect', { error }, 300],
		['without a version, below a status before the answer', { error }, 199],
		['of another version', { jsonrpc: '1.0', error }, 200],
		['that is null', { jsonrpc: '2.0', error: null }, 200],
		['that is missing', { jsonrpc: '2.0' }, 200],
	])('is not read %s', (_, body, status) => {
		expect(errorMember(body, status)).toBeUndefined();
	});

	it.each<[unknown, string]>([
		['boom', 'boom'],
		[{ code: 1 }, 'no message given'],
		[{ message: 'boom' }, 'boom'],
		[{ some: 'thing' }, 'no message given, only {"some":"thing"}'],
		[7, 'no message given, only 7'],
		['', 'no message given, only ""'],
		['x'.repeat(60), 'x'.repeat(60)],
		[['x'.repeat(56)], `no message given, only ["${'x'.repeat(56)}"]`],
	])('has a message, even from %j', (error_, message) => {
		expect(errorMember({ jsonrpc: '2.0', error: error_ }, 200)?.message).toBe(message);
	});

	it('keeps a code that is a string, shortened where it is long', () => {
		const code = 'x'.repeat(100);
		const read = errorMember({ jsonrpc: '2.0', error: { code, message: 'boom' } }, 200);
		expect(cutExcerpts(String(read?.code))).toHaveLength(61);
	});
});

describe('memberInResult', () => {
	it('reads the format of the XRP Ledger', () => {
		const result = { status: 'error', error: 'actNotFound', error_message: 'Account not found.' };
		expect(memberInResult(result)).toEqual({ code: 'actNotFound', message: 'Account not found.' });
		expect(memberInResult({ status: 'error', error: 'noNetwork' })?.message).toBe('noNetwork');
		expect(memberInResult({ status: 'error', error: 5 })).toStrictEqual({
			message: 'no message given',
		});
	});

	it.each([{ status: 'success' }, undefined, 'error', []])('is missing in %j', (result) => {
		expect(memberInResult(result)).toBeUndefined();
	});
});

describe('isRateLimitMember', () => {
	it.each<[string, object, boolean]>([
		['a rate limit', { data: { try_again_in: '1s' } }, true],
		['a rate limit without a wait', {}, true],
		['a Solana node that lags', { data: { numSlotsBehind: null } }, false],
		['a node that says it is behind', { message: 'Node is behind by 3 slots' }, false],
		['too large a range of logs', { message: 'query returned more than 10000 results' }, false],
		['a node that says it is unhealthy', { message: 'the node is unhealthy now' }, false],
		['too wide a range', { message: 'Block range is too large' }, false],
		['words that only resemble these', { message: 'unreturned more thanks, block ranges' }, true],
		['another code', { code: -32000 }, false],
	])('recognizes %s', (_, more, isLimit) => {
		const member = { code: -32005, message: 'limit exceeded', ...more };
		expect(isRateLimitMember(member)).toBe(isLimit);
	});
});

describe('tryAgainIn', () => {
	it.each<[unknown, number | undefined]>([
		[{ try_again_in: '1.5s' }, 1500],
		[{ try_again_in: '40ms' }, 40],
		[{ try_again_in: 5 }, undefined],
		[{ try_again_in: 'soon' }, undefined],
		[{}, undefined],
		[null, undefined],
	])('reads %j as %s ms', (data, milliseconds) => {
		expect(tryAgainIn(data)).toBe(milliseconds);
	});
});

describe('isQuota', () => {
	it.each([
		['You have reached your monthly quota', true],
		['Quota exceeded', true],
		['subquota', false],
		['quotation', false],
	])('%s: %s', (message, is) => {
		expect(isQuota(message)).toBe(is);
	});
});
