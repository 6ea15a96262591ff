import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Cancelled, Problem } from '../../../nodes/shared/pure/problem';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { waitLimits, waitUntil, type PollResult } from '../../../nodes/shared/session/waitUntil';
import { finish, stopTime } from '../fixtures/clock.mts';
import { problemOf, rejection } from '../fixtures/problems.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

const LIMITS = { intervalMs: 10_000, limitMs: 60_000 };
const TIME = { clock: systemClock, cancel: new AbortController().signal };

describe('waitUntil', () => {
	it('looks at once, then in intervals, until it has come about', async () => {
		const startedAt = performance.now();
		const times: number[] = [];
		const poll = async (): Promise<PollResult<string>> => {
			times.push(performance.now() - startedAt);
			return await Promise.resolve(times.length < 4 ? { state: 'pending' } : { done: 'it runs' });
		};
		expect(await finish(waitUntil('node', poll, LIMITS, TIME))).toBe('it runs');
		expect(times).toEqual([0, 10_000, 20_000, 30_000]);
	});

	it.each([false, 0, '', null, undefined])('gives back %j as well', async (done) => {
		const poll = async (): Promise<PollResult<unknown>> => await Promise.resolve({ done });
		expect(await finish(waitUntil('node', poll, LIMITS, TIME))).toBe(done);
	});

	it('ends when it will never come about', async () => {
		const failed = new Problem('The node failed');
		const poll = vi.fn(async () => await Promise.resolve({ failed }));
		expect(await rejection(finish(waitUntil('node', poll, LIMITS, TIME)))).toBe(failed);
		expect(poll).toHaveBeenCalledTimes(1);
	});

	it('gives up in time, naming the last state, the time and the looks', async () => {
		const startedAt = performance.now();
		const poll = async (): Promise<PollResult<never>> =>
			await Promise.resolve({ state: 'pending' });
		const problem = await rejection(finish(waitUntil('node ND-1 to run', poll, LIMITS, TIME)));
		expect(performance.now() - startedAt).toBeLessThanOrEqual(60_000);
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(50_000);
		expect(problem.message).toContain('node ND-1 to run');
		expect(problem.message).toContain("'pending'");
		expect(problem.message).toMatch(/(50|60) s/);
		expect(problem.message).toMatch(/[67] times/);
	});

	it('passes on what a poll throws', async () => {
		const thrown = new Problem('no');
		const poll = async (): Promise<PollResult<never>> => await Promise.reject(thrown);
		expect(await rejection(finish(waitUntil('node', poll, LIMITS, TIME)))).toBe(thrown);
	});

	it('stops at once on cancellation', async () => {
		const cancel = new AbortController();
		const startedAt = performance.now();
		const poll = async (): Promise<PollResult<never>> =>
			await Promise.resolve({ state: 'pending' });
		const work = waitUntil('node', poll, LIMITS, {
			clock: systemClock,
			cancel: cancel.signal,
		});
		void vi.advanceTimersByTimeAsync(15_000).then(() => cancel.abort());
		expect(await rejection(work)).toBeInstanceOf(Cancelled);
		expect(performance.now() - startedAt).toBeLessThan(16_000);
	});
});

describe('waitLimits', () => {
	it.each([
		[1, 1],
		[10, 900],
		[1.5, 3],
		[5, 5],
	])('takes %d and %d', (waitInterval, waitLimit) => {
		expect(waitLimits({ waitInterval, waitLimit })).toEqual({
			intervalMs: waitInterval * 1000,
			limitMs: waitLimit * 1000,
		});
	});

	it.each([
		[0, 900, 'Interval'],
		[0.9, 900, 'Interval'],
		[-5, 900, 'Interval'],
		[Number.NaN, 900, 'Interval'],
		[10, 9, 'Give Up After'],
		[10, 0, 'Give Up After'],
		[10, -1, 'Give Up After'],
		[10, Number.NaN, 'Give Up After'],
	])('refuses %d and %d', (waitInterval, waitLimit, field) => {
		const { message, hint } = problemOf(() => waitLimits({ waitInterval, waitLimit }));
		expect(message).toContain(field);
		expect(hint).toBeTruthy();
	});
});
