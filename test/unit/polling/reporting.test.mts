import { describe, expect, it } from 'vitest';

import { readReporting } from '../../../nodes/shared/polling/reporting';
import { problemOf } from '../fixtures/problems.mts';

const flapping = (flappingChanges: number, flappingPolls?: number) =>
	readReporting({
		confirmations: 2,
		emitInitialState: false,
		options: { flappingChanges, ...(flappingPolls !== undefined && { flappingPolls }) },
	}).flapping;

describe('the rule for flapping', () => {
	it.each([
		[6, undefined, { changes: 6, polls: 20 }],
		[2, 2, { changes: 2, polls: 2 }],
		[0, undefined, undefined],
		[0, 2, undefined],
	])('of %s changes within %s polls is accepted', (changes, polls, rule) => {
		expect(flapping(changes, polls)).toEqual(rule);
	});

	it.each([
		[1, undefined, 'from 2 to 20'],
		[6, 5, 'from 2 to 5'],
	])('of %s changes within %s polls is refused', (changes, polls, range) => {
		const problem = problemOf(() => flapping(changes, polls));
		expect(problem.message).toContain(range);
		expect(problem.hint).toMatch(/than it is/);
	});
});

describe('what is reported', () => {
	const reporting = (options: object) =>
		readReporting({ confirmations: 3, emitInitialState: true, options });

	it('is each change, without reminders, unless the options say otherwise', () => {
		expect(reporting({})).toEqual({
			confirmations: 3,
			recoveryConfirmations: 3,
			flapping: { changes: 6, polls: 20 },
			emitInitialState: true,
			isGrouped: false,
		});
	});

	it.each([
		[{ group: 'poll' }, { isGrouped: true }],
		[{ group: 'none' }, { isGrouped: false }],
		[{ recoveryConfirmations: 1 }, { confirmations: 3, recoveryConfirmations: 1 }],
		[{ remindAfter: 1.5 }, { remindAfterMs: 90_000 }],
	])('follows %j', (options, expected) => {
		expect(reporting(options)).toMatchObject(expected);
	});

	it('is not repeated after 0 minutes', () => {
		expect(reporting({ remindAfter: 0 })).not.toHaveProperty('remindAfterMs');
	});
});
