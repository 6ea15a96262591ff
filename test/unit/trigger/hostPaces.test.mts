import { describe, expect, it } from 'vitest';

import { HostPaces, type Question } from '../../../nodes/ChainstackTrigger/events/hostPaces';

const HOST = 'a';

/** Questions to endpoints, as many a second as given, each answered at once. */
const questions = (
	count: number,
	perSecond: number,
	of: (index: number) => Partial<Question> = () => ({}),
): Question[] =>
	Array.from({ length: count }, (_, index) => {
		const at = (index / perSecond) * 1000;
		const question = { id: `${index}`, host: HOST, wasRefused: false, outcome: 'told' } as const;
		return { ...question, askedAt: at, endedAt: at, ...of(index) };
	});

/** All asked at once, where a host takes 25 in each second for 20 seconds. */
const crowd = questions(800, Infinity, (index) => ({
	askedAt: 0,
	wasRefused: index >= 25,
	...(index < 500 ? { endedAt: (index / 25) * 1000 } : { outcome: 'unknown' }),
}));

describe('the pace of a host', () => {
	it('is not bounded until many are turned away', () => {
		const paces = new HostPaces();
		paces.learn(questions(800, Infinity, () => ({ askedAt: 0 })));
		expect(paces.of(HOST)).toBeUndefined();
		paces.learn(questions(800, Infinity, (index) => ({ askedAt: 0, wasRefused: index < 20 })));
		expect(paces.of(HOST)).toBeUndefined();
	});

	it('is what was answered in a second when all were asked at once', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		expect(paces.of(HOST)).toBeCloseTo(25, 0);
		expect(paces.of('b')).toBeUndefined();
	});

	it('grows as long as none is turned away, and falls to what gets through', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		const before = Number(paces.of(HOST));
		paces.learn(questions(500, before));
		const more = Number(paces.of(HOST));
		expect(more).toBeGreaterThan(before * 1.1);
		paces.learn(questions(500, more, (index) => ({ wasRefused: index % 5 === 0 })));
		expect(paces.of(HOST)).toBeCloseTo(more * 0.8, 0);
	});

	it('is not lowered by endpoints that are slow to answer', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		const before = Number(paces.of(HOST));
		paces.learn(questions(500, before, () => ({ outcome: 'unknown' })));
		expect(paces.of(HOST)).toBeGreaterThan(before);
	});

	it('is forgotten when all of them fit into a second', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		paces.learn(questions(20, 25));
		expect(paces.of(HOST)).toBeUndefined();
	});

	it('is not made up for a few, or where everything is refused', () => {
		const refused = (index: number): Partial<Question> =>
			index < 0 ? {} : { wasRefused: true, outcome: 'refused' };
		const paces = new HostPaces();
		expect(paces.learn(questions(10, Infinity, refused)).size).toBe(0);
		expect(paces.of(HOST)).toBeUndefined();
		expect(paces.learn(questions(800, Infinity, refused)).size).toBe(0);
		expect(paces.of(HOST)).toBe(10);
	});
});

describe('a refusal', () => {
	const one = questions(100, 25, (index) =>
		index === 7 ? { wasRefused: true, outcome: 'refused' } : {},
	);

	it('among many that got through counts from the third turn in a row on', () => {
		const paces = new HostPaces();
		expect([...paces.learn(one)]).toEqual(['7']);
		expect([...paces.learn(one)]).toEqual(['7']);
		expect([...paces.learn(one)]).toEqual([]);
		expect([...paces.learn(questions(100, 25))]).toEqual([]);
		expect([...paces.learn(one)]).toEqual(['7']);
	});

	it('of an endpoint that was not asked is none', () => {
		const paces = new HostPaces();
		paces.learn(one);
		const others = one.filter(({ id }) => id !== '7');
		paces.learn([...others, { ...one[7], askedAt: undefined, outcome: 'unknown' }]);
		expect([...paces.learn(one)]).toEqual(['7']);
		expect([...paces.learn(one)]).toEqual([]);
	});
});
