import { describe, expect, it } from 'vitest';

import { joinUrl } from '../../../nodes/shared/addresses/urls';

const HOST = 'https://x.example.com';

describe('a URL below the address of an endpoint', () => {
	it.each([
		[`${HOST}/key`, 'eth/v1/node/syncing', `${HOST}/key/eth/v1/node/syncing`],
		[`${HOST}/key/`, 'block', `${HOST}/key/block`],
		[`${HOST}/key`, '', `${HOST}/key`],
		[`${HOST}/key/`, '', `${HOST}/key/`],
		[HOST, 'block', `${HOST}/block`],
		[`${HOST}/key?token=a`, 'block?height=5', `${HOST}/key/block?token=a&height=5`],
		[`${HOST}/key?token=a`, 'block', `${HOST}/key/block?token=a`],
		[`${HOST}/key`, 'block?height=5', `${HOST}/key/block?height=5`],
		[`${HOST}/key`, '?height=5', `${HOST}/key?height=5`],
		[`${HOST}/key?a=b?c`, 'block?d=e?f', `${HOST}/key/block?a=b?c&d=e?f`],
	])('%s with %j is %s', (url, path, expected) => {
		expect(joinUrl(url, path)).toBe(expected);
	});
});
