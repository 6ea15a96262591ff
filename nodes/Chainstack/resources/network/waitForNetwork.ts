import type { IDataObject } from 'n8n-workflow';

import { readLimits, type WaitValues } from '../../../shared/fields/waitProperties';
import type { OperationContext } from '../../../shared/run/operationContext';
import { groupBy, pick } from '../../../shared/text/json';
import { Problem, toProblem } from '../../../shared/text/problem';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';
import { makeBrokenProblem } from '../node/waitForNode';
import { addEndpoints, listNodes } from './present';

type NetworkWait = WaitValues & {
	nodes: { node?: readonly unknown[] };
	options: { stopEarly?: boolean };
};

/**
 * Waits until a network and all its nodes run.
 * @param created the network, as it was created or found
 * @returns the network, with the endpoint of each node, and the first node's at the top level
 * @throws Problem
 */
export async function waitForNetwork(
	created: IDataObject,
	values: NetworkWait,
	context: OperationContext,
): Promise<IDataObject> {
	const id = String(created.id);
	const existed = created.alreadyExisted === true;
	// One that existed before may have any number of nodes.
	const nodeCount = existed ? 1 : (values.nodes.node?.length ?? 1);
	const stopsEarly = values.options.stopEarly ?? true;
	const broken = ['failed', ...(stopsEarly ? ['error', 'stopped', 'warning'] : [])];
	let wasFound = false;
	const poll = async ({ api }: OperationContext): Promise<PollResult<IDataObject>> => {
		const network = await api.get(`/v1/networks/${id}/`, `network ${id}`).catch(toProblem);
		if (network instanceof Problem) {
			// A network that was just created may not be found yet; one that was found before is gone.
			if (network.httpStatus === 404 && !wasFound) return { reason: network.message };
			throw network;
		}
		wasFound = true;
		const nodes = listNodes(network);
		// A failed node is the reason why its network failed, so it is named first.
		const failed = [...nodes, network].find((record) => broken.includes(getStatus(record)));
		if (failed !== undefined) {
			const name = failed === network ? 'it' : `its node ${String(failed.id)}`;
			const subject = `The network ${id} ${existed ? 'already exists' : 'was created'}, but ${name}`;
			const problem = makeBrokenProblem(subject, getStatus(failed));
			const hint = `${problem.hint}. The network will not be created again`;
			return { failed: problem.with({ effect: 'created', hint }) };
		}
		const state = getStatus(network);
		const isComplete = nodes.length >= nodeCount;
		const isRunning = nodes.every((node) => getStatus(node) === 'running');
		if (state === 'ok' && isComplete && isRunning) return { done: network, state };
		return { state, reason: describeNodes(nodes, nodeCount) };
	};
	const target = {
		what: `network ${id} to be ready`,
		hint: 'It is still being deployed: wait for its nodes with Node, Wait Until Running, or look at it in the Chainstack console',
	};
	const { done, wait } = await waitUntil(target, poll, readLimits(values), context);
	const network = addEndpoints(done, context);
	const [first] = listNodes(network);
	return { ...network, ...pick(first, 'endpoint'), wait, ...pick(created, 'alreadyExisted') };
}

function getStatus({ status }: IDataObject): string {
	return typeof status === 'string' && status !== '' ? status : 'unknown';
}

/** Such as `nodes: 2 running, 1 missing`. */
function describeNodes(nodes: readonly IDataObject[], nodeCount: number): string {
	const missing = Array<string>(Math.max(0, nodeCount - nodes.length)).fill('missing');
	const groups = groupBy([...nodes.map(getStatus), ...missing], (state) => state);
	return `nodes: ${[...groups].map(([state, { length }]) => `${length} ${state}`).join(', ')}`;
}
