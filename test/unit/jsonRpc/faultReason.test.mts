import { describe, expect, it } from 'vitest';

import { lostReason, notSentReason } from '../../../nodes/shared/jsonRpc/faultReason';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

describe('lostReason', () => {
	it.each([
		['ECONNRESET', 'the connection was lost before the response was complete'],
		['UNKNOWN', 'the connection was lost before the response was complete'],
		['Z_DATA_ERROR', 'the response is damaged and could not be decompressed'],
		['ERR__ERROR_FORMAT_CL_SPACE', 'the response is damaged and could not be decompressed'],
	])('says of %s: %s', (code, reason) => {
		expect(lostReason(code)).toBe(reason);
	});
});

describe('notSentReason', () => {
	it.each([
		['ECONNREFUSED', /nothing is listening/],
		['ENOTFOUND', /could not be resolved$/],
		['EAI_AGAIN', /could not be resolved, because no name server answered/],
		['CERT_HAS_EXPIRED', /certificate.*'Ignore SSL Issues' in the credential/],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate/],
		['HOSTNAME_MISMATCH', /certificate/],
		['EPROTO', /no secure connection/],
		['ERR_SSL_WRONG_VERSION_NUMBER', /no secure connection/],
		['ENETUNREACH', /no route/],
		['EHOSTUNREACH', /no route/],
		['ETIMEDOUT', /no route/],
		['EADDRNOTAVAIL', /no route/],
		['EMFILE', /^no connection could be made$/],
	])('says what %s means, and not its name', (code, reason) => {
		expect(notSentReason(code)).toMatch(reason);
		expect(notSentReason(code)).not.toMatch(NODE_CODE);
		expect(notSentReason(code)).not.toMatch(FORBIDDEN_WORDS);
	});
});
