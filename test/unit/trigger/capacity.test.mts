import { describe, expect, it } from 'vitest';

import { Capacity } from '../../../nodes/ChainstackTrigger/events/capacity';

const endpoints = (host: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({ host, id: `${host} ${index}` }));

describe('the capacity of a host', () => {
	it('is without bound until a poll was too short for it', () => {
		const capacity = new Capacity();
		const all = endpoints('a', 500);
		expect(capacity.portion(all)).toEqual({ now: all, later: [] });
		expect(capacity.isTight('a')).toBe(false);
	});

	it('is a little more than what it answered in the poll before', () => {
		const capacity = new Capacity();
		const all = [...endpoints('a', 500), ...endpoints('b', 500)];
		const isCutOff = ({ id }: { id: string }) => id.startsWith('a') && Number(id.slice(2)) >= 100;
		capacity.learn(capacity.portion(all), isCutOff);
		const { now, later } = capacity.portion(all);
		expect(now.filter(({ host }) => host === 'a')).toEqual(all.slice(0, 111));
		expect(now.filter(({ host }) => host === 'b')).toHaveLength(500);
		expect(later).toEqual(all.slice(111, 500));
		expect([capacity.isTight('a'), capacity.isTight('b')]).toEqual([true, false]);
	});

	it('grows again as long as there is time, and is forgotten when all are answered', () => {
		const capacity = new Capacity();
		const all = endpoints('a', 120);
		capacity.learn(capacity.portion(all), ({ id }) => Number(id.slice(2)) >= 100);
		expect(capacity.portion(all).now).toHaveLength(111);
		capacity.learn(capacity.portion(all), () => false);
		expect(capacity.portion(all).now).toHaveLength(120);
		capacity.learn(capacity.portion(all), () => false);
		expect(capacity.isTight('a')).toBe(false);
	});

	it('is never so small that nothing could be learned', () => {
		const capacity = new Capacity();
		const all = endpoints('a', 50);
		capacity.learn(capacity.portion(all), () => true);
		expect(capacity.portion(all).now).toHaveLength(10);
	});
});
