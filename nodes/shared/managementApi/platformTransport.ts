import type { IHttpRequestMethods } from 'n8n-workflow';

import { exchange, type RequestContext } from '../http/exchange';
import { toEnding, type Outcome } from '../http/outcome';
import { StallTimer } from '../http/stallTimer';
import type { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { HostOptions, RequestEnd, Settled, Transport } from '../scheduler/scheduledCall';
import { toProblem } from '../text/problem';
import type { Query } from './query';
import { buildBody, isUpload, type CallBody } from './requestBody';

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

/** Uploads may take any time while data flows; this is how long nothing of a file may be taken, in milliseconds. */
const UPLOAD_STALL_MS = 60_000;

/** The run that a client belongs to, and the platform. */
export interface Connection {
	/** Address of the API without a slash at the end; paths start with `/v1` or `/v2`. */
	baseUrl: URL;
	allowUnauthorizedCerts: boolean;
	context: RequestContext;
	scheduler: RequestScheduler;
	hostOptions: HostOptions;
	retryOptions: RetryOptions;
	/** Cancels the calls. */
	cancel?: AbortSignal;
}

/** One request to the management API. */
export interface PlatformCall extends CallBody {
	method: IHttpRequestMethods;
	/** The whole address without its query. */
	url: string;
	query?: Query;
	/** Whether repeating it does no harm. */
	idempotent: boolean;
	/** Media type wanted, unless it is JSON. */
	accept?: string;
}

/** Has requests to the management API sent, by the scheduler of the run. */
export class PlatformTransport implements Transport<PlatformCall, Outcome> {
	constructor(private readonly connection: Connection) {}

	/** Has a request sent, and repeated where that is allowed. The platform's limits apply to all paths together. */
	async run(call: PlatformCall): Promise<Settled<Outcome>> {
		const { scheduler, hostOptions, retryOptions, cancel } = this.connection;
		const host = `platform ${new URL(call.url).origin}`;
		const toSend = {
			payload: call,
			bytes: 0,
			host,
			address: host,
			group: host,
			isAlone: true,
			idempotent: call.idempotent,
			retry: retryOptions,
			transport: this,
		};
		return await scheduler.run(toSend, hostOptions, cancel);
	}

	/** Makes one attempt, for the scheduler. */
	async send([call]: readonly PlatformCall[], cancel: AbortSignal): Promise<RequestEnd<Outcome>> {
		const reply = await this.attempt(call, cancel);
		return {
			ends: [{ ending: toEnding(reply), reply }],
			isRefusedWhole: true,
			isTimeout: reply.kind === 'timedOut',
		};
	}

	private async attempt(call: PlatformCall, cancel: AbortSignal): Promise<Outcome> {
		const { context, scheduler, retryOptions, allowUnauthorizedCerts } = this.connection;
		const { clock } = scheduler;
		const stall = isUpload(call) ? new StallTimer(clock, UPLOAD_STALL_MS) : undefined;
		try {
			const request = {
				method: call.method,
				url: call.url,
				qs: { ...call.query },
				headers: buildHeaders(call),
				body: await buildBody(call, () => stall?.note()),
				authenticated: true,
				allowUnauthorizedCerts,
				timeoutMs: stall === undefined ? retryOptions.timeoutMs : Infinity,
				stall,
				maxAnswerBytes: LONGEST_ANSWER,
			};
			return await exchange(context, clock, request, cancel);
		} catch (thrown) {
			// Nothing is sent where a file cannot be read.
			const { message, hint } = toProblem(thrown);
			return { kind: 'blocked', message, hint };
		} finally {
			stall?.stop();
		}
	}
}

function buildHeaders({ json, accept = 'application/json' }: PlatformCall): Record<string, string> {
	if (json === undefined) return { Accept: accept };
	return { Accept: accept, 'Content-Type': 'application/json' };
}
