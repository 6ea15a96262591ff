import { describe, expect, it } from 'vitest';

import { HostPaces, type Question } from '../../../nodes/ChainstackTrigger/events/hostPaces';

const HOST = 'a';

/** Queries of endpoints at the given number per second, each of one call and answered at once. */
const questions = (
	count: number,
	perSecond: number,
	of: (index: number) => Partial<Question> = () => ({}),
): Question[] =>
	Array.from({ length: count }, (_, index) => {
		const at = (index / perSecond) * 1000;
		const question = { id: `${index}`, host: HOST, wasRefused: false, outcome: 'told' } as const;
		return { ...question, calls: 1, askedAt: at, endedAt: at, ...of(index) };
	});

/** All queried at once, where a host accepts 25 per second for 20 seconds. */
const crowd = questions(800, Infinity, (index) => ({
	askedAt: 0,
	wasRefused: index >= 25,
	...(index < 500 ? { endedAt: (index / 25) * 1000 } : { outcome: 'unknown' }),
}));

describe('the pace of a host', () => {
	it('is not bounded until many calls are rejected', () => {
		const paces = new HostPaces();
		paces.learn(questions(800, Infinity, () => ({ askedAt: 0 })));
		expect(paces.of(HOST)).toBeUndefined();
		paces.learn(questions(800, Infinity, (index) => ({ askedAt: 0, wasRefused: index < 20 })));
		expect(paces.of(HOST)).toBeUndefined();
	});

	it('is the number answered per second when all were queried at once', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		expect(paces.of(HOST)).toBeCloseTo(25, 0);
		expect(paces.of('b')).toBeUndefined();
	});

	it('grows as long as none is rejected, and falls to what is accepted', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		const before = Number(paces.of(HOST));
		paces.learn(questions(500, before));
		const more = Number(paces.of(HOST));
		expect(more).toBeGreaterThan(before * 1.1);
		paces.learn(questions(500, more, (index) => ({ wasRefused: index % 5 === 0 })));
		expect(paces.of(HOST)).toBeCloseTo(more * 0.8, 0);
	});

	it('counts calls, of which an endpoint may need several', () => {
		const paces = new HostPaces();
		paces.learn(questions(800, 6, (index) => ({ calls: 4, wasRefused: index >= 150 })));
		expect(paces.of(HOST)).toBeCloseTo(24, 0);
		paces.learn(questions(100, 6, (index) => ({ calls: index % 2 === 0 ? 4 : 1 })));
		expect(paces.of(HOST)).toBeCloseTo(48, 0);
	});

	it('is at first not less than what was accepted at once, although hanging endpoints took their time', () => {
		const paces = new HostPaces();
		const hanging = (index: number): Partial<Question> => ({
			askedAt: 0,
			wasRefused: index >= 25,
			outcome: index >= 25 ? 'unknown' : 'silent',
			endedAt: index >= 25 ? 25_000 : 900,
		});
		paces.learn(questions(800, Infinity, hanging));
		expect(paces.of(HOST)).toBeCloseTo(25, 0);
	});

	it('grows fast while it is far below the one that was too high', () => {
		const refused = { wasRefused: true, outcome: 'refused' } as const;
		const paces = new HostPaces();
		paces.learn(questions(800, Infinity, () => refused));
		const growth: number[] = [];
		for (let before = Number(paces.of(HOST)); growth.length < 3; before = Number(paces.of(HOST))) {
			paces.learn(questions(500, before));
			growth.push(Number(paces.of(HOST)) / before);
		}
		expect(growth).toEqual([2, 2, 2]);
		const tooMuch = Number(paces.of(HOST));
		paces.learn(questions(500, tooMuch, (index) => (index % 4 === 0 ? {} : refused)));
		const measured = Number(paces.of(HOST));
		expect(measured).toBeCloseTo(tooMuch / 4, 0);
		paces.learn(questions(500, measured));
		paces.learn(questions(500, 2 * measured));
		expect(Number(paces.of(HOST)) / measured).toBeCloseTo(2.5, 5);
	});

	it('is not lowered by endpoints that are slow to answer', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		const before = Number(paces.of(HOST));
		paces.learn(questions(500, before, () => ({ outcome: 'unknown' })));
		expect(paces.of(HOST)).toBeGreaterThan(before);
	});

	it('is forgotten when all calls fit into one second', () => {
		const paces = new HostPaces();
		paces.learn(crowd);
		paces.learn(questions(20, 25));
		expect(paces.of(HOST)).toBeUndefined();
	});

	it('is not learned from a few calls, or where everything is rejected', () => {
		const refused = (index: number): Partial<Question> =>
			index < 0 ? {} : { wasRefused: true, outcome: 'refused' };
		const paces = new HostPaces();
		expect(paces.learn(questions(10, Infinity, refused)).doubtful.size).toBe(0);
		expect(paces.of(HOST)).toBeUndefined();
		expect(paces.learn(questions(800, Infinity, refused)).doubtful.size).toBe(0);
		expect(paces.of(HOST)).toBe(25);
	});
});

describe('a rejection', () => {
	const one = questions(100, 25, (index) =>
		index === 7 ? { wasRefused: true, outcome: 'refused' } : {},
	);

	it('among many that succeeded counts from the third poll in a row', () => {
		const paces = new HostPaces();
		expect([...paces.learn(one).doubtful]).toEqual(['7']);
		expect([...paces.learn(one).doubtful]).toEqual(['7']);
		expect([...paces.learn(one).doubtful]).toEqual([]);
		expect([...paces.learn(questions(100, 25)).doubtful]).toEqual([]);
		expect([...paces.learn(one).doubtful]).toEqual(['7']);
	});

	it('is not assumed for an endpoint that was not queried', () => {
		const paces = new HostPaces();
		paces.learn(one);
		const others = one.filter(({ id }) => id !== '7');
		paces.learn([...others, { ...one[7], askedAt: undefined, outcome: 'unknown' }]);
		expect([...paces.learn(one).doubtful]).toEqual(['7']);
		expect([...paces.learn(one).doubtful]).toEqual([]);
	});
});

describe('a host that rejects everything', () => {
	const refused = { wasRefused: true, outcome: 'unknown' } as const;
	const all = questions(800, Infinity, () => refused);

	it('is distinguished from one for which all calls at once were too many', () => {
		const paces = new HostPaces();
		expect([...paces.learn(all).refusing]).toEqual([]);
		expect([...paces.learn(questions(500, 25, () => refused)).refusing]).toEqual([HOST]);
	});

	it('is recognized at once where it accepted all of them before', () => {
		const paces = new HostPaces();
		paces.learn(questions(800, Infinity));
		expect([...paces.learn(all).refusing]).toEqual([HOST]);
	});

	it('is not assumed where a single call succeeds', () => {
		const paces = new HostPaces();
		paces.learn(questions(800, Infinity));
		const some = all.map((each, index) => (index === 700 ? { ...each, outcome: 'told' } : each));
		expect([...paces.learn(some as Question[]).refusing]).toEqual([]);
	});
});

describe('an endpoint that gave no answer', () => {
	it.each(['silent', 'unknown'] as const)('is remembered until it gives one (%s)', (outcome) => {
		const paces = new HostPaces();
		const one = questions(3, Infinity, (index) => (index === 1 ? { outcome } : {}));
		paces.learn(one);
		expect(['0', '1', '2'].filter((id) => paces.isSilent(id))).toEqual(['1']);
		paces.learn([{ ...one[1], askedAt: undefined, outcome: 'unknown' }]);
		expect(paces.isSilent('1')).toBe(true);
		paces.learn([{ ...one[1], outcome: 'told' }]);
		expect(paces.isSilent('1')).toBe(false);
	});

	it('is not assumed because its turn did not come', () => {
		const paces = new HostPaces();
		const notAsked = { askedAt: undefined, outcome: 'unknown' } as const;
		paces.learn(questions(1, Infinity, () => notAsked));
		expect(paces.isSilent('0')).toBe(false);
	});
});
