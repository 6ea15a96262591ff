import type { FastifyReply, FastifyRequest } from 'fastify';
import { familyOf } from './http/errors.mts';
import type { RecordedPart } from './http/form.mts';
import { urlOf } from './http/listing.mts';

/** The servers of a sandbox: the management API, and the node endpoints. */
export type ServerName = 'platform' | 'rpc';

/** One request the sandbox received. */
export interface RecordedRequest {
	/** Which of the two servers it came to. */
	server: ServerName;
	method: string;
	/** Path without the query. */
	path: string;
	query: Record<string, string>;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON; the text as received when it is not JSON; absent without a body. */
	body?: unknown;
	/** The fields and files of a multipart form, in order. */
	parts?: RecordedPart[];
	/** Status answered; null until then, and for good when the connection ended before. */
	status: number | null;
	/** Ids of the fault rules that touched this request. */
	faults: string[];
	/** ISO 8601. */
	receivedAt: string;
	/** Milliseconds from arrival to the end of the exchange; null until then. */
	durationMs: number | null;
	/** True when the connection ended before the answer was complete. */
	closedEarly?: true;
}

const mostRequests = 20_000;

/** Remembers the latest requests, at most 20,000. */
export class RequestLog {
	#entries: RecordedRequest[] = [];
	#open = new Map<string, number>();
	#most: Record<string, number> = {};

	/** The latest requests, oldest first. */
	all(): RecordedRequest[] {
		return this.#entries.slice(-mostRequests).map((entry) => ({ ...entry }));
	}

	/** The most requests under way at one time, by the part of the platform: core, ipfs, faucet, rpc. */
	maxInFlight(): Record<string, number> {
		return { ...this.#most };
	}

	/** Forgets everything. */
	clear(): void {
		this.#entries = [];
		this.#open = new Map();
		this.#most = {};
	}

	/** Notes the arrival of a request, and what becomes of it. */
	begin(request: FastifyRequest, reply: FastifyReply): RecordedRequest {
		const startedAt = performance.now();
		const url = urlOf(request);
		const entry: RecordedRequest = {
			server: request.server.serverName,
			method: request.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: { ...request.headers },
			status: null,
			faults: [],
			receivedAt: new Date().toISOString(),
			durationMs: null,
		};
		this.#entries.push(entry);
		// Trimmed in blocks: taking one off the front of a long array at every request is slow.
		if (this.#entries.length > mostRequests * 1.1)
			this.#entries = this.#entries.slice(-mostRequests);
		const family = familyOf(request);
		// Kept here, because requests from before a reset must not count down what came after it.
		const open = this.#open;
		const count = (by: number): number => (open.get(family) ?? 0) + by;
		open.set(family, count(1));
		this.#most[family] = Math.max(count(0), this.#most[family] ?? 0);
		reply.raw.once('close', () => {
			if (reply.raw.headersSent) entry.status = reply.raw.statusCode;
			if (!reply.raw.writableFinished) entry.closedEarly = true;
			entry.durationMs = Math.round(performance.now() - startedAt);
			open.set(family, count(-1));
		});
		return entry;
	}
}
