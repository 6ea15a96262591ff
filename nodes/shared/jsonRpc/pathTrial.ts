import type { RpcEndpoint } from './rpcRequest';
import type { RpcReply } from './rpcReply';

/** Where JSON-RPC is answered: with the path that was appended, at the address as it was pasted, or at neither. */
export type PathVerdict = 'appended' | 'asPasted' | 'neither';

/** @returns what to tell users where an address answered as it was pasted */
export function describePastedAddress({ label }: RpcEndpoint, asPasted: { label: string }): string {
	return `JSON-RPC is answered at ${asPasted.label}, not at ${label}. Set 'Path' to None to ask there at once`;
}

/**
 * Tries addresses as they were pasted where the path appended to them seems wrong. Only an answer decides between the
 * two; a fault at the address as it was pasted is the reply, and the next call tries again.
 */
export class PathTrial {
	/**
	 * @param verdicts by address; read and added to
	 * @param note told which address answered where it is not the one with the path appended
	 */
	constructor(
		private readonly verdicts: Map<string, PathVerdict>,
		private readonly note: (message: string) => void,
	) {}

	/**
	 * @param send makes the call at one of the two addresses, with all its retries
	 * @param isWrite the call is tried elsewhere only where it certainly had no effect
	 */
	async call(
		endpoint: RpcEndpoint,
		send: (at: RpcEndpoint) => Promise<RpcReply>,
		isWrite: boolean,
	): Promise<RpcReply> {
		const { url, asPasted } = endpoint;
		if (asPasted === undefined) return await send(endpoint);
		const pastedEndpoint = { ...endpoint, ...asPasted };
		if (this.verdicts.get(url) === 'asPasted')
			return this.take(endpoint, await send(pastedEndpoint));
		const appended = await send(endpoint);
		const { wrongPath } = appended;
		const mayTry = isWrite ? wrongPath === 'refused' : wrongPath !== undefined;
		// Another call may have found out in the meantime.
		const known = this.verdicts.get(url);
		if (!mayTry || known === 'appended' || known === 'neither') return appended;
		const pasted = await send(pastedEndpoint);
		const verdict = known ?? judge(appended, pasted);
		if (verdict !== undefined) this.verdicts.set(url, verdict);
		if (verdict === 'appended' || verdict === 'neither') return appended;
		return this.take(endpoint, pasted);
	}

	/** @returns the reply of an address as it was pasted, marked as such */
	private take(endpoint: RpcEndpoint, reply: RpcReply): RpcReply {
		const { asPasted = endpoint } = endpoint;
		if (isAnswered(reply)) this.note(describePastedAddress(endpoint, asPasted));
		return { ...reply, asPasted: { url: asPasted.url, label: asPasted.label } };
	}
}

/** @returns `undefined` where neither answer decides */
function judge(appended: RpcReply, pasted: RpcReply): PathVerdict | undefined {
	const { wrongPath } = pasted;
	if (wrongPath === 'refused' || wrongPath === 'noRpc') return 'neither';
	if (!isAnswered(pasted)) return undefined;
	// A host that says the same of both has no other path for JSON-RPC.
	return haveSameError(appended, pasted) ? 'appended' : 'asPasted';
}

function isAnswered({ answer: { kind } }: RpcReply): boolean {
	return kind === 'result' || kind === 'rpcError';
}

function haveSameError({ answer: a }: RpcReply, { answer: b }: RpcReply): boolean {
	return a.kind === 'rpcError' && b.kind === 'rpcError' && a.code === b.code;
}
