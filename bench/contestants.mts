// The nodes that are compared. Each asks the endpoint of an item whether it is synchronized.
import type { Item } from '../scripts/lib/n8nExecution.mts';

/** Type of the built-in HTTP Request node. */
export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

export interface Contestant {
	name: string;
	node: { type: string; typeVersion: number; parameters: object };
}

/** The request a node is asked to send. */
export interface Question {
	/** Of an endpoint, or an expression. */
	address: string;
	/** Of the JSON-RPC request, or an expression. */
	id: number | string;
}

/** How the values of a question are given. */
export type Given = 'fixed' | 'referred' | 'computed' | 'twiceComputed';

/**
 * The request each node is asked to send; the same fields hold expressions in all of them.
 *
 * @param address an endpoint, for a question that is the same for all items
 */
export function question(address: string, given: Given): Question {
	return {
		address: { fixed: address, referred: '={{ $json.address }}' }[given as string] ?? COMPUTED,
		id: given === 'twiceComputed' ? '={{ $json.n + 1 }}' : 1,
	};
}

const COMPUTED = '={{ $json.address.trim() }}';

function ours(
	name: string,
	operation: string,
	{ address, id }: Question,
	more: object = {},
): Contestant {
	return {
		name,
		node: {
			type: 'n8n-nodes-chainstack.chainstack',
			typeVersion: 1,
			parameters: {
				resource: 'jsonRpc',
				operation,
				endpointSource: 'url',
				url: address,
				...more,
				options: id === 1 ? {} : { requestId: id },
			},
		},
	};
}

export function checkSync(question: Question): Contestant {
	return ours('Check Sync', 'checkSync', question);
}

export function checkHealth(question: Question): Contestant {
	return ours('Check Health', 'checkHealth', question);
}

export function checkHealthCompared(question: Question): Contestant {
	const more = { compareWith: 'otherItems' };
	return ours('Check Health, Compare With: Other Items', 'checkHealth', question, more);
}

/** @param batch items at once, and the pause between in milliseconds */
export function httpRequest(
	{ address, id }: Question,
	typeVersion: number,
	batch?: { batchSize: number; batchInterval: number },
): Contestant {
	const body = (text: string | number) =>
		`{"jsonrpc":"2.0","method":"eth_syncing","params":[],"id":${text}}`;
	return {
		name: batch ? `HTTP Request, ${batch.batchSize} per ${batch.batchInterval} ms` : 'HTTP Request',
		node: {
			type: HTTP_REQUEST,
			typeVersion,
			parameters: {
				method: 'POST',
				url: address,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: typeof id === 'string' ? `=${body(id.slice(1))}` : body(id),
				options: batch ? { batching: { batch } } : {},
			},
		},
	};
}

/** Puts the values of the question into the items and asks nobody: what n8n itself needs to evaluate them. */
export function editFields({ address, id }: Question): Contestant {
	const assignments = [
		{ id: 'a', name: 'address', type: 'string', value: address },
		{ id: 'b', name: 'id', type: 'number', value: id },
	];
	return {
		name: 'Edit Fields',
		node: {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments }, options: {} },
		},
	};
}

/** The time n8n itself needs to hand items on and to store them. */
export const noOperation: Contestant = {
	name: 'No Operation',
	node: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
};

/** Whether an item says, in the words of either node, that the endpoint is as it should be. */
export function isGood({ json }: Item): boolean {
	return (json.healthy ?? json.ready) === true || json.result === false;
}
