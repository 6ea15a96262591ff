import { describe, expect, it } from 'vitest';

import { CountedUnit } from '../../../nodes/shared/scheduler/countedUnit';

const LARGE = { calls: 1000, requests: 10 };

const SMALL = { calls: 12, requests: 12 };

describe('the unit that a limit counts', () => {
	it('is calls at first', () => {
		expect(new CountedUnit().costOf(100)).toBe(100);
	});

	it('is requests where no more get through that hold far fewer calls', () => {
		const unit = new CountedUnit();
		for (const row of [LARGE, SMALL]) unit.ended(row);
		expect(unit.costOf(100)).toBe(1);
		unit.ended({ calls: 900, requests: 9 });
		expect(unit.costOf(100)).toBe(1);
	});

	it.each([
		['as many calls get through', { calls: 800, requests: 800 }],
		['more requests get through', { calls: 200, requests: 200 }],
		['nothing got through', { calls: 0, requests: 0 }],
	])('is calls where %s', (_, row) => {
		const unit = new CountedUnit();
		for (const each of [LARGE, row]) unit.ended(each);
		expect(unit.isRequests).toBe(false);
	});

	it('is calls again where large requests let fewer through, and is tried less often then', () => {
		const unit = new CountedUnit();
		for (const row of [LARGE, SMALL, { calls: 1, requests: 1 }, SMALL]) unit.ended(row);
		expect(unit.isRequests).toBe(false);
		unit.ended(SMALL);
		expect(unit.isRequests).toBe(true);
	});

	it('is calls for good where a request is refused in part', () => {
		const unit = new CountedUnit();
		for (const row of [LARGE, SMALL]) unit.ended(row);
		unit.refusedInPart();
		for (let row = 0; row < 10; row += 1) unit.ended(SMALL);
		expect(unit.isRequests).toBe(false);
	});
});
