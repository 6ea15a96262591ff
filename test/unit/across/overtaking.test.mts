import { expect, it } from 'vitest';

import { Overtaking } from '../../../nodes/shared/across/overtaking';

/** Overtakes as often as that is allowed. */
function tryAll(overtaking: Overtaking): number {
	let count = 0;
	while (overtaking.tryNext()) count += 1;
	return count;
}

it('makes few more calls where all endpoints are slow', () => {
	const overtaking = new Overtaking();
	for (let call = 0; call < 1000; call += 1) overtaking.begin();
	expect(tryAll(overtaking)).toBe(53);
	expect(tryAll(overtaking)).toBe(0);
});

it('may overtake one call with every other endpoint', () => {
	const overtaking = new Overtaking();
	overtaking.begin();
	expect(tryAll(overtaking)).toBeGreaterThanOrEqual(3);
});

it('overtakes more and more as that helps', () => {
	const overtaking = new Overtaking();
	for (let call = 0; call < 1000; call += 1) overtaking.begin();
	const made = [tryAll(overtaking)];
	for (let step = 0; step < 4; step += 1) {
		for (let each = 0; each < made[step]; each += 1) overtaking.succeed();
		made.push(tryAll(overtaking));
	}
	expect(made).toEqual([53, 106, 212, 424, 848]);
});
