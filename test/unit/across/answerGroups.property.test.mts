import fc from 'fast-check';
import { expect, it } from 'vitest';

import { groupEqual } from '../../../nodes/shared/across/answerGroups';
import { isEqual } from '../../../nodes/shared/across/equality';
import { findShape } from '../../../nodes/shared/across/ethereumObjects';
import { inputs } from '../fixtures/properties.mts';

const RECEIPT = findShape('eth_getTransactionReceipt');

/** Receipts that differ in members of the lists, and in others that only some of them have. */
const receipts = fc.array(
	fc.oneof(
		fc.record(
			{
				status: fc.constantFrom('0x0', '0x1', null),
				gasUsed: fc.constantFrom('0xA', '0xa', '0xb'),
				timeboosted: fc.boolean(),
				l1Fee: fc.constantFrom('0x1', '0x2', null),
			},
			{ requiredKeys: [] },
		),
		fc.constant(null),
	),
	{ maxLength: 7 },
);

const equals = (a: unknown, b: unknown): boolean => isEqual(a, b, RECEIPT);

it('is symmetric, and everything equals itself', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
			expect(isEqual(a, a)).toBe(true);
			expect(isEqual(a, JSON.parse(JSON.stringify(a)))).toBe(true);
			expect(equals(a, b)).toBe(equals(b, a));
		}),
		inputs(300),
	);
});

it('no result is in a group that it does not equal in every member, and each is in one', () => {
	fc.assert(
		fc.property(receipts, (results) => {
			const named = results.map((result, place) => ({ result, place }));
			const groups = groupEqual(named, (a, b) => equals(a.result, b.result));
			for (const group of groups)
				for (const { result } of group)
					for (const other of group) expect(equals(result, other.result)).toBe(true);
			const places = groups.flat().map(({ place }) => place);
			expect(places.sort((a, b) => a - b)).toEqual([...results.keys()]);
		}),
		inputs(2000),
	);
});

it('a result that equals two which differ is alone', () => {
	fc.assert(
		fc.property(receipts, (results) => {
			const named = results.map((result, place) => ({ result, place }));
			const groups = groupEqual(named, (a, b) => equals(a.result, b.result));
			for (const each of named) {
				const partners = results.filter((other) => equals(each.result, other));
				const isDoubtful = partners.some((a) => partners.some((b) => !equals(a, b)));
				const own = groups.find((group) => group.includes(each));
				if (isDoubtful) expect(own).toHaveLength(1);
			}
		}),
		inputs(2000),
	);
});

it('groups are the same in whatever order results came', () => {
	fc.assert(
		fc.property(receipts, (results) => {
			const named = results.map((result, place) => ({ result, place }));
			const sizes = (list: typeof named): string =>
				groupEqual(list, (a, b) => equals(a.result, b.result))
					.map((group) =>
						group
							.map(({ place }) => place)
							.sort((a, b) => a - b)
							.join(),
					)
					.sort()
					.join(' ');
			expect(sizes([...named].reverse())).toBe(sizes(named));
		}),
		inputs(1000),
	);
});
