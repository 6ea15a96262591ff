import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/fields/locator';
import {
	INCLUDE_SECRETS,
	platformWaitOptions,
	simplifyProperty,
} from '../../../shared/fields/options';
import { stopEarlyOption, readLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { Problem } from '../../../shared/text/problem';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';
import { presentNode } from './present';

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
		const { nodeId: id } = values;
		const limits = readLimits(values);
		const failing = ['failed', 'stopped', ...((values.options.stopEarly ?? true) ? ['error'] : [])];
		const poll = async ({ api }: OperationContext): Promise<PollResult<IDataObject>> => {
			const node = await api.get(`/v1/nodes/${id}/`, `node ${id}`);
			const state = String(node.status ?? 'unknown');
			if (state === 'running') return { done: node, state };
			if (!failing.includes(state)) return { state };
			return { failed: makeBrokenProblem(`The node ${id}`, state) };
		};
		const target = {
			what: `node ${id} to run`,
			hint: 'A deployment takes some minutes: wait again, or look at the node in the Chainstack console',
		};
		const { done, wait } = await waitUntil(target, poll, limits, context);
		return { ...(await presentNode(done, values, context)), wait };
	},
});

/** @returns the Problem of a wait for something that is in a state from which it rarely recovers on its own */
export function makeBrokenProblem(subject: string, state: string): Problem {
	const hints = new Map([
		['failed', 'Its deployment failed. The Chainstack console shows the reason'],
		['stopped', 'Start it first, in the Chainstack console, then wait again'],
	]);
	const recovers =
		"Look at it in the Chainstack console; to wait until it recovers, turn off 'Stop Early' in the options";
	return new Problem(`${subject} is in the state '${state}'`, {
		hint: hints.get(state) ?? recovers,
	});
}
