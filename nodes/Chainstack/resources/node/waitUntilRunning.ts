import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/locators/node';
import { checkedId } from '../../../shared/platform/resourceIds';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import { simplifyProperty } from '../../../shared/session/simplify';
import {
	waitLimits,
	waitProperties,
	waitUntil,
	type PollResult,
} from '../../../shared/session/waitUntil';
import { INCLUDE_SECRETS, platformOptions } from '../options';
import { simplifiedNode } from './simplified';
import { withEndpoint } from './withEndpoint';

export const waitUntilRunning = defineOperation({
	name: 'Wait Until Running',
	value: 'waitUntilRunning',
	action: 'Wait until node is running',
	description: 'Hold the workflow until a node that is being deployed runs',
	effect: 'reads',
	properties: [
		nodeLocator,
		...waitProperties(10, 900),
		simplifyProperty,
		platformOptions(INCLUDE_SECRETS, {
			displayName: 'Fail on Error State',
			name: 'failOnError',
			type: 'boolean',
			default: true,
			description:
				"Whether waiting ends as failed in the state 'error' (it runs, but not healthily) instead of waiting on",
		}),
	],
	async execute(values, context) {
		const id = checkedId(values.nodeId, 'node');
		const limits = waitLimits(values);
		const failing = (values.options.failOnError ?? true) ? ['failed', 'error'] : ['failed'];
		const poll = async (): Promise<PollResult<IDataObject>> => {
			const node = await context.api.get(`/v1/nodes/${id}/`, `node ${id}`);
			const state = String(node.status);
			if (state === 'running') return { done: node };
			return failing.includes(state) ? { failed: gaveOut(id, state) } : { state };
		};
		const running = await waitUntil(`node ${id} to run`, poll, limits, context);
		const node = withEndpoint(running, undefined, context);
		return values.simplify ? simplifiedNode(node) : node;
	},
});

function gaveOut(id: string, state: string): Problem {
	return new Problem(`The node ${id} will not come to run by itself: its state is '${state}'`, {
		hint: 'Look at the node in the Chainstack console, which shows the reason',
	});
}
