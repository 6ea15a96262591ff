import { describe, expect, it } from 'vitest';

import type { Endpoint } from '../../../nodes/shared/watching/endpoints';
import { findLocalFault } from '../../../nodes/shared/watching/localFault';

/** Endpoints at these hosts, and the codes of their last probes. */
const faultOf = (...hosts: Array<[host: string, networkCode?: string]>) => {
	const endpoints = hosts.map(
		([host], index) =>
			({
				id: `${index}`,
				name: host,
				target: { endpoint: { url: `https://${host}/key` } },
			}) as unknown as Endpoint,
	);
	const probes = hosts.map(([, networkCode], index) => [`${index}`, { networkCode }] as const);
	return findLocalFault(endpoints, new Map(probes));
};

describe('this machine has no network', () => {
	it('where no address of three hosts of several domains can be reached with its own codes', () => {
		const problem = faultOf(
			['a.example.com', 'EAI_AGAIN'],
			['b.example.com', 'ENETUNREACH'],
			['c.other.org', 'ENETDOWN'],
		);
		expect(problem?.message).toContain('this machine has no network');
		expect(problem?.isNetworkFault).toBe(true);
	});

	it.each<[string, Array<[string, string?]>]>([
		[
			'two hosts',
			[
				['a.example.com', 'EAI_AGAIN'],
				['c.other.org', 'EAI_AGAIN'],
			],
		],
		[
			'hosts of one domain',
			[
				['a.example.com', 'EAI_AGAIN'],
				['b.example.com', 'EAI_AGAIN'],
				['c.example.com', 'EAI_AGAIN'],
			],
		],
		[
			'hosts of which one gives another code',
			[
				['a.example.com', 'EAI_AGAIN'],
				['b.other.org', 'ECONNREFUSED'],
				['c.third.net', 'EAI_AGAIN'],
			],
		],
		[
			'hosts of which one answered',
			[['a.example.com', 'EAI_AGAIN'], ['b.other.org'], ['c.third.net', 'EAI_AGAIN']],
		],
	])('is not what %s show', (_, hosts) => {
		expect(faultOf(...hosts)).toBeUndefined();
	});
});
