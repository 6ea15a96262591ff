import type { RpcEndpoint, RpcRequest } from './rpcClient';
import type { RpcReply } from './rpcReply';

type Send = (endpoint: RpcEndpoint, request: RpcRequest) => Promise<RpcReply>;

/** Addresses that were tried as they were pasted, and whether JSON-RPC is answered there. */
export type TriedAddresses = Map<string, Promise<boolean>>;

/**
 * Makes a call. Where the path that was appended to an address does not lead to JSON-RPC, the address is tried as it
 * was pasted: once, with the first read that shows it; the others follow if that was answered.
 * @param tried what is known of addresses; added to
 */
export async function callWherePasted(
	endpoint: RpcEndpoint,
	request: RpcRequest,
	{ send, tried }: { send: Send; tried: TriedAddresses },
): Promise<RpcReply> {
	const { asPasted, url } = endpoint;
	if (asPasted === undefined) return await send(endpoint, request);
	const pasted = { ...endpoint, ...asPasted };
	const there = async (asked = request): Promise<RpcReply> => ({
		...(await send(pasted, asked)),
		asPasted,
	});
	if (await tried.get(url)) return await there();
	const reply = await send(endpoint, request);
	if (reply.isElsewhere !== true || request.isWrite === true) return reply;
	const known = tried.get(url);
	if (known !== undefined) return (await known) ? await there() : reply;
	const { retryOptions } = request;
	const trial = there({ ...request, retryOptions: { ...retryOptions, maxRetries: 0 } });
	const isAnswered = trial.then(({ answer: { kind } }) => kind === 'result' || kind === 'rpcError');
	tried.set(url, isAnswered);
	return (await isAnswered) ? await trial : reply;
}

/** @returns what to tell users where an address answered as it was pasted */
export function pastedNote({ label }: RpcEndpoint, asPasted: { label: string }): string {
	return `JSON-RPC is answered at ${asPasted.label}, not at ${label}. Set 'Path' to None to ask there at once`;
}
