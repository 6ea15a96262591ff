import { describe, expect, it } from 'vitest';

import { fromSaved, toSaved } from '../../../nodes/shared/polling/memory';
import { observe, type PollTime } from '../../../nodes/shared/polling/objectState';
import type { ReportRules } from '../../../nodes/shared/polling/reporting';
import type { WatchedObject } from '../../../nodes/shared/polling/watchedObject';
import { RULES } from '../fixtures/reportRules.mts';

const MINUTE = 60_000;

/** What is reported of an object that is up once and then down, poll by poll; `-` for nothing. */
function kindsOf(rules: Partial<ReportRules>, times: readonly number[]): string[] {
	const all: ReportRules = { ...RULES, ...rules };
	let known: WatchedObject | undefined;
	return times.map((now, poll) => {
		const time: PollTime = { now, poll, intervalMs: MINUTE };
		const state = poll === 0 ? 'up' : 'down';
		const { object, report } = observe(known, { id: 'a', name: 'a', state }, all, time);
		known = object;
		return report?.kind ?? '-';
	});
}

describe('a reminder', () => {
	const late = (poll: number): number => ((poll * 7919) % 19) * 1000;

	it('comes in each poll where it is wanted at the interval of the polls, which are some seconds late', () => {
		const times = Array.from({ length: 30 }, (_, poll) => poll * MINUTE + late(poll));
		const reminders = Array.from({ length: 28 }, () => 'reminder');
		expect(kindsOf({ remindAfterMs: MINUTE }, times)).toEqual(['-', 'opened', ...reminders]);
	});

	it('comes half an interval early at most', () => {
		const times = [0, MINUTE, 2 * MINUTE, 3 * MINUTE - 31_000, 3 * MINUTE - 29_000];
		const wanted = ['-', 'opened', '-', '-', 'reminder'];
		expect(kindsOf({ remindAfterMs: 2 * MINUTE }, times)).toEqual(wanted);
	});
});

describe('the reports of an object', () => {
	/** What is reported of an object that is up and down by turns, by a process that ends before its fourth poll. */
	function kindsOverRestart(intervals: readonly number[]): string[] {
		const rules = { ...RULES, emitInitialState: true, flapping: { changes: 20, polls: 20 } };
		let known: WatchedObject | undefined;
		return intervals.map((intervalMs, poll) => {
			const state = poll % 2 === 0 ? 'up' : 'down';
			const time: PollTime = { now: poll * MINUTE, poll, intervalMs };
			if (poll === 3 && known !== undefined) known = fromSaved(toSaved(known));
			const { object, report } = observe(known, { id: 'a', name: 'a', state }, rules, time);
			known = object;
			return report?.kind ?? '-';
		});
	}

	it('count for flapping after a restart', () => {
		const intervals = [0, MINUTE, MINUTE, MINUTE, MINUTE];
		const wanted = ['changed', 'opened', 'ended', 'opened', 'flapping'];
		expect(kindsOverRestart(intervals)).toEqual(wanted);
	});

	it('count for it too while the new process does not know the interval of the polls', () => {
		const intervals = [0, 0, 0, 0, MINUTE];
		const wanted = ['changed', 'opened', 'ended', 'opened', 'flapping'];
		expect(kindsOverRestart(intervals)).toEqual(wanted);
	});
});
