import type { IDataObject } from 'n8n-workflow';

import { addNetworkAndEndpoint, hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { nodeLocator } from '../../../shared/fields/node';
import { INCLUDE_SECRETS, platformWaitOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { stopEarlyOption, waitLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { Problem } from '../../../shared/text/problem';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';
import { simplifyNode } from './simplified';

export const waitUntilRunning = defineOperation({
	name: 'Wait Until Running',
	value: 'waitUntilRunning',
	action: 'Wait until node is running',
	description: 'Pause the workflow until a node that is being deployed is running',
	effect: 'reads',
	properties: [
		nodeLocator,
		...waitProperties(10, 900),
		simplifyProperty,
		platformWaitOptions(
			INCLUDE_SECRETS,
			stopEarlyOption(
				"Whether to fail as soon as the node is in the state 'error' (it is up, but not healthy), from which it rarely recovers on its own. When off, only the state 'failed' and the time limit end the wait.",
			),
		),
	],
	async execute(values, context) {
		const id = checkId(values.nodeId, 'node');
		const limits = waitLimits(values);
		const failing = (values.options.stopEarly ?? true) ? ['failed', 'error'] : ['failed'];
		const poll = async ({ api }: OperationContext): Promise<PollResult<IDataObject>> => {
			const node = await api.get(`/v1/nodes/${id}/`, `node ${id}`);
			const state = String(node.status ?? 'unknown');
			if (state === 'running') return { done: node, state };
			if (state === 'stopped') return { failed: makeStoppedProblem(id) };
			return failing.includes(state) ? { failed: makeBrokenNodeProblem(id, state) } : { state };
		};
		const target = {
			what: `node ${id} to run`,
			hint: 'A deployment takes some minutes: wait again, or look at the node in the Chainstack console',
		};
		const { done, wait } = await waitUntil(target, poll, limits, context);
		const { includeSecrets } = values.options;
		const known = await addNetworkAndEndpoint(done, context);
		const node = hintHiddenKey(known, includeSecrets, context);
		return { ...(values.simplify ? simplifyNode(node, includeSecrets) : node), wait };
	},
});

function makeStoppedProblem(id: string): Problem {
	return new Problem(`The node ${id} is stopped and does not start on its own`, {
		hint: 'Start it first, in the Chainstack console, then wait for it again',
	});
}

function makeBrokenNodeProblem(id: string, state: string): Problem {
	const isUp = state === 'error';
	return new Problem(`The node ${id} is not running: its state is '${state}'`, {
		hint: isUp
			? "Look at the node in the Chainstack console; to wait until it recovers, turn off 'Stop Early' in the options"
			: 'Its deployment failed. The Chainstack console shows the reason',
	});
}
