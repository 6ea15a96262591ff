import type { RpcClient, RpcEndpoint, RpcReply } from '../../../nodes/shared/jsonRpc/rpcClient';
import type { ProbeOptions } from '../../../nodes/shared/families/family';
import { probeEndpoint } from '../../../nodes/shared/readiness/probe';
import type { Questions, Scenario } from './scenario.mts';
import { POISON } from './server.mts';
import type { SimulatedCall } from './simulate.mts';

/** The questions of a probe. */
const WANTED: ProbeOptions = {
	head: true,
	chain: true,
	peers: false,
	finality: false,
	clientVersion: false,
};

/** The questions of a probe, in the order in which they depend on each other. */
export const METHODS: Record<Exclude<Questions, 'calls'>, readonly string[]> = {
	'probes of EVM': ['eth_syncing', 'eth_blockNumber', 'eth_getBlockByNumber', 'eth_chainId'],
	'probes of Solana': ['getHealth', 'getEpochInfo', 'getGenesisHash', 'getBlockTime'],
};

/** How a call, or a whole probe, ended. */
export type Ended = Pick<RpcReply, 'answer'>;

/** Makes a call, or probes an endpoint as the package does, and waits for its end. */
export async function makeCall(
	client: RpcClient,
	call: SimulatedCall,
	scenario: Scenario,
): Promise<Ended> {
	const { maxRetries, maxRetryWaitMs, timeoutMs } = scenario;
	const retryOptions = call.isImpatient
		? { timeoutMs, maxRetries: 0, maxRetryWaitMs: 0 }
		: { timeoutMs, maxRetries, maxRetryWaitMs };
	if (scenario.questions !== 'calls' && !call.isSilent && call.isSingle !== true) {
		const family = scenario.questions === 'probes of EVM' ? 'evm' : 'solana';
		return await probe(call, family, { rpc: client, retryOptions });
	}
	return await client.call(endpointOf(call, 'evm'), {
		method: call.isPoison ? POISON : 'eth_syncing',
		params: [call.tag],
		id: 1,
		isWrite: call.isWrite,
		retryOptions,
	});
}

async function probe(
	call: SimulatedCall,
	family: 'evm' | 'solana',
	context: Parameters<typeof probeEndpoint>[2],
): Promise<Ended> {
	try {
		const endpoint = endpointOf(call, family);
		const { state, reason, report: seen } = await probeEndpoint({ endpoint }, WANTED, context);
		// Without a report, the states are the kinds of answers.
		if (seen === undefined) return { answer: { kind: state, reason } as Ended['answer'] };
		const { blockTimeMs, chainId } = seen;
		const isWhole = blockTimeMs !== undefined && chainId !== undefined;
		const lacks = `the report lacks ${blockTimeMs === undefined ? 'the head' : 'the chain'}`;
		return isWhole
			? { answer: { kind: 'result', result: call.tag } }
			: { answer: { kind: 'invalidResponse', reason: lacks } };
	} catch (error) {
		// The class itself is loaded twice: as a module and as CommonJS.
		if (error instanceof Error && error.name === 'Cancelled')
			return { answer: { kind: 'cancelled' } };
		throw error;
	}
}

function endpointOf({ url }: SimulatedCall, family: 'evm' | 'solana'): RpcEndpoint {
	return {
		url,
		origin: new URL(url).origin,
		label: url,
		secrets: [],
		hasKey: false,
		keyOverridden: false,
		family,
		allowUnauthorizedCerts: false,
	};
}
