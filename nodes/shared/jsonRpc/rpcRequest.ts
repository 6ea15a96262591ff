import type { EndpointAddress } from '../addresses/endpointAddress';
import type { Outcome } from '../http/outcome';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { RpcVersion } from './answer';
import type { RpcAnswer } from './fault';
import type { ErrorTraits } from './meaning';

/** An endpoint to call. */
export interface RpcEndpoint extends EndpointAddress {
	allowUnauthorizedCerts: boolean;
}

/** Traits that all requests to an endpoint have. */
interface EndpointRequest {
	/** Changes something: sent alone, and never again once a connection was made. */
	isWrite?: boolean;
	/** Sent without others, although it only reads: calls that were sent with it may have kept it from being answered. */
	isAlone?: boolean;
	/** Something that has begun waits for it, so it goes before other calls. */
	isUrgent?: boolean;
	/** Sent although a wait is not over that a server asked for before it came. */
	ignoresWait?: boolean;
	/** Ends at once instead of waiting for a limit or an outage, and is not repeated: another endpoint can be called. */
	failFast?: boolean;
	/** How servers of its family say what went wrong. */
	errors?: ErrorTraits;
	retryOptions: RetryOptions;
}

/** One call, as the caller sees it. */
export interface RpcRequest extends EndpointRequest {
	method: string;
	/** A list, or an object where they have names; left out where there are none to send. */
	params?: unknown[] | Readonly<Record<string, unknown>>;
	/** The id of the request when it is sent alone; in a batch the client numbers the calls itself. */
	id: number;
	/** Version of JSON-RPC, 2.0 by default. */
	version?: RpcVersion;
}

/** One request to an endpoint that has no JSON-RPC, sent alone. */
export interface PlainRequest extends EndpointRequest {
	method: 'GET' | 'POST';
	/** The part after the address of the endpoint, without a leading slash; with a query where one is needed. */
	path: string;
	/** Sent as JSON. */
	body?: unknown;
	/** Reads an answer; without it, every success has to be JSON. */
	read?: (outcome: Outcome) => RpcAnswer;
}
