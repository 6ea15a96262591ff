import { describe, expect, it } from 'vitest';

import { reportingOf } from '../../../nodes/shared/polling/reporting';

const flapping = (flappingChanges: number, flappingPolls?: number) =>
	reportingOf({
		confirmations: 2,
		emitInitialState: false,
		options: { flappingChanges, ...(flappingPolls !== undefined && { flappingPolls }) },
	}).flapping;

describe('the rule for flapping', () => {
	it.each([
		[6, undefined, { changes: 6, looks: 20 }],
		[2, 2, { changes: 2, looks: 2 }],
		[0, undefined, undefined],
		[0, 2, undefined],
	])('of %s changes within %s polls is taken', (changes, polls, rule) => {
		expect(flapping(changes, polls)).toEqual(rule);
	});

	it.each([
		[1, undefined, 'from 2 to 20'],
		[6, 5, 'from 2 to 5'],
	])('of %s changes within %s polls is refused', (changes, polls, range) => {
		expect(() => flapping(changes, polls)).toThrow(range);
	});
});
