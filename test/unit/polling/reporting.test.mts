import { describe, expect, it } from 'vitest';

import { readRules } from '../../../nodes/shared/polling/reporting';
import { problemOf } from '../fixtures/problems.mts';

const healthyState = 'up';
const read = (options: object) =>
	readRules({ healthyState }, { confirmations: 3, emitInitialState: true, options });

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
		expect(read(options).flapping).toEqual(rule);
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
		const common = { healthyState, isLevel: false, emitInitialState: true, isGrouped: false };
		expect(read({})).toEqual({
			...common,
			confirmations: 3,
			recoveryConfirmations: 3,
			flapping: { changes: 6, polls: 20 },
		});
		const level = { healthyState, isLevel: true };
		expect(readRules(level, { emitInitialState: true, options: {} })).toEqual({
			...common,
			...level,
			confirmations: 1,
			recoveryConfirmations: Infinity,
		});
	});

	it('follows the options', () => {
		expect(read({ group: 'poll' }).isGrouped).toBe(true);
		expect(read({ recoveryConfirmations: 1 })).toMatchObject({ recoveryConfirmations: 1 });
		expect(read({ remindAfter: 1.5 })).toMatchObject({ remindAfterMs: 90_000 });
		expect(read({ remindAfter: 0 })).not.toHaveProperty('remindAfterMs');
	});
});
