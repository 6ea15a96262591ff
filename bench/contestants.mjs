// The nodes that are compared. Each asks the endpoint of an item whether it is synchronized.

/** Type of the built-in HTTP Request node. */
export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

/** @typedef {{ name: string, node: object }} Contestant */
/**
 * @typedef {object} Question
 * @property {string} address of an endpoint, or an expression
 * @property {number | string} id of the JSON-RPC request, or an expression
 */

/**
 * What both nodes are asked to send; the same fields hold expressions in both.
 *
 * @param {string} address
 * @param {number} expressions how many of the two: the address first, then the id
 * @param {boolean} [arePlain] whether they only refer to a field of the item, as most do
 * @returns {Question}
 */
export function question(address, expressions, arePlain) {
	return {
		address:
			expressions === 0
				? address
				: arePlain
					? '={{ $json.address }}'
					: '={{ $json.address.trim() }}',
		id: expressions < 2 ? 1 : arePlain ? '={{ $json.n }}' : '={{ $json.n + 1 }}',
	};
}

/**
 * @param {Question} question
 * @returns {Contestant}
 */
export function checkSync({ address, id }) {
	return {
		name: 'Check Sync',
		node: {
			type: 'n8n-nodes-chainstack.chainstack',
			typeVersion: 1,
			parameters: {
				resource: 'jsonRpc',
				operation: 'checkSync',
				endpointSource: 'url',
				url: address,
				options: id === 1 ? {} : { requestId: id },
			},
		},
	};
}

/**
 * @param {Question} question
 * @param {number} typeVersion
 * @param {{ batchSize: number, batchInterval: number }} [batch] items at once, and the pause between in ms
 * @returns {Contestant}
 */
export function httpRequest({ address, id }, typeVersion, batch) {
	const body = (/** @type {string | number} */ text) =>
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

/** @type {Contestant} */
export const noOperation = {
	name: 'No Operation',
	node: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
};

/**
 * @param {import('../scripts/lib/n8nExecution.mjs').Item} item
 * @returns {boolean} whether it says, in the words of either node, that the endpoint is synchronized
 */
export function isGood({ json }) {
	return json.ready === true || json.result === false;
}
