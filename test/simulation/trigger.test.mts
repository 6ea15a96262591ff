import { describe, expect, it } from 'vitest';

import { playDay } from './trigger/day.mts';
import { Observer } from './trigger/due.mts';

/** Many more are played by `npm run test:simulation:trigger`. */
const SEEDS = [1];

/** Shorter days, so that there can be more of them. */
const SHORT = Array.from({ length: 5 }, (_, index) => index + 101);
const SHORT_POLLS = 200;

describe('the trigger reports what is due, once, and nothing else', () => {
	it.each(SEEDS)('on a day of 1440 polls (seed %d)', async (seed) => {
		const { due, missed, wrong, double, violations } = await playDay(seed);
		expect({ missed, wrong, double, violations }).toEqual({
			missed: [],
			wrong: [],
			double: [],
			violations: [],
		});
		expect(due).toBeGreaterThan(0);
	});

	it.each(SHORT)('on a shorter one (seed %d)', async (seed) => {
		const { missed, wrong, double, violations } = await playDay(seed, SHORT_POLLS);
		expect([...missed, ...wrong, ...double, ...violations]).toEqual([]);
	});

	it('a seed always gives the same day', async () => {
		expect(await playDay(7, 100)).toEqual(await playDay(7, 100));
	});
});

describe('the observer', () => {
	const rules = {
		confirmations: 2,
		recoveryConfirmations: 2,
		good: 'up',
		savesEachPoll: false,
	};
	const reportsDue = (observer: Observer, states: string, from = 0) =>
		states
			.split(' ')
			.flatMap((state, index) => observer.look(new Map([['a', state]]), from + index))
			.map(({ from: before, to, downtimeMs }) => `${before}>${to} ${downtimeMs ?? ''}`.trim());

	it('expects each lasting change to be reported once, and no blip', () => {
		expect(reportsDue(new Observer(rules), 'up x up x x x up up up')).toEqual(['up>x', 'x>up 3']);
	});

	it('expects flapping to be reported once, and its end', () => {
		const observer = new Observer({ ...rules, flapping: { changes: 3, window: 4 } });
		expect(reportsDue(observer, 'up x up x up up up up up')).toEqual([
			'up>flapping',
			'flapping>up 3',
		]);
	});

	it('expects the first state where that is switched on, and reminders of what was reported', () => {
		const reminding = { ...rules, remindAfterMs: 3 };
		expect(reportsDue(new Observer(reminding), 'x x x x x up up')).toEqual(['x>x', 'x>up']);
		expect(
			reportsDue(new Observer({ ...reminding, emitsInitialState: true }), 'x x x x x x x'),
		).toEqual(['null>x', 'x>x', 'x>x']);
	});

	it('starts counting again in a new process', () => {
		const observer = new Observer(rules);
		expect(reportsDue(observer, 'up')).toEqual([]);
		observer.save();
		expect(reportsDue(observer, 'x')).toEqual([]);
		observer.restart();
		expect(reportsDue(observer, 'x')).toEqual([]);
		expect(reportsDue(observer, 'x')).toEqual(['up>x']);
	});

	it('expects the fifth report within the window to be flapping', () => {
		const observer = new Observer({ ...rules, flapping: { changes: 6, window: 20 } });
		expect(reportsDue(observer, 'up up x x up up x x up up x x'.repeat(1))).toEqual([
			'up>x',
			'x>up 2',
			'up>x',
			'x>up 2',
			'up>flapping',
		]);
	});

	it('expects one incident from a failure to its recovery, which flapping continues', () => {
		const observer = new Observer({ ...rules, flapping: { changes: 3, window: 9 } });
		const states = 'up x x y y up up up up up up x x x up x'.split(' ');
		const incidents = states
			.flatMap((state, index) => observer.look(new Map([['a', state]]), index))
			.map(({ to, incident }) => `${to} in ${incident}`);
		expect(incidents).toEqual([
			'x in incident 1',
			'y in incident 1',
			'up in incident 1',
			'x in incident 2',
			'flapping in incident 2',
		]);
	});

	it('expects a node that is not running only where it was seen since activation', () => {
		const observer = new Observer(rules);
		expect(reportsDue(observer, 'notRunning notRunning notRunning')).toEqual([]);
		observer.begin(3, { isActivation: false, isStart: false });
		expect(reportsDue(observer, 'up notRunning notRunning', 3)).toEqual(['up>notRunning']);
		expect(reportsDue(observer, 'up up', 6)).toEqual(['notRunning>up 2']);
		observer.begin(8, { isActivation: true, isStart: false });
		expect(reportsDue(observer, 'notRunning notRunning', 8)).toEqual([]);
	});

	it('forgets what was not saved', () => {
		const observer = new Observer(rules);
		reportsDue(observer, 'up');
		observer.restart();
		expect(reportsDue(observer, 'x x x')).toEqual([]);
	});
});
