import { describe, expect, it } from 'vitest';

import {
	Comparison,
	countLately,
	isOwn,
	type Rejections,
} from '../../../nodes/shared/watching/ownRejections';
import { Random } from '../../simulation/support/random.mts';

const MOST_TRIES = 3;
const POLLS_OF_A_DAY = 1440;

/** How often an endpoint is rejected in a poll, and whether a call gets through after that. */
interface Tries {
	rejected: number;
	passes: boolean;
}

/** Polls of endpoints at one host. */
function polling(count: number) {
	let known: Rejections[] = Array.from({ length: count }, () => ({
		inPoll: { sent: 0, rejected: 0 },
	}));
	/** @returns which endpoints have a limit of their own, as far as the polls until then show */
	return (tries: (index: number) => Tries): number[] => {
		const all = known.map((before, index) => {
			const { rejected, passes } = tries(index);
			return { ...before, inPoll: { sent: rejected + Number(passes), rejected }, passes };
		});
		const comparison = new Comparison();
		for (const each of all) comparison.add(each);
		const isAdmitting = all.some(({ passes }) => passes);
		const chances = all.map((each) => {
			if (each.passes) return undefined;
			return isAdmitting ? comparison.calculateChance(each) : each.chance;
		});
		known = all.map((each, index) => ({
			inPoll: each.inPoll,
			before: countLately(each),
			chance: chances[index],
		}));
		return [...chances.keys()].filter((index) => isOwn(chances[index] ?? 0));
	};
}

describe('endpoints that are rejected while others get through', () => {
	it.each([
		[1, 2, 3, 3],
		[1, 2, 1, 8],
		[1, 60, 3, 1],
		[2, 5, 3, 4],
		[4, 5, 3, 10],
		[4, 5, 1, 15],
		[4, 10, 1, 7],
		[30, 60, 3, 4],
	])('%d of %d, with %d tries a poll, are known after %d polls', (some, count, tries, polls) => {
		const poll = polling(count);
		for (let each = 0; each < 10; each += 1) poll(() => ({ rejected: 0, passes: true }));
		const rejecting = (index: number): Tries =>
			index < some ? { rejected: tries, passes: false } : { rejected: 0, passes: true };
		for (let each = 1; each < polls; each += 1) expect(poll(rejecting)).toEqual([]);
		expect(poll(rejecting)).toHaveLength(some);
	});
});

describe('a limit that all share and others use up', () => {
	const randomTries = (random: Random, share: number): Tries => {
		let rejected = 0;
		while (rejected < MOST_TRIES && random.chance(share)) rejected += 1;
		return { rejected, passes: rejected < MOST_TRIES };
	};

	it.each([2, 3, 5, 10, 60])('is no state of any of %d endpoints in a day', (count) => {
		for (const share of [0.3, 0.56, 0.8]) {
			const random = new Random(count);
			const poll = polling(count);
			for (let each = 0; each < POLLS_OF_A_DAY; each += 1)
				expect(poll(() => randomTries(random, share))).toEqual([]);
		}
	});

	it.each([2, 5, 60])('in each second hour is none of %d endpoints in a day', (count) => {
		const random = new Random(count);
		const poll = polling(count);
		for (let each = 0; each < POLLS_OF_A_DAY; each += 1) {
			const share = Math.floor(each / 60) % 2 === 0 ? 0 : 0.56;
			expect(poll(() => randomTries(random, share))).toEqual([]);
		}
	});
});
