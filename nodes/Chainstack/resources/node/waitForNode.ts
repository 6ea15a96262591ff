import type { IDataObject } from 'n8n-workflow';

import {
	readLimits,
	stopEarlyOption,
	waitProperties,
	type WaitValues,
} from '../../../shared/fields/waitProperties';
import type { OperationContext } from '../../../shared/run/operationContext';
import { pick } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field, type Property } from '../../../shared/values/field';
import { waitUntil, type PollResult, type WaitReport } from '../../../shared/waiting/waitUntil';
import { presentNode, type Wanted } from './present';

/** Ends the wait where nothing is to be expected any more. */
export const STOP_EARLY = stopEarlyOption(
	"Whether to fail as soon as the node is in the state 'error' (it is up, but not healthy) or 'stopped', from which it rarely recovers on its own. When off, the wait goes on in these states. The state 'failed', a node that does not exist and a refused API key always end it.",
);

/** The option of {@link STOP_EARLY} where waiting is a choice. */
export const STOP_EARLY_AFTER_CREATION = {
	...STOP_EARLY,
	displayOptions: { show: { '/waitUntilRunning': [true] } },
} as const satisfies Property;

/** The fields by which an operation that creates a node also waits for it. */
export const nodeWaitProperties = [
	field('boolean', 'Wait Until Running', 'waitUntilRunning', {
		description:
			'Whether to continue only when the node is running, instead of as soon as it is created',
	}),
	...waitProperties(10, 900, 'waitUntilRunning'),
] as const satisfies readonly Property[];

/** How to wait for a node. */
interface NodeWait extends WaitValues {
	options: { stopEarly?: boolean };
}

/**
 * Waits until a node runs.
 * @param isNew whether it was just created, and may not be found yet
 * @returns the node as version 1 of the API returns it, and how the wait went
 * @throws Problem
 */
export async function waitForNode(
	id: string,
	values: NodeWait,
	context: OperationContext,
	isNew = false,
): Promise<{ node: IDataObject; wait: WaitReport }> {
	const stopsEarly = values.options.stopEarly ?? true;
	const broken = stopsEarly ? ['failed', 'error', 'stopped'] : ['failed'];
	let mayBeMissing = isNew;
	const poll = async ({ api }: OperationContext): Promise<PollResult<IDataObject>> => {
		const node = await api.get(`/v1/nodes/${id}/`, `node ${id}`).catch((thrown: unknown) => {
			if (mayBeMissing && thrown instanceof Problem && thrown.httpStatus === 404) return thrown;
			throw thrown;
		});
		if (node instanceof Problem) return { reason: node.message };
		mayBeMissing = false;
		const state = String(node.status ?? 'unknown');
		if (state === 'running') return { done: node, state };
		if (!broken.includes(state)) return { state };
		return { failed: makeBrokenProblem(`The node ${id}`, state) };
	};
	const target = {
		what: `node ${id} to run`,
		hint: 'A deployment takes some minutes: wait again, or look at the node in the Chainstack console',
	};
	const { done, wait } = await waitUntil(target, poll, readLimits(values), context);
	return { node: done, wait };
}

/** What an operation that creates a node knows of it, and what it shows besides the node. */
const KEPT = ['project', 'cloud', 'blockchain', 'tier', 'alreadyExisted'];

/**
 * Waits for a node that was created, where that is wanted.
 * @param created the node as the operation shows it
 * @returns the same, or the node once it runs
 * @throws Problem
 */
export async function followNode(
	created: IDataObject,
	values: NodeWait & Wanted & { waitUntilRunning: boolean },
	context: OperationContext,
): Promise<IDataObject> {
	if (!values.waitUntilRunning) return created;
	const { node, wait } = await waitForNode(String(created.id), values, context, true);
	if (!values.simplify) return { ...node, ...pick(created, 'alreadyExisted'), wait };
	const kept = pick(created, ...KEPT);
	return { ...(await presentNode({ ...node, ...kept }, values, context)), wait };
}

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
