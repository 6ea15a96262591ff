import type { ResolvedEndpoint } from '../../../shared/endpoints/resolveEndpoint';

/**
 * @param endpoint what may be shown of the address; empty where there is none yet
 * @param label what the user calls it, if anything
 * @returns the name under which results of an endpoint are shown: the label, else that of the node, else the host
 */
export function nameOfEndpoint(
	{ nodeName, nodeId }: ResolvedEndpoint,
	endpoint: string,
	label = '',
): string {
	const host = endpoint === '' ? undefined : new URL(endpoint).host;
	return [label, nodeName, host, nodeId].find((name) => name !== undefined && name !== '') ?? '';
}
