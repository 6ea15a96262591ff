import type { IDataObject } from 'n8n-workflow';

import type { WaitLimits } from '../../../shared/fields/waitProperties';
import type { OperationContext } from '../../../shared/run/session';
import { toProblem } from '../../../shared/text/problem';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';
import { makeBrokenProblem } from '../node/waitUntilRunning';
import { listNodes, addEndpoints } from './simplified';

/** A network that was created, and how to wait for it. */
export interface CreatedNetwork {
	id: string;
	/** Whether it existed before; it may then have any number of nodes. */
	existed: boolean;
	nodeCount: number;
	limits: WaitLimits;
	/** Whether the states `warning` and `error`, in which things run but are not healthy, count as failed. */
	stopsEarly: boolean;
}

/**
 * Waits until a network and all its nodes run.
 * @returns the network, with the endpoint of each node, and the first node's at the top level
 * @throws Problem
 */
export async function waitForNetwork(
	created: CreatedNetwork,
	context: OperationContext,
): Promise<IDataObject> {
	const { id, limits } = created;
	let wasFound = false;
	const poll = async ({ api }: OperationContext): Promise<PollResult<IDataObject>> => {
		try {
			const network = await api.get(`/v1/networks/${id}/`, `network ${id}`);
			wasFound = true;
			return judge(network, created);
		} catch (error) {
			const problem = toProblem(error);
			// What was just created may not be found yet; what was found before is gone.
			if (problem.httpStatus === 404 && !wasFound) return { reason: problem.message };
			throw problem;
		}
	};
	const target = {
		what: `network ${id} to be ready`,
		hint: 'It is still being deployed: wait for its nodes with Node, Wait Until Running, or look at it in the Chainstack console',
	};
	const { done: network, wait } = await waitUntil(target, poll, limits, context);
	const nodes = addEndpoints(network, context);
	return {
		...network,
		nodes,
		...(nodes[0]?.endpoint !== undefined && { endpoint: nodes[0].endpoint }),
		wait,
	};
}

function judge(
	network: IDataObject,
	{ id, existed, nodeCount, stopsEarly }: CreatedNetwork,
): PollResult<IDataObject> {
	const nodes = listNodes(network);
	const state = getStatus(network);
	// A failed node is the reason why its network failed, so it is named first.
	const isBroken = (record: IDataObject): boolean =>
		getStatus(record) === 'failed' ||
		(stopsEarly && ['error', 'stopped', 'warning'].includes(getStatus(record)));
	const failed = nodes.find(isBroken) ?? (isBroken(network) ? network : undefined);
	if (failed !== undefined) {
		const name = failed === network ? 'it' : `its node ${String(failed.id)}`;
		const subject = `The network ${id} ${existed ? 'already exists' : 'was created'}, but ${name}`;
		const problem = makeBrokenProblem(subject, getStatus(failed));
		const hint = `${problem.hint}. The network will not be created again`;
		return { failed: problem.with({ effect: 'created', hint }) };
	}
	const isComplete = nodes.length >= (existed ? 1 : Math.max(1, nodeCount));
	const isRunning = nodes.every((node) => getStatus(node) === 'running');
	if (state === 'ok' && isComplete && isRunning) return { done: network, state };
	return { state, reason: describeNodes(nodes, existed ? 0 : nodeCount) };
}

function getStatus({ status }: IDataObject): string {
	return typeof status === 'string' && status !== '' ? status : 'unknown';
}

function describeNodes(nodes: readonly IDataObject[], nodeCount: number): string {
	const counts = new Map<string, number>();
	for (const state of nodes.map(getStatus)) counts.set(state, (counts.get(state) ?? 0) + 1);
	const missing = nodeCount - nodes.length;
	if (missing > 0) counts.set('missing', missing);
	const parts = [...counts].map(([state, count]) => `${count} ${state}`);
	return `nodes: ${parts.length > 0 ? parts.join(', ') : 'none'}`;
}
