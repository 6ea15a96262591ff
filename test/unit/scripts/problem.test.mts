import { describe, expect, it } from 'vitest';
import { describeProblem, Problem } from '../../../scripts/bootstrap/problem.mjs';

describe('describeProblem', () => {
	it('says what happened, what was printed last, and what to do next', () => {
		const problem = new Problem('It rained.', ['Take an umbrella.', 'Or wait.'], {
			logFile: '/logs/rain.log',
			tail: ['drop', 'drop'],
		});
		expect(describeProblem(problem).trim().split('\n')).toEqual([
			'✖ It rained.',
			'    drop',
			'    drop',
			'  → Take an umbrella.',
			'  → Or wait.',
			'  → The whole log: /logs/rain.log',
		]);
	});

	it('never shows a stack', () => {
		const text = describeProblem(new TypeError('x is not a function'));
		expect(text).toContain('x is not a function');
		expect(text).not.toMatch(/at .*:\d+:\d+/);
	});
});
