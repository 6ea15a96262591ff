import { describe, expect, it } from 'vitest';

import { Meeting } from '../../../nodes/shared/run/meeting';

/** @returns whether a promise is already fulfilled */
async function isDone(work: Promise<unknown>): Promise<boolean> {
	const other = {};
	return (await Promise.race([work, Promise.resolve().then(() => other)])) !== other;
}

describe('Meeting', () => {
	it('gives every participant the values of all, once the last has arrived', async () => {
		const meeting = new Meeting();
		meeting.expect(3);
		const first = [meeting.arrive('a'), meeting.arrive('b')];
		expect(await isDone(first[0])).toBe(false);
		const last = meeting.arrive('c');
		expect(await Promise.all([...first, last])).toEqual(Array(3).fill(['a', 'b', 'c']));
	});

	it('does not wait for participants that have ended', async () => {
		const meeting = new Meeting();
		meeting.expect(3);
		meeting.leave();
		const one = meeting.arrive(1);
		expect(await isDone(one)).toBe(false);
		meeting.leave();
		expect(await one).toEqual([1]);
		meeting.leave();
	});

	it('resolves at once where only one participant is expected', async () => {
		expect(await new Meeting().arrive('x')).toEqual(['x']);
	});
});
