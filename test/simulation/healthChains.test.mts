import { describe, expect, it } from 'vitest';

import { mistakesIn } from './health/due.mts';
import { probeChain } from './health/probe.mts';

/** Set CHAINS=5000 for a campaign, and SEED to begin elsewhere. */
const CHAINS = Number(process.env.CHAINS ?? 30);
const SEED = Number(process.env.SEED ?? 1);

/** For each chain, generously. */
const LONGEST_MS = 5000;

describe('endpoints of chains of any speed, compared with each other', () => {
	it(
		`are named when they are behind or stand still, and only then, on ${CHAINS} chains`,
		async () => {
			const accused: string[] = [];
			const missed: string[] = [];
			let probes = 0;
			let named = 0;
			for (let seed = SEED; seed < SEED + CHAINS; seed += 1) {
				const probe = await probeChain(seed);
				const mistakes = mistakesIn(probe);
				accused.push(...mistakes.accused);
				missed.push(...mistakes.missed);
				probes += probe.judged.length;
				named += probe.judged.filter(({ state }) => state === 'lagging').length;
				// A block is read once per height and run.
				expect([...probe.calls.values()].filter((times) => times > 1)).toEqual([]);
			}
			console.info(
				`${CHAINS} chains, ${probes} probes, ${named} named, ${accused.length} accused, ${missed.length} missed`,
			);
			expect({ accused: accused.slice(0, 20), missed: missed.slice(0, 20) }).toEqual({
				accused: [],
				missed: [],
			});
			expect(named).toBeGreaterThan(0);
		},
		CHAINS * LONGEST_MS,
	);
});
