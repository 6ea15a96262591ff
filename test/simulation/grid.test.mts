import { describe, expect, it } from 'vitest';

import { gridCases, runCase } from './support/grid.mts';
import { REFUSALS } from './support/refusals.mts';

/** The rest of the grid is played by `npm run test:simulation -- grid`. */
const CASES = gridCases(1000).filter(
	({ roundTripMs, calls, rate, phaseMs }) =>
		roundTripMs === 10 && calls / rate < 10 && phaseMs !== 950,
);

/** Sums of fractions of milliseconds are off by less than this. */
const TINY_MS = 0.01;

describe('calls under an unknown limit are answered', () => {
	it.each(REFUSALS)('in time and with few rejected calls: %s', async (refusal) => {
		const beyond: string[] = [];
		for (const cell of CASES.filter((each) => each.refusal === refusal)) {
			const result = await runCase(cell);
			const { answered, tookMs, boundMs, sent, mostSent } = result;
			if (answered < cell.calls || tookMs > boundMs + TINY_MS || sent > mostSent)
				beyond.push(JSON.stringify(result));
		}
		expect(beyond).toEqual([]);
	});
});
