import { describe, expect, it } from 'vitest';

import { Problem } from '../../../nodes/shared/text/problem';
import { pollerInTime } from './poller.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const outage = new Problem('The service is busy', { httpStatus: 503 });
const revoked = new Problem('The key is not accepted', { httpStatus: 401, isFromService: true });
const fine = { observations: [{ id: 'a', name: 'Alpha', state: 'sunny' }] };

/** A poller in simulated time, a poll each minute. */
function polling(options: object = {}) {
	const own = pollerInTime({ options: options as never });
	/** @returns which of the polls failed */
	const polls = async (count: number): Promise<number[]> => {
		const failed: number[] = [];
		for (let poll = 1; poll <= count; poll += 1) {
			await own.poll().catch(() => failed.push(poll));
			own.pass(MINUTE);
		}
		return failed;
	};
	return { ...own, polls };
}

describe('a time in which polls cannot check', () => {
	it.each([
		['an outage', outage, 3],
		['a lost connection', new Problem('x', { isNetworkFault: true }), 3],
		['a proxy', new Problem('x', { httpStatus: 404 }), 3],
		['a revoked key', revoked, 1],
		['a 401 that is not from the API', new Problem('x', { httpStatus: 401 }), 3],
		['a key with too few rights', new Problem('x', { httpStatus: 403, isFromService: true }), 1],
		['an invalid setting', new Problem('There is no such project'), 1],
	])('because of %s fails one execution a day', async (_, problem, first) => {
		const { sees, polls } = polling();
		sees(fine);
		await polls(2);
		sees(problem);
		expect(await polls(DAY / MINUTE + 9)).toEqual([first, first + DAY / MINUTE]);
	});

	it('fails another at each interval of the reminders', async () => {
		const { sees, polls } = polling({ remindAfter: 60 });
		sees(fine);
		await polls(2);
		sees(outage);
		expect(await polls(190)).toEqual([3, 63, 123, 183]);
	});

	it('is logged ever more rarely, with how long it lasts, and its end', async () => {
		const { sees, polls, warnings, notices } = polling();
		sees(outage);
		await polls(70);
		const line = "Chainstack Trigger 'Watch' of workflow 'Day'";
		expect(warnings).toEqual([
			`${line} skipped a poll: The service is busy`,
			`${line} skipped 2 polls in 60 s: The service is busy`,
			`${line} skipped 4 polls in 3 min: The service is busy`,
			`${line} skipped 8 polls in 7 min: The service is busy`,
			`${line} skipped 16 polls in 15 min: The service is busy`,
			`${line} skipped 32 polls in 31 min: The service is busy`,
			`${line} skipped 64 polls in 63 min: The service is busy`,
		]);
		sees(fine);
		await polls(3);
		expect(notices).toEqual([
			`${line} can check again: what it watches could not be read for 70 min, in 70 polls`,
		]);
	});

	it('of one kind is another than of the other, and only polls that check end it', async () => {
		const { sees, polls } = polling();
		sees(fine);
		await polls(1);
		for (const [problem, failed] of [
			[outage, [3]],
			[revoked, [1]],
			[outage, []],
			[revoked, []],
		] as const) {
			sees(problem);
			expect(await polls(9)).toEqual(failed);
		}
	});

	it('ends after two polls in a row that check, or as many as confirm a recovery', async () => {
		for (const [options, good, isOver] of [
			[{}, 1, false],
			[{}, 2, true],
			[{ recoveryConfirmations: 4 }, 3, false],
			[{ recoveryConfirmations: 4 }, 4, true],
		] as const) {
			const { sees, polls, notices } = polling(options);
			sees(outage);
			await polls(5);
			sees(fine);
			await polls(good);
			sees(outage);
			await polls(1);
			expect(notices, `${good} good polls`).toHaveLength(isOver ? 1 : 0);
		}
	});

	it('fails at most one execution an hour, and never waits longer for the first of a new one', async () => {
		const { sees, polls } = polling({ remindAfter: 2 });
		sees(outage);
		expect(await polls(10)).toEqual([3]);
		sees(fine);
		await polls(5);
		sees(outage);
		// The last one failed 12 minutes before.
		expect(await polls(120)).toEqual([48, 108]);
	});

	it('begins again with an activation, whose own poll fails only for what does not pass', async () => {
		const { sees, polls, activate } = polling();
		sees(outage);
		expect(await polls(5)).toEqual([3]);
		activate('activate');
		expect(await polls(5)).toEqual([3]);
		sees(revoked);
		expect(await polls(5)).toEqual([1]);
		activate('activate');
		expect(await polls(5)).toEqual([1]);
		activate('init');
		expect(await polls(5)).toEqual([2]);
	});
});
