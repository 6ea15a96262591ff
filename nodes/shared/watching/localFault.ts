import type { LastProbe } from '../polling/snapshot';
import { Problem } from '../text/problem';
import type { Endpoint } from './endpoints';

/**
 * Codes with which this machine says that it has no network, no interface that is up, or no name server that answers
 * (errno(3), getaddrinfo(3)).
 */
const OF_THIS_MACHINE: ReadonlySet<string> = new Set(['EAI_AGAIN', 'ENETDOWN', 'ENETUNREACH']);

/** A host or a domain that is down alone can look like this, so several of both have to. */
const LEAST_HOSTS = 3;
const LEAST_DOMAINS = 2;

/** @returns whether a code says that this machine has no network */
export function isLocalCode(code: string | undefined): boolean {
	return code !== undefined && OF_THIS_MACHINE.has(code);
}

/**
 * @param endpoints those that a poll was to ask
 * @returns a problem when no address of several hosts could be reached because this machine has no network
 */
export function findLocalFault(
	endpoints: readonly Endpoint[],
	lastProbes: ReadonlyMap<string, LastProbe>,
): Problem | undefined {
	const hosts = new Set<string>();
	for (const { id, target } of endpoints) {
		if (!('endpoint' in target)) continue;
		if (!isLocalCode(lastProbes.get(id)?.networkCode)) return undefined;
		hosts.add(new URL(target.endpoint.url).hostname);
	}
	const domains = new Set([...hosts].map(getDomain));
	if (hosts.size < LEAST_HOSTS || domains.size < LEAST_DOMAINS) return undefined;
	return new Problem(
		'None of the endpoints could be reached, because this machine has no network',
		{
			isNetworkFault: true,
			hint: 'Check the network, the name server and the firewall of the machine n8n runs on',
		},
	);
}

/** @returns the last two parts of a host name; an address as it is */
function getDomain(host: string): string {
	return /[:\d]$/.test(host) ? host : host.split('.').slice(-2).join('.');
}
