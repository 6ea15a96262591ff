import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../shared/pure/problem';
import type { OperationContext } from '../../../shared/session/session';
import { waitUntil, type PollResult, type WaitLimits } from '../../../shared/session/waitUntil';
import { withEndpoint } from '../node/withEndpoint';

/** States from which a network does not recover by itself (platform documentation, network statuses). */
const FAILED_STATES = ['failed'];

/**
 * Waits until a network and all its nodes run.
 * @param failOnWarning whether the state `warning`, in which it is up but not healthy, counts as failed
 * @returns the network, with the endpoint of each node and that of the first one beside it
 * @throws Problem
 */
export async function whenReady(
	id: string,
	limits: WaitLimits,
	failOnWarning: boolean,
	context: OperationContext,
): Promise<IDataObject> {
	const failing = failOnWarning ? [...FAILED_STATES, 'warning'] : FAILED_STATES;
	const poll = async (): Promise<PollResult<IDataObject>> => {
		const network = await context.api.get(`/v1/networks/${id}/`, `network ${id}`);
		const nodes = (network.nodes ?? []) as IDataObject[];
		const states = [network.status, ...nodes.map(({ status }) => status)].map(String);
		const failed = states.find((state) => failing.includes(state));
		if (failed !== undefined) return { failed: gaveOut(id, failed) };
		const isReady = network.status === 'ok' && nodes.every(({ status }) => status === 'running');
		const [ofNetwork, ...ofNodes] = states;
		return isReady
			? { done: network }
			: { state: `${ofNetwork}, nodes ${[...new Set(ofNodes)].join(' and ')}` };
	};
	const network = await waitUntil(`network ${id} to be ready`, poll, limits, context);
	const nodes = ((network.nodes ?? []) as IDataObject[]).map((node) =>
		withEndpoint(node, String(network.protocol), context),
	);
	return {
		...network,
		nodes,
		...(nodes[0]?.endpoint !== undefined && { endpoint: nodes[0].endpoint }),
	};
}

function gaveOut(id: string, state: string): Problem {
	return new Problem(`The network ${id} was created, but its state is now '${state}'`, {
		hint: 'Look at the network in the Chainstack console, which shows the reason. It is not created again',
	});
}
