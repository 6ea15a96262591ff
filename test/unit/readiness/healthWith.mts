import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import type { Health, HealthState } from '../../../nodes/shared/readiness/health';
import type { EndpointReport } from '../../../nodes/shared/readiness/endpointReport';

let count = 0;

function nextUrl(): string {
	count += 1;
	return `https://${count}.example.com`;
}

/** The parts of a health besides its report. */
export interface About {
	url?: string;
	family?: FamilyName;
	state?: HealthState;
	settings?: Health['settings'];
}

/** The health of an endpoint with this report. */
export function healthWith(
	report: Partial<EndpointReport>,
	{ url = nextUrl(), family = 'evm', state = 'ready', settings = {} }: About = {},
): Health {
	return {
		healthy: state === 'ready',
		state,
		settings,
		result: false,
		latencyMs: 1,
		endpoint: url,
		attempts: 1,
		report: {
			result: false,
			isSyncing: false,
			askedAtMs: report.headAtMs ?? 0,
			headAtMs: 0,
			...report,
			endpoint: { url, family } as RpcEndpoint,
		},
	};
}
