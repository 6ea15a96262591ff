import { describe, expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import type { Ending, RetryOptions } from '../../../nodes/shared/scheduler/retryPolicy';
import type {
	CallToSend,
	HostOptions,
	Settled,
} from '../../../nodes/shared/scheduler/scheduledCall';
import { finish, settle, useStoppedTime } from '../fixtures/clock.mts';

useStoppedTime(0);

const RETRY: RetryOptions = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };

const HOUR_MS = 3_600_000;

/** The settings for the platform, and for node endpoints unless the user changes them. */
const PLATFORM: HostOptions = {
	maxConcurrency: 5,
	isAdaptive: false,
	callsPerSecond: Infinity,
	batchSize: 1,
};
const ENDPOINTS: HostOptions = { ...PLATFORM, maxConcurrency: Infinity, isAdaptive: true };

const ANSWERED: Ending = { kind: 'answered' };

const refused = (retryAfterMs?: number, mayHaveBeenProcessed = false): Ending => ({
	kind: 'refused',
	mayHaveBeenProcessed,
	retryAfterMs,
});

/** The server was reached, but is out of service. */
const failed = (retryAfterMs?: number): Ending => ({
	kind: 'failed',
	isReached: true,
	isTransient: true,
	mayHaveBeenProcessed: true,
	retryAfterMs,
});

/** No connection was made. */
const notSent = (isTransient = true): Ending => ({
	kind: 'failed',
	isReached: false,
	isTransient,
	mayHaveBeenProcessed: false,
});

/** A request as the server sees it. */
interface Seen {
	/** Milliseconds since the first call. */
	at: number;
	host: string;
	address: string;
	calls: string[];
}

/** Decides how a request ends: all of its calls in the same way, or one by one. */
type Server = (seen: Seen, count: number) => Ending | Ending[] | Promise<Ending | Ending[]>;

interface Details extends Partial<Omit<CallToSend<string, string>, 'retry'>> {
	retry?: Partial<RetryOptions>;
}

interface Options extends Partial<HostOptions> {
	cancel?: AbortSignal;
	random?: number;
}

/** The outcome of a call, and when it was settled; the helpers may have advanced time since. */
interface Done extends Settled<string> {
	at: number;
}

/** A run that sends to a scripted server and records everything. */
class Run {
	readonly seen: Seen[] = [];

	/** The highest number of requests that were in flight at the same time. */
	peak = 0;

	private inFlight = 0;

	private readonly startedAt = performance.now();

	private readonly scheduler: RequestScheduler;

	private readonly hostOptions: HostOptions;

	private readonly cancel?: AbortSignal;

	constructor(
		private readonly server: Server,
		{ cancel, random = 0, ...hostOptions }: Options = {},
	) {
		this.scheduler = new RequestScheduler({ clock: systemClock, random: () => random });
		this.cancel = cancel;
		this.hostOptions = { ...ENDPOINTS, ...hostOptions };
	}

	/** Makes a call; the reply names the request that it answered. */
	async call(name = 'a', { retry, ...details }: Details = {}): Promise<Done> {
		const host = details.host ?? 'A';
		const address = details.address ?? host;
		const call: CallToSend<string, string> = {
			payload: name,
			bytes: 10,
			host,
			address,
			group: address,
			isAlone: false,
			idempotent: true,
			...details,
			retry: { ...RETRY, ...retry },
			transport: {
				send: async (calls) => {
					const seen = { at: this.now(), host, address, calls: [...calls] };
					this.seen.push(seen);
					const reply = `reply ${this.seen.length}`;
					this.inFlight += 1;
					this.peak = Math.max(this.peak, this.inFlight);
					const end = await this.server(seen, this.seen.length);
					this.inFlight -= 1;
					const endings = Array.isArray(end) ? end : calls.map(() => end);
					return {
						ends: endings.map((ending) => ({ ending, reply })),
						isRefusedWhole: !Array.isArray(end),
					};
				},
			},
		};
		return { ...(await this.scheduler.run(call, this.hostOptions, this.cancel)), at: this.now() };
	}

	async calls(names: readonly string[], details: Details = {}): Promise<Done[]> {
		return await Promise.all(names.map(async (name) => await this.call(name, details)));
	}

	now(): number {
		return performance.now() - this.startedAt;
	}

	/** When requests to a host were sent. */
	times(host = 'A'): number[] {
		return this.seen.filter((each) => each.host === host).map(({ at }) => at);
	}

	/** Milliseconds between the requests to a host. */
	gaps(host = 'A'): number[] {
		const times = this.times(host);
		return times.slice(1).map((at, index) => at - times[index]);
	}

	/** The calls that were sent, request by request. */
	sent(): string[] {
		return this.seen.map(({ calls }) => calls.join(' '));
	}
}

/** Ends requests in turn with these endings; the last one is repeated. */
const inTurn =
	(...ends: Ending[]): Server =>
	(_, count) =>
		ends[Math.min(count, ends.length) - 1];

const lasting = async <T,>(milliseconds: number, value: T): Promise<T> => {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
	return value;
};

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n + 1}`);

/** When the last of several calls was settled. */
const lastAt = (settled: readonly Done[]): number => Math.max(...settled.map(({ at }) => at));

function expectReplies(settled: readonly Done[]): void {
	expect(settled.filter(({ conclusion }) => conclusion !== 'replied')).toEqual([]);
}

/** Tracks a call: `undefined` until it is settled. */
function follow(work: Promise<Done>): { settled?: Done } {
	const seen: { settled?: Done } = {};
	void work.then((settled) => {
		seen.settled = settled;
	});
	return seen;
}

describe('a call', () => {
	it('that is answered is sent once', async () => {
		const run = new Run(inTurn(ANSWERED));
		expect(await finish(run.call())).toEqual({
			conclusion: 'replied',
			reply: 'reply 1',
			attempts: 1,
			at: 0,
			replyBefore: undefined,
			mayHaveBeenProcessedBefore: false,
			durationMs: 0,
			retryAfterMs: 0,
			isHostDown: false,
		});
		expect(run.seen).toHaveLength(1);
	});

	it.each<[string, Ending, number]>([
		['meets a transient fault', failed(), 0],
		['meets a transient fault', failed(), 1],
		['is rejected', refused(), 0],
	])('that %s is repeated after longer and longer waits', async (_, ending, random) => {
		const run = new Run(inTurn(ending), { random });
		const settled = await finish(run.call());
		expect(settled).toMatchObject({ conclusion: 'retriesUsedUp', reply: 'reply 5', attempts: 5 });
		const waits = [75, 225, 675, 2025].map((usual) => usual * (1 + random / 4));
		expect(run.gaps().map(Math.floor)).toEqual(waits.map(Math.ceil));
	});

	it('reports how long only its last attempt took', async () => {
		const run = new Run(async (_, count) =>
			count === 1 ? await lasting(3000, failed()) : await lasting(70, ANSWERED),
		);
		expect((await finish(run.call())).durationMs).toBe(70);
	});

	it.each<[string, Ending[], boolean]>([
		['at once', [ANSWERED], false],
		['after a failure', [failed(), ANSWERED], true],
		['after a failure and a rejection', [failed(), refused(), ANSWERED], true],
		['after a failure and no connection', [failed(), notSent(), ANSWERED], true],
		['after a rejection', [refused(), ANSWERED], false],
		['after no connection', [notSent(), ANSWERED], false],
	])(
		'that is answered %s: a previous attempt may have been processed: %s',
		async (_, ends, mayHaveBeenProcessedBefore) => {
			const settled = await finish(new Run(inTurn(...ends)).call());
			const replied = { conclusion: 'replied', reply: `reply ${ends.length}` };
			expect(settled).toMatchObject({ ...replied, mayHaveBeenProcessedBefore });
		},
	);
});

it('a call that must not be processed twice is repeated until an attempt may have been processed', async () => {
	const run = new Run(inTurn(refused(), notSent(), failed(), ANSWERED));
	const settled = await finish(run.call('a', { idempotent: false }));
	expect(settled).toMatchObject({ conclusion: 'replied', reply: 'reply 3', attempts: 3 });
});

describe.each<[string, (retryAfterMs: number) => Ending]>([
	['a rejection', refused],
	['a failure', failed],
])('a wait the server asks for with %s', (_, asking) => {
	it.each([1, 413, 299_000])('of %d ms is waited for in full', async (asked) => {
		const run = new Run(inTurn(asking(asked), ANSWERED), { random: 0.99 });
		await finish(run.call());
		expect(run.gaps()[0]).toBeGreaterThanOrEqual(asked);
		expect(run.gaps()[0]).toBeLessThan(Math.max(100, asked + 5));
	});

	it("is accepted up to the user's limit, whatever jitter adds", async () => {
		const run = new Run(inTurn(asking(300_000), ANSWERED), { random: 1 });
		expect(await finish(run.call())).toMatchObject({ conclusion: 'replied', attempts: 2 });
	});

	it('ends the call with the requested time where that is longer', async () => {
		const run = new Run(inTurn(asking(300_001), ANSWERED));
		const ended = { conclusion: 'waitTooLong', reply: 'reply 1', attempts: 1 };
		expect(await finish(run.call())).toMatchObject({ ...ended, retryAfterMs: 300_001 });
	});

	it('delays every request to that host, and none to another', async () => {
		const run = new Run(({ host, at }) => (host === 'A' && at < 5000 ? asking(5000) : ANSWERED));
		const first = run.call('1');
		await settle();
		const others = ['2', '3', '4'].map(async (name) => await run.call(name));
		const elsewhere = run.call('5', { host: 'B' });
		await vi.advanceTimersByTimeAsync(3000);
		const late = run.call('6');
		await finish(Promise.all([first, ...others, elsewhere, late]));
		expect(run.times('B')).toEqual([0]);
		expect(run.times()).toHaveLength(6);
		expect(Math.min(...run.times().slice(1))).toBeGreaterThanOrEqual(5000);
	});

	it.each<[string, Partial<RetryOptions>]>([
		['may not be repeated', { maxRetries: 0 }],
		['does not accept it', { maxRetryWaitMs: 1000 }],
	])('delays the others even if the call %s', async (__, retry) => {
		const run = new Run(({ at }) => (at < 5000 ? asking(5000) : ANSWERED));
		expect((await finish(run.call('1', { retry }))).attempts).toBe(1);
		expect(await finish(run.call('2'))).toMatchObject({ conclusion: 'replied', attempts: 1 });
		expect(run.gaps()[0]).toBeGreaterThanOrEqual(5000);
	});

	it('ends calls that were never sent where it is longer than accepted, with its time', async () => {
		const run = new Run(inTurn(asking(600_000)), PLATFORM);
		const patient = follow(run.call('patient', { retry: { maxRetryWaitMs: 900_000 } }));
		await settle();
		const others = await finish(run.calls(['1', '2']));
		for (const each of others) {
			expect(each).toMatchObject({ conclusion: 'pauseTooLong', reply: undefined, attempts: 0 });
			expect(each.retryAfterMs).toBeGreaterThan(599_000);
		}
		expect(lastAt(others)).toBeLessThan(100);
		expect(patient.settled).toBeUndefined();
		expect(run.seen).toHaveLength(1);
	});
});

describe('a wait the server asks for', () => {
	it('is not shortened by a shorter one, but extended by a longer one', async () => {
		const waits = [1000, 10, 3000];
		const run = new Run(async ({ at }, count) =>
			at < 1000 ? await lasting(count * 10, refused(waits[count - 1])) : ANSWERED,
		);
		await finish(run.calls(['1', '2', '3']));
		expect(run.times().slice(0, 3)).toEqual([0, 0, 0]);
		expect(run.times()[3]).toBeGreaterThanOrEqual(3030);
	});

	it('is respected by an address even where the host has one limit for all of them', async () => {
		const run = new Run(async ({ address, calls: [name], at }) => {
			// The later success of this address shows that the limit is shared.
			if (address === 'y') return at < 9000 ? refused() : ANSWERED;
			if (address === 'x' || at >= 1000) return ANSWERED;
			if (name === 'z1') return await lasting(10, refused());
			return name === 'z2' ? await lasting(20, refused(5000)) : await lasting(30, ANSWERED);
		});
		const work = [run.calls(numbered(100), { address: 'x' }), run.calls(['y'], { address: 'y' })];
		await vi.advanceTimersByTimeAsync(300);
		work.push(run.calls(['z1', 'z2', 'z3'], { address: 'z' }));
		expectReplies((await finish(Promise.all(work))).flat());
		const times = run.seen.filter(({ address }) => address === 'z').map(({ at }) => at);
		expect(times.slice(0, 3)).toEqual([300, 300, 300]);
		expect(times.slice(3).filter((at) => at < 320 + 5000)).toEqual([]);
	});

	it('applies to all groups of calls to an address, until nothing has called it for an hour', async () => {
		const run = new Run(inTurn(refused(3 * HOUR_MS), ANSWERED));
		expect(await finish(run.call())).toMatchObject({ conclusion: 'waitTooLong' });
		await vi.advanceTimersByTimeAsync(HOUR_MS - 1000);
		const soon = run.call('2', { group: 'another' });
		expect(await finish(soon)).toMatchObject({ conclusion: 'pauseTooLong', attempts: 0 });
		await vi.advanceTimersByTimeAsync(HOUR_MS + 1000);
		expect(await finish(run.call('3'))).toMatchObject({ conclusion: 'replied', attempts: 1 });
	});

	it('does not hold back a call that ignores it, and no longer the others', async () => {
		const run = new Run(inTurn(refused(HOUR_MS), refused(HOUR_MS), ANSWERED));
		expect(await finish(run.call())).toMatchObject({ conclusion: 'waitTooLong' });
		const again = run.call('2', { ignoresWait: true });
		expect(await finish(again)).toMatchObject({ conclusion: 'waitTooLong', attempts: 1 });
		expect(await finish(run.call('3'))).toMatchObject({ conclusion: 'pauseTooLong', attempts: 0 });
		const last = run.call('4', { ignoresWait: true });
		expect(await finish(last)).toMatchObject({ conclusion: 'replied', attempts: 1 });
		expect(await finish(run.call('5'))).toMatchObject({ conclusion: 'replied', attempts: 1 });
	});

	it.each([
		['binds that address where one of five was asked', 1, 1000],
		['binds the host where two of five were asked', 2, 9000],
	])('%s', async (_, asked, lastMs) => {
		let answered = 0;
		const run = new Run(
			async ({ address, at }) => {
				if (Number(address) <= asked && at < 9000) return await lasting(10, refused(9000));
				answered += 1;
				return await lasting(10, ANSWERED);
			},
			{ batchSize: 1, maxConcurrency: 5 },
		);
		const work = numbered(5).map(
			async (address) => await run.calls(numbered(40), { host: 'A', address }),
		);
		const settled = await finish(Promise.all(work));
		expectReplies(settled.flat());
		const others = lastAt(settled.slice(asked).flat());
		if (asked === 1) expect(others).toBeLessThan(lastMs);
		else expect(others).toBeGreaterThanOrEqual(lastMs);
		expect(answered).toBe(200);
	});

	it('longer than accepted ends later calls even where only one call of a batch was rejected', async () => {
		const run = new Run(() => [ANSWERED, refused(600_000)], { batchSize: 2 });
		const first = run.calls(['1', '2'], { retry: { maxRetryWaitMs: 900_000 } });
		await settle();
		const later = follow(run.call('3'));
		await vi.advanceTimersByTimeAsync(100);
		expect(later.settled).toMatchObject({ conclusion: 'pauseTooLong', attempts: 0 });
		expect(run.sent()).toEqual(['1 2']);
		void first;
	});

	it('longer than accepted also ends a call that was in flight and fails after the rejection', async () => {
		const run = new Run(
			async ({ calls: [name] }) =>
				await (name === '1' ? lasting(10, refused(600_000)) : lasting(20, failed())),
			PLATFORM,
		);
		const settled = await finish(run.calls(['1', '2']));
		expect(settled).toMatchObject([{ conclusion: 'waitTooLong' }, { conclusion: 'pauseTooLong' }]);
		expect(lastAt(settled)).toBeLessThan(100);
		expect(run.seen).toHaveLength(2);
	});
});

describe('rejections', () => {
	it('use up no retry while others succeed', async () => {
		// Every fourth call succeeds, because others use most of the limit.
		let count = 0;
		const run = new Run(({ calls }) =>
			calls.map(() => {
				count += 1;
				return count % 4 === 0 ? ANSWERED : refused(50);
			}),
		);
		const settled = await finish(run.calls(numbered(40), { retry: { maxRetries: 3 } }));
		expectReplies(settled);
		expect(Math.max(...settled.map(({ attempts }) => attempts))).toBeGreaterThan(4);
	});

	it('end calls that others wait behind, once nothing succeeds', async () => {
		const run = new Run(inTurn(refused()), PLATFORM);
		const settled = await finish(run.calls(numbered(100)));
		for (const { conclusion, reply } of settled) {
			expect(['othersRefused', 'retriesUsedUp']).toContain(conclusion);
			expect(reply).toMatch(/^reply/);
		}
		// The first ones that were sent together, and then one after the other.
		expect(run.seen.length).toBeLessThan(5 + 30);
		expect(lastAt(settled)).toBeLessThan(12_000);
		// Those that were sent keep their own reply, the others get the last one.
		const replies = settled.map(({ reply }) => reply);
		expect(replies.slice(0, 5)).toEqual(numbered(5).map((number) => `reply ${number}`));
		const last = run.seen.length;
		expect(new Set(replies.slice(last))).toEqual(new Set([`reply ${last}`]));
	});

	it.each([
		['a single address, for 10 s', 1, 10_000],
		['several, which others may use up, for a minute', 6, 60_000],
	])('are waited for where nothing ever succeeded: %s', async (_, addresses, leastMs) => {
		const run = new Run(inTurn(refused()), { batchSize: 1 });
		const work = numbered(addresses).map(
			async (address) => await run.calls(numbered(40), { host: 'A', address }),
		);
		const settled = await finish(Promise.all(work));
		const waited = settled.flat().filter(({ conclusion }) => conclusion === 'othersRefused');
		expect(waited.length).toBeGreaterThan(0);
		expect(Math.min(...waited.map(({ at }) => at))).toBeGreaterThan(leastMs);
		expect(lastAt(waited)).toBeLessThan(1.1 * leastMs + 2000);
	});

	it('of an address with a limit of its own do not slow down the others of its host', async () => {
		let passed = 0;
		const run = new Run(
			async ({ address }) => {
				if (address !== 'limited') return await lasting(10, ANSWERED);
				passed += 1;
				return await lasting(10, passed === 1 ? ANSWERED : refused());
			},
			{ batchSize: 1 },
		);
		const limited = run.calls(numbered(40), { host: 'A', address: 'limited' });
		const others = numbered(60).map(
			async (address) => await run.calls(numbered(10), { host: 'A', address }),
		);
		const settled = (await finish(Promise.all(others))).flat();
		expectReplies(settled);
		expect(lastAt(settled)).toBeLessThan(500);
		await finish(limited);
	});

	it('do not end a call that comes while another one tests the server', async () => {
		const run = new Run(
			async ({ at }) => (at < 10_000 ? refused() : await lasting(1000, ANSWERED)),
			PLATFORM,
		);
		await finish(run.calls(numbered(10)));
		await vi.advanceTimersByTimeAsync(20_000);
		const work = [run.call('1')];
		await vi.advanceTimersByTimeAsync(500);
		expectReplies(await finish(Promise.all([...work, run.call('2')])));
	});

	it('of some addresses do not delay others while nothing has got through to their host', async () => {
		const run = new Run(
			async ({ address }) => (address === 'good' ? await lasting(50, ANSWERED) : refused()),
			{ batchSize: 1 },
		);
		const others = numbered(20).map(
			async (address) => await run.call(address, { host: 'A', address }),
		);
		await vi.advanceTimersByTimeAsync(2500);
		const good = await finish(run.calls(numbered(20), { host: 'A', address: 'good' }));
		expect(lastAt(good)).toBe(2500 + 50);
		await finish(Promise.all(others));
	});

	it.each<[string, (number: number) => boolean, Ending]>([
		['rejected, the first of all', (number) => number <= 10, refused()],
		['rejected, among the others', (number) => number % 21 === 0, refused()],
		['rejected with a wait', (number) => number % 21 === 0, refused(1000)],
		['out of service', (number) => number % 21 === 0, failed()],
	])('of a few addresses among many do not hold up the run: %s', async (_, isBad, ending) => {
		const run = new Run(
			async ({ address }) => await lasting(10, isBad(Number(address)) ? ending : ANSWERED),
		);
		const settled = await finish(
			Promise.all(
				numbered(210).map(async (address) => await run.call('a', { host: 'A', address })),
			),
		);
		const bad = settled.filter((__, index) => isBad(index + 1));
		const good = settled.filter((__, index) => !isBad(index + 1));
		expectReplies(good);
		expect(lastAt(good)).toBeLessThan(100);
		expect(lastAt(bad)).toBeLessThan(12_000);
		for (const { conclusion, reply, isHostDown } of bad) {
			expect(['retriesUsedUp', 'othersRefused']).toContain(conclusion);
			expect(reply).toMatch('reply');
			expect(isHostDown).toBe(false);
		}
	});

	it('because a limit for a minute is used up are no reasons of an address', async () => {
		let left = 300;
		const run = new Run(async () => {
			left -= 1;
			return await lasting(10, left >= 0 ? ANSWERED : refused());
		});
		setTimeout(() => {
			left = 300;
		}, 60_000);
		const settled = await finish(
			Promise.all(
				numbered(310).map(async (address) => await run.call('a', { host: 'A', address })),
			),
		);
		expectReplies(settled);
	});

	it('say so where nothing gets through at the host', async () => {
		const run = new Run(async () => await lasting(10, failed()));
		const down = numbered(20).map(async (address) => await run.call('a', { host: 'A', address }));
		for (const { isHostDown } of await finish(Promise.all(down))) expect(isHostDown).toBe(true);
	});

	it('at addresses where nothing ever succeeded let other addresses go first', async () => {
		const run = new Run(
			async ({ address }, count) =>
				address === 'y' ? await lasting(1000, ANSWERED) : count <= 2 ? refused() : ANSWERED,
			{ maxConcurrency: 1 },
		);
		const work = ['x', 'z', 'y'].map(
			async (address) =>
				await run.calls(address === 'y' ? ['y1', 'y2'] : [address], { host: 'A', address }),
		);
		expectReplies((await finish(Promise.all(work))).flat());
		expect(run.sent()).toEqual(['x', 'z', 'y1', 'y2', 'x', 'z']);
	});
});

describe('what is in flight', () => {
	it.each([5, 50])('is bounded for each host, first come, first served: %d', async (most) => {
		const run = new Run(async () => await lasting(10, ANSWERED), {
			...PLATFORM,
			maxConcurrency: most,
		});
		const settled = await finish(run.calls(numbered(100)));
		expect(run.peak).toBe(most);
		expect(run.times().filter((at) => at === 0)).toHaveLength(most);
		expect(run.sent()).toEqual(numbered(100));
		expectReplies(settled);
	});

	it.each<[string, Ending]>([
		['refuses', notSent()],
		['breaks', failed()],
	])('may be more than can be handled by a host that %s connections', async (_, ending) => {
		// More than eight at once are too many.
		let inFlight = 0;
		const run = new Run(async () => {
			inFlight += 1;
			const isTooMuch = inFlight > 8;
			await lasting(20, undefined);
			inFlight -= 1;
			return isTooMuch ? ending : ANSWERED;
		});
		const settled = await finish(run.calls(numbered(500)));
		expectReplies(settled);
	});

	it('to one host does not delay another', async () => {
		const run = new Run(async ({ host }) => await lasting(host === 'A' ? 5000 : 10, ANSWERED), {
			maxConcurrency: 1,
		});
		const slow = run.calls(['1', '2']);
		expect((await finish(run.call('3', { host: 'B' }))).at).toBeLessThan(20);
		await finish(slow);
	});

	it('is bounded for the whole run, and what waits is sent when there is room', async () => {
		const run = new Run(async () => await lasting(20, ANSWERED), { maxConcurrency: 50 });
		const work = numbered(20).map(
			async (host) => await run.calls(numbered(100), { host, address: host }),
		);
		const settled = await finish(Promise.all(work));
		expect(run.peak).toBe(512);
		expectReplies(settled.flat());
	});

	it('goes in turn with those to other hosts, however many there are', async () => {
		const run = new Run(async () => await lasting(1000, ANSWERED), { maxConcurrency: 1 });
		const work = numbered(600).map(async (host) => await run.calls(numbered(5), { host }));
		const last = await finish(run.call('1', { host: 'last' }));
		expect(last.at).toBeLessThan(3000);
		await finish(Promise.all(work));
	});

	it('that hangs does not delay the others at its host', async () => {
		const run = new Run(async ({ calls }) =>
			calls[0].startsWith('slow') ? await lasting(10_000, ANSWERED) : await lasting(10, ANSWERED),
		);
		const slow = run.calls(Array.from({ length: 100 }, (_, n) => `slow ${n}`));
		expect(lastAt(await finish(run.calls(numbered(100))))).toBeLessThan(5000);
		await finish(slow);
	});

	it.each<[string, Ending, string]>([
		['failed at its address', failed(), 'x'],
		['could not reach another address of its host', notSent(), 'y'],
	])('that hangs does not delay a call that %s', async (_, ending, address) => {
		const run = new Run(async ({ calls }, count) => {
			if (calls[0] === 'slow') return await lasting(20_000, ANSWERED);
			return count === 2 ? ending : ANSWERED;
		});
		const slow = run.call('slow', { host: 'A', address: 'x' });
		await settle();
		const quick = await finish(run.call('quick', { host: 'A', address }));
		expect(quick).toMatchObject({ conclusion: 'replied', attempts: 2 });
		expect(quick.at).toBeLessThan(1000);
		await finish(slow);
	});
});

describe('calls of a group', () => {
	it.each([
		[10, 4, ['1 2 3 4', '5 6 7 8', '9 10']],
		[3, 1, ['1', '2', '3']],
		[3, 100, ['1 2 3']],
	])('%d of them are sent in batches of %d', async (count, batchSize, sent) => {
		const run = new Run(inTurn(ANSWERED), { batchSize });
		await finish(run.calls(numbered(count)));
		expect(run.sent()).toEqual(sent);
	});

	it.each<[string, (n: number) => Details, string[]]>([
		[
			'are not sent together with those of other groups',
			(n) => ({ host: 'A', address: n % 2 === 0 ? 'x' : 'y' }),
			['1 3 5', '2 4 6'],
		],
		[
			'that have to be sent alone are, and in order',
			(n) => ({ isAlone: n === 0 || n === 3 }),
			['1', '2 3', '4', '5 6'],
		],
	])('%s', async (_, detailsOf, sent) => {
		const run = new Run(inTurn(ANSWERED), { batchSize: 10 });
		await finish(
			Promise.all(numbered(6).map(async (name, n) => await run.call(name, detailsOf(n)))),
		);
		expect(run.sent()).toEqual(sent);
	});

	it('that were left out are sent again alone, and use up no retry', async () => {
		const run = new Run(
			({ calls }) =>
				calls.map((call) => (call === '2' && calls.length > 1 ? { kind: 'skipped' } : ANSWERED)),
			{ batchSize: 10 },
		);
		const settled = await finish(run.calls(numbered(4), { retry: { maxRetries: 0 } }));
		expect(run.sent()).toEqual(['1 2 3 4', '2']);
		expect(settled.map(({ attempts }) => attempts)).toEqual([1, 2, 1, 1]);
	});

	it('that were rejected one by one are sent again without the others', async () => {
		const run = new Run(
			({ calls }, count) =>
				calls.map((call) => (count === 1 && Number(call) % 2 === 0 ? refused(100) : ANSWERED)),
			{ batchSize: 10 },
		);
		await finish(run.calls(numbered(6)));
		expect(run.sent()[0]).toBe('1 2 3 4 5 6');
		expect(run.sent().slice(1).join(' ')).toBe('2 4 6');
	});

	it('that were not answered are sent again in smaller parts, so that one does not keep the others from their answers', async () => {
		const run = new Run(({ calls }) => (calls.includes('7') ? failed() : ANSWERED), {
			batchSize: 100,
		});
		const settled = await finish(run.calls(numbered(100)));
		const bad = settled.filter(({ conclusion }) => conclusion !== 'replied');
		expect(bad).toHaveLength(1);
		expect(settled.indexOf(bad[0])).toBe(6);
		// Whole, in tenths, that tenth one by one, and the bad one with four retries, the last after a probe.
		expect(run.seen.length).toBeLessThanOrEqual(1 + 10 + 10 + 4 + 1);
		// The size of batches stays what it was: after a probe the others share a request.
		expectReplies(await finish(run.calls(Array<string>(100).fill('x'))));
		expect(run.seen[run.seen.length - 1].calls).toHaveLength(99);
	});

	it('are sent in smaller batches once all parts of one are answered, and larger ones are tried later', async () => {
		const run = new Run(({ calls }) => (calls.length > 10 ? failed() : ANSWERED), {
			batchSize: 100,
			maxConcurrency: 1,
		});
		expectReplies(await finish(run.calls(numbered(150))));
		const sizes = run.seen.map(({ calls }) => calls.length);
		expect(sizes.filter((size) => size > 10).length).toBeLessThan(4);
		expect(sizes.length).toBeLessThan(40);
	});

	it('that were separated are not sent together again after a rejection', async () => {
		let isRefused = false;
		const run = new Run(
			({ calls }) => {
				if (!calls.includes('7')) return ANSWERED;
				if (calls.length > 1) return failed();
				isRefused = !isRefused;
				return isRefused ? refused() : ANSWERED;
			},
			{ batchSize: 100 },
		);
		expectReplies(await finish(run.calls(numbered(100))));
		const withIt = run.seen.filter(({ calls }) => calls.includes('7'));
		expect(withIt.map(({ calls }) => calls.length)).toEqual([100, 10, 1, 1]);
	});

	it('are sent one by one to a server that does not support batches, which is seldom tried again', async () => {
		const run = new Run(({ calls }) => (calls.length > 1 ? { kind: 'skipped' } : ANSWERED), {
			batchSize: 100,
			maxConcurrency: 1,
		});
		expectReplies(await finish(run.calls(numbered(300))));
		expect(run.seen.filter(({ calls }) => calls.length > 1).length).toBeLessThan(8);
	});

	it('are split in only one batch while the host has never answered', async () => {
		const run = new Run(inTurn(failed()), { batchSize: 10 });
		await finish(run.calls(numbered(100)));
		const parts = run.seen.filter(({ calls }) => calls.length < 10).flatMap(({ calls }) => calls);
		// Each probe may be another call, and they go on for as long as those of a call alone.
		expect(new Set(parts).size).toBeLessThanOrEqual(16);
	});

	it('are not sent in smaller batches for the rest of the run after two transient faults', async () => {
		const run = new Run((_, count) => (count === 1 || count === 30 ? failed() : ANSWERED), {
			batchSize: 100,
			maxConcurrency: 4,
		});
		expectReplies(await finish(run.calls(numbered(5000))));
		// Fifty would be enough without a fault.
		expect(run.seen.length).toBeLessThan(500);
	});
});

describe('a host that is down', () => {
	it.each<[string, Ending]>([
		['out of service', failed()],
		['unreachable', notSent()],
	])('gets few more requests than there are calls: %s', async (_, ending) => {
		const run = new Run(inTurn(ending));
		const settled = await finish(run.calls(numbered(500)));
		for (const { conclusion } of settled)
			expect(['retriesUsedUp', 'othersFailed']).toContain(conclusion);
		expect(run.seen.length).toBeLessThan(500);
		for (const { attempts, reply } of settled) {
			expect(attempts).toBeLessThan(5);
			expect(reply).toMatch(/^reply/);
		}
	});

	it('is waited for with four probes for each retry, since one backend of several may be down', async () => {
		let isFirst = true;
		let failures = 0;
		const run = new Run(
			async () => {
				if (isFirst) {
					isFirst = false;
					return ANSWERED;
				}
				failures += 1;
				return await lasting(1000, failures <= 16 ? failed() : ANSWERED);
			},
			{ batchSize: 1, maxConcurrency: 1 },
		);
		await finish(run.call('first'));
		expectReplies((await finish(run.calls(numbered(20)))).slice(16));
	});

	it('is waited for while requests are in flight that were sent before', async () => {
		// Twenty requests take all its places for nine seconds, and others are turned away until then.
		const run = new Run(async ({ at }, count) => {
			if (count <= 20) return await lasting(9000, ANSWERED);
			return at < 9000 ? failed() : ANSWERED;
		});
		expectReplies(await finish(run.calls(numbered(100))));
	});

	it('is not concluded from first faults of addresses beside those that work', async () => {
		const faults = new Map<string, number>();
		const run = new Run(({ address }) => {
			const before = faults.get(address) ?? 0;
			faults.set(address, before + 1);
			return before < 2 && address !== 'works' ? failed() : ANSWERED;
		});
		await finish(run.call('works', { host: 'A', address: 'works' }));
		const all = await finish(
			Promise.all(
				numbered(100).map(async (address) => await run.call(address, { host: 'A', address })),
			),
		);
		expectReplies(all);
		expect(lastAt(all)).toBeLessThan(5000);
	});

	it.each<[string, Ending, number, object]>([
		['does not affect other hosts', notSent(), 50, { host: 'B' }],
		['at one address does not affect its others', failed(), 50, { host: 'A', address: 'good' }],
		['for one address does not affect its others', refused(), 10, { host: 'A', address: 'good' }],
	])('%s', async (_, ending, count, elsewhere) => {
		const run = new Run(({ address }) => (address === 'bad' ? ending : ANSWERED));
		const down = run.calls(numbered(count), { host: 'A', address: 'bad' });
		const up = await finish(run.calls(numbered(count), elsewhere));
		expectReplies(up);
		expect(Math.max(...up.map(({ attempts }) => attempts))).toBe(1);
		expect(lastAt(up)).toBeLessThan(10);
		for (const { conclusion } of await finish(down)) expect(conclusion).not.toBe('replied');
	});
});

describe('a call that is to fail fast', () => {
	const FAST: Details = { failFast: true };

	it.each<[string, Ending]>([
		['failed', failed()],
		['was rejected', refused()],
		['was asked to wait', refused(5000)],
	])('is not repeated where it %s', async (_, ending) => {
		const run = new Run(inTurn(ending, ANSWERED));
		const settled = await finish(run.call('a', FAST));
		expect(settled).toMatchObject({ attempts: 1, reply: 'reply 1', at: 0 });
		expect(['retriesUsedUp', 'waitTooLong']).toContain(settled.conclusion);
	});

	it.each<[string, Ending[], string]>([
		['a wait that the server asked for', [refused(5000)], 'pauseTooLong'],
		['an outage', [failed()], 'othersFailed'],
		['a limit', [ANSWERED, refused()], 'othersRefused'],
	])('does not wait for %s', async (_, ends, conclusion) => {
		const run = new Run(inTurn(...ends, ANSWERED));
		for (let passed = 1; passed < ends.length; passed += 1) await run.call();
		const patient = run.call('patient');
		await settle();
		const fast = await run.call('fast', FAST);
		expect(fast).toMatchObject({ conclusion, attempts: 0, at: 0 });
		expect((await finish(patient)).conclusion).toBe('replied');
		await vi.advanceTimersByTimeAsync(10_000);
		expect(await finish(run.call('fast', FAST))).toMatchObject({ conclusion: 'replied' });
	});

	it('waits for others that are in flight', async () => {
		const run = new Run(async () => await lasting(1000, ANSWERED), { maxConcurrency: 1 });
		const settled = await finish(run.calls(['1', '2'], FAST));
		expectReplies(settled);
		expect(lastAt(settled)).toBe(2000);
	});

	it('is sent again alone where its batch left it out', async () => {
		const run = new Run(
			({ calls }) => calls.map(() => (calls.length > 1 ? { kind: 'skipped' } : ANSWERED)),
			{ batchSize: 10 },
		);
		expectReplies(await finish(run.calls(numbered(4), FAST)));
	});
});

describe('a number of calls per second that the user sets', () => {
	/** The highest number of calls in any span of this many milliseconds. */
	const mostWithin = (run: Run, windowMs: number): number => {
		const times = run.seen.flatMap(({ at, calls }) => calls.map(() => at));
		return Math.max(
			...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length),
		);
	};

	it.each([
		[10, 10, 1000],
		[25, 25, 1000],
		[0.5, 1, 2000],
		[2.5, 2, 800],
	])('of %d is respected as %d in %d ms', async (callsPerSecond, calls, windowMs) => {
		for (const batchSize of [1, 100]) {
			const run = new Run(async () => await lasting(5, ANSWERED), { callsPerSecond, batchSize });
			const settled = await finish(run.calls(numbered(calls * 4)));
			expectReplies(settled);
			expect(mostWithin(run, windowMs)).toBe(calls);
			expect(lastAt(settled)).toBeLessThan(windowMs * 3.1);
		}
	});
});

describe('a cancellation', () => {
	it.each<[string, Ending]>([
		['our own wait', failed()],
		['our own pause', refused()],
		['the wait the server asked for', refused(60_000)],
		['the wait requested with a failure', failed(60_000)],
	])('ends %s at once', async (_, ending) => {
		const cancel = new AbortController();
		const run = new Run(inTurn(ending), { cancel: cancel.signal });
		const seen = follow(run.call());
		await vi.advanceTimersByTimeAsync(20);
		expect(seen.settled).toBeUndefined();
		cancel.abort();
		await settle();
		expect(seen.settled).toMatchObject({ conclusion: 'cancelled', reply: 'reply 1', attempts: 1 });
		expect(run.seen).toHaveLength(1);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('ends the wait for the second in which more may be sent', async () => {
		const cancel = new AbortController();
		const run = new Run(inTurn(ANSWERED), { callsPerSecond: 2, cancel: cancel.signal });
		const work = run.calls(numbered(6));
		await vi.advanceTimersByTimeAsync(100);
		cancel.abort();
		const conclusions = (await work).map(({ conclusion }) => conclusion);
		const sent = Array(2).fill('replied');
		const waiting = Array(4).fill('cancelled');
		expect(conclusions).toEqual([...sent, ...waiting]);
	});

	it('settles waiting calls at once, and lets those in flight end', async () => {
		const cancel = new AbortController();
		const run = new Run(async () => await lasting(1000, ANSWERED), {
			maxConcurrency: 1,
			cancel: cancel.signal,
		});
		const followed = ['1', '2', '3'].map((name) => follow(run.call(name)));
		await settle();
		cancel.abort();
		await settle();
		const conclusions = followed.map(({ settled }) => settled?.conclusion);
		expect(conclusions).toEqual([undefined, 'cancelled', 'cancelled']);
		await vi.advanceTimersByTimeAsync(1000);
		expect(followed[0].settled).toMatchObject({ conclusion: 'replied', reply: 'reply 1' });
		expect(run.seen).toHaveLength(1);
	});

	it('does not cause a call that was in flight to be repeated', async () => {
		const cancel = new AbortController();
		const run = new Run(async () => await lasting(1000, failed()), { cancel: cancel.signal });
		const seen = follow(run.call());
		await settle();
		cancel.abort();
		await vi.advanceTimersByTimeAsync(1000);
		expect(seen.settled).toMatchObject({ conclusion: 'cancelled', attempts: 1 });
		expect(vi.getTimerCount()).toBe(0);
	});

	it('before the first call, or before a later one, prevents sending', async () => {
		const early = new Run(inTurn(ANSWERED), { cancel: AbortSignal.abort() });
		expect(await early.call()).toMatchObject({ conclusion: 'cancelled', attempts: 0 });
		const cancel = new AbortController();
		const late = new Run(inTurn(ANSWERED), { cancel: cancel.signal });
		await finish(late.call());
		cancel.abort();
		await settle();
		const unsent = { conclusion: 'cancelled', reply: undefined, attempts: 0 };
		for (const host of ['A', 'B']) expect(await late.call('x', { host })).toMatchObject(unsent);
		expect(late.seen).toHaveLength(1);
	});
});

describe('a time in which nothing waits', () => {
	it('is none in which a host refused everything', async () => {
		let refusals = 0;
		const run = new Run(() => {
			refusals -= 1;
			return refusals < 0 ? ANSWERED : refused();
		});
		const names = Array.from({ length: 8 }, (_, each) => `key${each}`);
		const callAll = async (retry: Partial<RetryOptions> = {}) =>
			await finish(
				Promise.all(names.map(async (address) => await run.call(address, { address, retry }))),
			);
		await callAll();
		refusals = 6;
		await callAll({ maxRetries: 0 });
		refusals = 100;
		await callAll({ maxRetries: 0 });
		await vi.advanceTimersByTimeAsync(130_000);
		refusals = 8;
		for (const { conclusion } of await callAll()) expect(conclusion).toBe('replied');
	});
});
