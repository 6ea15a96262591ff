import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/shared/http/exchange';
import type { Call, Reply } from './answers.mts';
import type { Arrived, SimulatedServer } from './server.mts';
import type { VirtualClock } from './virtualClock.mts';

/** A request as the network saw it. All times are virtual, in milliseconds. */
export interface Transfer {
	/** The number of the execution that sent it. */
	run: number;
	host: string;
	/** The whole address. */
	url: string;
	sentAt: number;
	/** When its end was known at the sender; `Infinity` while it is in flight. */
	endedAt: number;
	/** Tags of its calls. */
	tags: number[];
	/** Whether it reached the server. */
	hasArrived: boolean;
	/** The wait that the answer asked for. */
	askedMs?: number;
	/** What the address said with it, by its parts; nothing while it is in flight, and where it was cancelled. */
	said: ReadonlySet<Said>;
}

/** What an end of a request says of its address: a call got through, one was refused, or there is no answer. */
export type Said = 'result' | 'limited' | 'failed';

const NOTHING: ReadonlySet<Said> = new Set();

const FAILED: ReadonlySet<Said> = new Set<Said>(['failed']);

const NETWORK_FAULTS = {
	refused: () => fault('ECONNREFUSED', 'connect'),
	reset: () => fault('ECONNRESET', 'read'),
	unresolved: () => fault('EAI_AGAIN', 'getaddrinfo'),
};

interface RawCall {
	id: number;
	method: string;
	params?: [number];
}

/** @returns what identifies a question of a probe; an address is probed once */
export function questionKey(url: string, method: string): string {
	return `${method} ${url}`;
}

/** Delivers requests to simulated servers, in virtual time, through the helper that n8n offers. */
export class SimulatedNetwork {
	readonly transfers: Transfer[] = [];

	constructor(
		private readonly clock: VirtualClock,
		private readonly hosts: ReadonlyMap<string, SimulatedServer>,
		/** One-way latency. */
		private readonly oneWayMs: number,
		/** Tags of the questions of probes, by {@link questionKey}; other calls carry theirs. */
		private readonly tags: ReadonlyMap<string, number>,
	) {}

	/** @returns a context as n8n passes it to a node in an execution, as far as sending needs it */
	context(cancel: AbortSignal, run: number): RequestContext {
		const helpers = {
			httpRequest: async (options: IHttpRequestOptions) => await this.send(options, run, cancel),
		};
		return {
			helpers: helpers as unknown as IExecuteFunctions['helpers'],
			getExecutionCancelSignal: () => cancel,
		};
	}

	private async send(
		options: IHttpRequestOptions,
		run: number,
		cancel: AbortSignal,
	): Promise<unknown> {
		const { origin } = new URL(options.url);
		const server = this.hosts.get(origin);
		const body = JSON.parse(String(options.body)) as RawCall | RawCall[];
		const calls = [body].flat().map((raw) => this.callOf(options.url, raw));
		const transfer: Transfer = {
			run,
			host: origin,
			url: options.url,
			sentAt: this.clock.now(),
			endedAt: Infinity,
			tags: calls.map(({ tag }) => tag),
			hasArrived: false,
			said: NOTHING,
		};
		this.transfers.push(transfer);
		try {
			const carried = this.carried(server, transfer, { calls, isBatch: Array.isArray(body) });
			return await aborting(options.abortSignal as AbortSignal, carried);
		} catch (error) {
			if (!cancel.aborted) transfer.said = FAILED;
			throw error;
		} finally {
			transfer.endedAt = this.clock.now();
		}
	}

	private async carried(
		server: SimulatedServer | undefined,
		transfer: Transfer,
		sent: Pick<Arrived, 'calls' | 'isBatch'>,
	): Promise<unknown> {
		const { oneWayMs } = this;
		if (server === undefined) {
			await this.clock.pass(1);
			throw fault('ECONNREFUSED', 'connect');
		}
		await this.clock.pass(server.resolveMs(this.clock.now()));
		await this.clock.pass(oneWayMs);
		await server.places.take();
		// Who has left gets no place.
		const reply =
			transfer.endedAt === Infinity
				? await this.worked(server, transfer, sent)
				: ({ kind: 'hang' } as const);
		server.places.free();
		if (reply.kind === 'hang') return await new Promise(() => undefined);
		await this.clock.pass(oneWayMs);
		if (reply.kind !== 'answer') throw NETWORK_FAULTS[reply.kind]();
		// An answer that is no longer waited for asks for no wait.
		if (transfer.endedAt === Infinity) {
			transfer.askedMs = askedIn(reply.headers, reply.body);
			transfer.said = saidIn(reply);
		}
		return { statusCode: reply.status, headers: reply.headers, body: reply.body };
	}

	private async worked(
		server: SimulatedServer,
		transfer: Transfer,
		sent: Pick<Arrived, 'calls' | 'isBatch'>,
	): Promise<Reply> {
		const arrived = { ...sent, ...server.begin(transfer.url), address: transfer.url };
		const handled = server.handle(arrived, this.clock.now());
		transfer.hasArrived = handled.kind !== 'refused' && handled.kind !== 'unresolved';
		if (handled.kind === 'answer') {
			const worked = sent.calls.slice(0, handled.worked);
			await this.clock.pass(server.workMs(worked, this.clock.now()));
		}
		return server.end(handled, arrived, this.clock.now());
	}

	private callOf(url: string, { id, method, params }: RawCall): Call {
		const tag = this.tags.get(questionKey(url, method));
		return { id, method, tag: tag ?? Number(params?.[0]), isOfProbe: tag !== undefined };
	}
}

/** What an answer says, read without the code that is under test. */
function saidIn({ status, headers, body }: Reply & { kind: 'answer' }): ReadonlySet<Said> {
	const said = new Set<Said>();
	const asksForWait = status === 503 && headers['retry-after'] !== undefined;
	const isInWords = /-32005|-32429|too many|quota/i.test(body);
	if (status === 429 || asksForWait || isInWords) said.add('limited');
	if (status !== 429 && (status !== 200 || !isJson(body))) said.add('failed');
	if (status === 200 && body.includes('"result"')) said.add('result');
	return said;
}

/** The longest wait an answer asks for, read without the code that is under test. */
function askedIn(headers: Record<string, string>, body: string): number | undefined {
	// An answer that was cut off asks for no wait.
	const text = isJson(body) ? body : '';
	const waits = [...text.matchAll(/"try_again_in":"([\d.]+)ms"/g)].map(([, wait]) => Number(wait));
	const { 'retry-after': after, date } = headers;
	if (after !== undefined)
		waits.push(date === undefined ? Number(after) * 1000 : Date.parse(after) - Date.parse(date));
	return waits.length === 0 ? undefined : Math.max(...waits);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** @returns the error of a connection */
export function fault(code: string, syscall: string): Error {
	return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** @returns what some work leads to, or an error as soon as it is cancelled */
export async function aborting<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return await new Promise((resolve, reject) => {
		const stop = (): void => reject(fault('ERR_CANCELED', 'read'));
		signal.addEventListener('abort', stop, { once: true });
		// Node.js keeps a signal with listeners until its deadline.
		const done = (): void => signal.removeEventListener('abort', stop);
		work.then(resolve, reject).finally(done);
	});
}
