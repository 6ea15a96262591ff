import type { Secrets } from './secrets.mts';

/** The time of a run, which tests make their own. */
export interface RunTime {
	/** Milliseconds. */
	now(): number;
	/** Waits, and ends early when the signal says so. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A signal that fires after so many milliseconds. */
	timeout(ms: number): AbortSignal;
}

/** A request to send. */
export interface SentRequest {
	method: string;
	url: string;
	headers?: Readonly<Record<string, string>>;
	body?: string | FormData;
	/** Whether it only reads, so that it may be sent again where the connection broke. */
	isRead?: boolean;
}

/** An answer, read to its end. */
export interface Received {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	text: string;
	/** Parsed; undefined where the text is no JSON. */
	json: unknown;
	receivedAtMs: number;
}

/** No answer came. */
export class NoAnswer extends Error {}

/** No answer came, because the connection broke. */
class BrokenConnection extends NoAnswer {}

/** A little more than a second: a run stays below one request a second. */
const PACE_MS = 1100;
const ANSWER_MS = 30_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Sends requests one after another, less than one a second. */
export class PacedClient {
	/** Requests that were sent so far. */
	sent = 0;
	#nextAt = -Infinity;

	constructor(
		private readonly time: RunTime,
		private readonly secrets: Secrets,
	) {}

	/**
	 * Sends a request when its turn has come; one that only reads once more, if its connection broke, as kept connections
	 * do at times. Redirects are not followed.
	 * @param signal ends the wait, and the request; without it the request goes to its end
	 * @throws NoAnswer when no whole answer came in time
	 */
	async send(request: SentRequest, signal?: AbortSignal): Promise<Received> {
		return await this.#sendOnce(request, signal).catch((error: unknown) => {
			if (!(error instanceof BrokenConnection) || request.isRead !== true) throw error;
			return this.#sendOnce(request, signal);
		});
	}

	async #sendOnce(request: SentRequest, signal?: AbortSignal): Promise<Received> {
		const { now } = this.time;
		await this.time.sleep(Math.max(0, this.#nextAt - now()), signal);
		if (signal?.aborted) throw new NoAnswer('the run was stopped');
		this.sent += 1;
		try {
			return await this.#exchange(request, signal);
		} catch (error) {
			if (error instanceof NoAnswer) throw error;
			if (signal?.aborted) throw new NoAnswer('the run was stopped');
			throw describeFault(error);
		} finally {
			// From its end, so that the next one does not arrive earlier however long this one was on its way.
			this.#nextAt = now() + PACE_MS;
		}
	}

	async #exchange(
		{ url, method, headers, body }: SentRequest,
		signal?: AbortSignal,
	): Promise<Received> {
		const limit = this.time.timeout(ANSWER_MS);
		const response = await fetch(url, {
			method,
			headers,
			body,
			redirect: 'manual',
			signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
		});
		const text = await readText(response);
		const json = parse(text);
		this.secrets.learn(json);
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			text,
			json,
			receivedAtMs: this.time.now(),
		};
	}
}

async function readText({ body }: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body ?? []) {
		bytes += chunk.length;
		if (bytes > MOST_BYTES) throw new NoAnswer('the answer is larger than 16 MB');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function describeFault(error: unknown): NoAnswer {
	if (!(error instanceof Error)) return new NoAnswer('no answer came');
	if (error.name === 'TimeoutError') {
		return new NoAnswer(`no whole answer within ${ANSWER_MS / 1000} s`);
	}
	const { cause } = error;
	const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
	return new BrokenConnection(code === '' ? 'no answer came' : `no answer (${String(code)})`);
}

/** The real time. */
export const realTime: RunTime = {
	now: () => performance.timeOrigin + performance.now(),
	timeout: (ms) => AbortSignal.timeout(ms),
	sleep: (ms, signal) =>
		new Promise((resolve) => {
			const timer = setTimeout(done, ms);
			signal?.addEventListener('abort', done, { once: true });
			if (signal?.aborted) done();
			function done(): void {
				clearTimeout(timer);
				signal?.removeEventListener('abort', done);
				resolve();
			}
		}),
};
