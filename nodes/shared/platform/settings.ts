import type { RequestContext } from '../http/exchange';
import type { OriginGate } from '../http/originGate';
import type { SecretMask } from '../pure/secretMask';

/** How patient a run is; every value is an option of the operation. */
export interface Patience {
	/** Limit for one attempt in milliseconds. */
	timeLimitMs: number;
	/** How many more times a request may be sent after the first. */
	retries: number;
	/** Longest wait, in milliseconds, that is accepted when a server asks for one. */
	longestWaitMs: number;
}

/** What the clients of one run of a node share. */
export interface Connection extends Patience {
	context: RequestContext;
	gate: OriginGate;
	mask: SecretMask;
}
