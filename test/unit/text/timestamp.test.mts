import { expect, it } from 'vitest';

import { parseTimestamp } from '../../../nodes/shared/text/timestamp';

const NOON = Date.UTC(2026, 10, 20, 12);

it.each([
	['2026-11-20T12:00:00Z', NOON],
	['2026-11-20T14:00:00+02:00', NOON],
	['2026-11-20T12:00:00', NOON],
	[' 2026-11-20 12:00:00.000 ', NOON],
	['2026-11-20T12:00', NOON],
	['2026-11-20T12:00:00.123456', NOON + 123],
	['2026-11-20', Date.UTC(2026, 10, 20)],
	['Fri, 20 Nov 2026 12:00:00 GMT', NOON],
	['yesterday', NaN],
	['', NaN],
	[undefined, NaN],
	[5, NaN],
])('reads the time of %j, in UTC where it has no zone', (value, expected) => {
	expect(parseTimestamp(value)).toBe(expected);
});
