import { describe, expect, it } from 'vitest';

import { Meeting } from '../../../nodes/shared/session/meeting';

/** @returns whether a promise is fulfilled by now */
async function isDone(work: Promise<unknown>): Promise<boolean> {
	const other = {};
	return (await Promise.race([work, Promise.resolve().then(() => other)])) !== other;
}

describe('Meeting', () => {
	it('gives everybody what all have brought, once the last has come', async () => {
		const meeting = new Meeting();
		meeting.expect(3);
		const first = [meeting.arrive('a'), meeting.arrive('b')];
		expect(await isDone(first[0])).toBe(false);
		const last = meeting.arrive('c');
		expect(await Promise.all([...first, last])).toEqual(Array(3).fill(['a', 'b', 'c']));
	});

	it('waits for nobody who has ended', async () => {
		const meeting = new Meeting();
		meeting.expect(3);
		meeting.leave();
		const one = meeting.arrive(1);
		expect(await isDone(one)).toBe(false);
		meeting.leave();
		expect(await one).toEqual([1]);
		meeting.leave();
	});

	it('is for one alone where nobody else is expected', async () => {
		expect(await new Meeting().arrive('x')).toEqual(['x']);
	});
});
