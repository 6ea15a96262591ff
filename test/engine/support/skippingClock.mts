import { AsyncResource } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

/*
 * Time in a process of tests: the time this process has worked, so that other processes on the
 * machine make nothing late, and no waiting. Whenever nothing more happens until a timer fires, time
 * skips to that timer. Both sides of every connection are in this process, so nothing else could
 * happen meanwhile.
 */

interface Timer {
	/** When it fires, in milliseconds of this clock. */
	at: number;
	fire: () => void;
	/** Whether somebody waits for it; others, such as time limits, matter while a request is under way or in passing. */
	isAwaited: boolean;
}

type Callback = (...args: unknown[]) => void;

/** After so many turns of the event loop without an event, nothing but a timer is expected. */
const QUIET_TURNS = 10;

/** The same before a timer fires that would end a request: turns are a millisecond then, for a busy machine. */
const QUIET_TURNS_OF_REQUEST = QUIET_TURNS + 10;

/** Work that causes no event yet, mostly of other threads and processes: time does not skip, but passes meanwhile. */
const AT_WORK = /^(FSReq|GetAddrInfo|TCPConnect|Process|Worker|Immediate)/;

const { setTimeout: soon, clearTimeout: stop, Date: RealDate } = globalThis;
const realNow = performance.now.bind(performance);
const startMs = RealDate.now();

const timers = new Set<Timer>();
/** No timer is due before this. */
let nextAt = Infinity;
let skippedMs = 0;
let requests = 0;
let isWatching = false;

const now = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000 + skippedMs;
};
const wallMs = (): number => startMs + Math.floor(now());

/** The events that the loop has handled. */
const events = (): number => performance.nodeTiming.uvMetricsInfo?.events ?? NaN;

function start(timer: Timer): Timer {
	timers.add(timer);
	nextAt = Math.min(nextAt, timer.at);
	if (!isWatching) {
		isWatching = true;
		soon(() => void watch(), 1);
	}
	return timer;
}

async function watch(): Promise<void> {
	for (let quiet = 0; timers.size > 0; ) {
		const [seen, before] = [events(), realNow()];
		await new Promise((resolve) => {
			if (quiet < QUIET_TURNS) setImmediate(resolve);
			else soon(resolve, 1);
		});
		// Node.js before 20.18 counts no events: there, time passes as it does.
		quiet = events() === seen || Number.isNaN(seen) ? quiet + 1 : 0;
		if (quiet >= QUIET_TURNS) {
			if (Number.isNaN(seen) || isAtWork()) skippedMs += realNow() - before;
			else skip(quiet);
		}
		if (await fireDue()) quiet = 0;
	}
	isWatching = false;
}

const isAtWork = (): boolean => process.getActiveResourcesInfo().some((name) => AT_WORK.test(name));

function skip(quietTurns: number): void {
	let next: Timer | undefined;
	let isAnyAwaited = false;
	for (const timer of timers) {
		if (next === undefined || timer.at < next.at) next = timer;
		isAnyAwaited ||= timer.isAwaited;
	}
	if (next === undefined || (!isAnyAwaited && requests === 0)) return;
	if (requests > 0 && !next.isAwaited && quietTurns < QUIET_TURNS_OF_REQUEST) return;
	skippedMs += Math.max(0, next.at - now());
}

/** Fires the timers that are due. @returns whether there were any */
async function fireDue(): Promise<boolean> {
	const time = now();
	if (time < nextAt) return false;
	const due: Timer[] = [];
	nextAt = Infinity;
	for (const timer of timers) {
		if (timer.at <= time) due.push(timer);
		else nextAt = Math.min(nextAt, timer.at);
	}
	due.sort((a, b) => a.at - b.at);
	for (const timer of due) {
		// One that fired before may have stopped or refreshed it.
		if (!timers.has(timer) || timer.at > now()) continue;
		timers.delete(timer);
		try {
			timer.fire();
		} catch (error) {
			soon(() => {
				throw error;
			});
		}
		await undefined;
	}
	return due.length > 0;
}

/** What `setTimeout` and `setInterval` return. */
class Timeout {
	private readonly timer: Timer;

	constructor(
		callback: Callback,
		private readonly ms: number,
		args: unknown[],
		repeats: boolean,
	) {
		const call = AsyncResource.bind(() => callback(...args));
		const fire = (): void => {
			if (repeats) this.refresh();
			call();
		};
		this.timer = start({ at: now() + ms, fire, isAwaited: true });
	}

	refresh(): this {
		this.timer.at = now() + this.ms;
		start(this.timer);
		return this;
	}

	ref(): this {
		this.timer.isAwaited = true;
		return this;
	}

	unref(): this {
		this.timer.isAwaited = false;
		return this;
	}

	hasRef(): boolean {
		return this.timer.isAwaited;
	}

	close(): this {
		timers.delete(this.timer);
		return this;
	}
}

const set = (callback: Callback, ms = 0, ...args: unknown[]): unknown =>
	new Timeout(callback, Math.max(1, ms), args, false);
const setRepeated = (callback: Callback, ms = 0, ...args: unknown[]): unknown =>
	new Timeout(callback, Math.max(1, ms), args, true);
const clear = (timer: unknown): void => {
	if (timer instanceof Timeout) timer.close();
	else stop(timer as NodeJS.Timeout);
};
Object.defineProperty(set, promisify.custom, {
	value: async (ms: number, value: unknown) =>
		await new Promise((resolve) => void set(() => resolve(value), ms)),
});

/** What ends a socket that is idle, by socket. */
const idleTimers = new WeakMap<Socket, Timer>();

interface SocketInside {
	_onTimeout(): void;
	_unrefTimer(): void;
	timeout?: number;
}

function setIdleTimeout(this: Socket & SocketInside, ms: number, callback?: () => void): Socket {
	this.timeout = ms;
	const timer = idleTimers.get(this);
	if (timer !== undefined) timers.delete(timer);
	idleTimers.delete(this);
	if (ms === 0) {
		if (callback !== undefined) this.removeListener('timeout', callback);
		return this;
	}
	const fire = AsyncResource.bind(() => {
		if (!this.destroyed) this._onTimeout();
	});
	idleTimers.set(this, start({ at: now() + ms, fire, isAwaited: false }));
	if (callback !== undefined) this.once('timeout', callback);
	return this;
}

const inside = Socket.prototype as unknown as SocketInside;
const unrefTimer = inside._unrefTimer;
function delayIdleTimeout(this: Socket & SocketInside): void {
	unrefTimer.call(this);
	const timer = idleTimers.get(this);
	if (timer === undefined) return;
	timer.at = now() + (this.timeout ?? 0);
	start(timer);
}

function abortAfter(ms: number): AbortSignal {
	const controller = new AbortController();
	const fire = (): void =>
		controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
	start({ at: now() + ms, fire, isAwaited: false });
	return controller.signal;
}

/** Dates of this clock; everything else of dates is as it is. */
const SkippingDate: DateConstructor = new Proxy(RealDate, {
	construct: (target, args: [], newTarget) =>
		Reflect.construct(
			target,
			args.length === 0 ? [wallMs()] : args,
			newTarget === SkippingDate ? target : newTarget,
		) as Date,
	apply: () => new RealDate(wallMs()).toString(),
	get: (target, key) => (key === 'now' ? wallMs : (Reflect.get(target, key) as unknown)),
});

subscribe('http.client.request.start', (message) => {
	requests += 1;
	(message as { request: ClientRequest }).request.once('close', () => (requests -= 1));
});
// Node.js takes the date of an answer from the machine.
subscribe('http.server.request.start', (message) => {
	const { response } = message as { response: ServerResponse };
	response.setHeader('date', new SkippingDate().toUTCString());
});
Object.assign(globalThis, {
	setTimeout: set,
	setInterval: setRepeated,
	clearTimeout: clear,
	clearInterval: clear,
	Date: SkippingDate,
});
Object.assign(performance, { now });
Object.assign(AbortSignal, { timeout: abortAfter });
Object.assign(Socket.prototype, { setTimeout: setIdleTimeout, _unrefTimer: delayIdleTimeout });
