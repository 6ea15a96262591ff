import { describe, expect, it } from 'vitest';

import { readReporting } from '../../../nodes/shared/polling/reporting';
import { problemOf } from '../fixtures/problems.mts';

const isHealthy = (state: string): boolean => state === 'up';
const read = (options: object, confirmations?: number) =>
	readReporting(
		{ isHealthy, confirmations },
		{ confirmations: 3, emitInitialState: true, options },
	);

describe('the rule for flapping', () => {
	it.each([
		[{}, { changes: 6, polls: 20 }],
		[{ flappingChanges: 6 }, { changes: 6, polls: 20 }],
		[
			{ flappingChanges: 2, flappingPolls: 2 },
			{ changes: 2, polls: 2 },
		],
		[{ flappingChanges: 0, flappingPolls: 2 }, undefined],
	])('is accepted from %j', (options, rule) => {
		expect(read(options).rules.flapping).toEqual(rule);
	});

	it.each([
		[{ flappingChanges: 1 }, 'from 2 to 20'],
		[{ flappingPolls: 5 }, 'from 2 to 5'],
	])('is refused from %j', (options, range) => {
		const problem = problemOf(() => read(options));
		expect(problem.message).toContain(range);
		expect(problem.hint).toMatch(/than it is/);
	});
});

describe('what is reported', () => {
	it('is each change, without reminders, unless the options say otherwise', () => {
		const rules = { isHealthy, emitInitialState: true, confirmations: 3, recoveryConfirmations: 3 };
		expect(read({})).toEqual({
			rules: { ...rules, flapping: { changes: 6, polls: 20 } },
			isGrouped: false,
		});
		// An event whose states count immediately.
		expect(read({}, 1)).toEqual({
			rules: { ...rules, confirmations: 1, recoveryConfirmations: 1 },
			isGrouped: false,
		});
	});

	it('follows the options', () => {
		expect(read({ group: 'poll' }).isGrouped).toBe(true);
		expect(read({ recoveryConfirmations: 1 }).rules).toMatchObject({ recoveryConfirmations: 1 });
		expect(read({ remindAfter: 1.5 }).rules).toMatchObject({ remindAfterMs: 90_000 });
		expect(read({ remindAfter: 0 }).rules).not.toHaveProperty('remindAfterMs');
	});
});
