import type { FastifyRequest } from 'fastify';
import { urlOf } from './http/listing.mts';

/** A part of a multipart form as it arrived. */
export type RecordedPart =
	| { name: string; value: string }
	| { name: string; fileName: string; contentType: string; size: number };

/** The servers of a sandbox: the management API, and the node endpoints. */
export type ServerName = 'platform' | 'rpc';

/** One request the sandbox received. */
export interface RecordedRequest {
	/** Counts up from 1 since the start or the last reset. */
	number: number;
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
	/** True when the body was let go to save memory. */
	bodyDropped?: true;
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
	/** Requests under way when this one arrived, itself included. */
	inFlight: number;
}

const mostRequests = 20_000;
const mostBodyCharacters = 64 * 1024 * 1024;

/** Remembers the latest requests, at most 20,000 and their bodies at most 64 million characters. */
export class RequestLog {
	#entries: RecordedRequest[] = [];
	#withBody: Array<{ entry: RecordedRequest; size: number }> = [];
	#bodyCharacters = 0;
	#count = 0;
	#open = new Map<string, number>();
	#most = new Map<string, number>();
	/** Requests from before a reset must not count down what came after it. */
	#era = 0;

	/** The latest requests, oldest first. */
	all(): RecordedRequest[] {
		return this.#entries.slice(-mostRequests).map((entry) => ({ ...entry }));
	}

	/**
	 * The most requests that were under way at one time: in `all`, and in each group: `management`,
	 * `ipfs`, `faucet`, `rpc`, and `rpc/<key>` for each node endpoint.
	 */
	maxInFlight(): Record<string, number> {
		return Object.fromEntries(this.#most);
	}

	/** Forgets everything. */
	clear(): void {
		this.#era += 1;
		this.#entries = [];
		this.#withBody = [];
		this.#bodyCharacters = 0;
		this.#count = 0;
		this.#open = new Map();
		this.#most = new Map();
	}

	/**
	 * Notes the arrival of a request, which counts in these groups.
	 * Call `end` once when its exchange is over.
	 */
	begin(request: FastifyRequest, groups: string[]): { entry: RecordedRequest; end: () => void } {
		const era = this.#era;
		const startedAt = performance.now();
		const url = urlOf(request);
		for (const group of groups) this.#enter(group);
		const entry: RecordedRequest = {
			number: ++this.#count,
			server: request.server.serverName,
			method: request.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: { ...request.headers },
			status: null,
			faults: [],
			receivedAt: new Date().toISOString(),
			durationMs: null,
			inFlight: this.#open.get('all') ?? 0,
		};
		this.#entries.push(entry);
		// Trimmed in blocks: taking one off the front of a long array at every request is slow.
		if (this.#entries.length > mostRequests * 1.1) this.#trim();
		return {
			entry,
			end: () => {
				entry.durationMs = Math.round(performance.now() - startedAt);
				if (era === this.#era) for (const group of groups) this.#leave(group);
			},
		};
	}

	/** Adds the text of a body to a request. */
	body(entry: RecordedRequest, text: string): void {
		entry.body = parsed(text);
		this.#withBody.push({ entry, size: text.length });
		this.#bodyCharacters += text.length;
		while (this.#bodyCharacters > mostBodyCharacters && this.#withBody.length > 1) {
			const oldest = this.#withBody.shift();
			if (oldest === undefined) return;
			this.#bodyCharacters -= oldest.size;
			delete oldest.entry.body;
			oldest.entry.bodyDropped = true;
		}
	}

	#trim(): void {
		this.#entries = this.#entries.slice(-mostRequests);
		const first = this.#entries[0].number;
		this.#withBody = this.#withBody.filter(({ entry }) => entry.number >= first);
		this.#bodyCharacters = this.#withBody.reduce((sum, { size }) => sum + size, 0);
	}

	#enter(group: string): void {
		const open = (this.#open.get(group) ?? 0) + 1;
		this.#open.set(group, open);
		this.#most.set(group, Math.max(open, this.#most.get(group) ?? 0));
	}

	#leave(group: string): void {
		this.#open.set(group, (this.#open.get(group) ?? 1) - 1);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
