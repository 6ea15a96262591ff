/**
 * Adds a node to a sandbox that is not ready, so that the first run of a check has something to tell.
 *
 * @param url of the sandbox's management API
 * @returns the ID of the node
 */
export async function letOneNodeSync(url: string): Promise<string> {
	const post = async (path: string, body: object): Promise<Response> =>
		await fetch(`${url}/_sandbox/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const { ids } = (await (await post('nodes', { count: 1 })).json()) as { ids: string[] };
	const value = { startingBlock: '0x1', currentBlock: '0x100', highestBlock: '0x1f0' };
	await post('rpc', { node: ids[0], method: 'eth_syncing', value });
	return ids[0];
}
