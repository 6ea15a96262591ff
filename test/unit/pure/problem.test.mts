import { describe, expect, it } from 'vitest';

import { asProblem, Cancelled, inOneText, Problem } from '../../../nodes/shared/pure/problem';

describe('Problem', () => {
	it('has no effect unless told so', () => {
		expect(new Problem('x').effect).toBe('none');
		expect(new Problem('x', { effect: 'unclear' }).effect).toBe('unclear');
	});

	it('keeps hint and status', () => {
		expect(new Problem('x', { hint: 'y', httpStatus: 404 })).toMatchObject({
			message: 'x',
			hint: 'y',
			httpStatus: 404,
		});
	});
});

describe('Cancelled', () => {
	it('is a Problem that can be told from others', () => {
		expect(new Cancelled()).toBeInstanceOf(Problem);
		expect(new Cancelled()).toMatchObject({ name: 'Cancelled', effect: 'none' });
		expect(new Cancelled('unclear').effect).toBe('unclear');
	});
});

describe('inOneText', () => {
	it.each([
		['It broke', 'Try again', 'It broke. Try again'],
		['It broke.', 'Try again', 'It broke. Try again'],
		['It broke!', 'Try again', 'It broke! Try again'],
		['Did it break?', 'Look', 'Did it break? Look'],
		['It broke', undefined, 'It broke'],
		['It broke', '', 'It broke'],
	])('%j and %j', (message, hint, expected) => {
		expect(inOneText(new Problem(message, { hint }))).toBe(expected);
	});
});

describe('asProblem', () => {
	it('leaves a Problem alone', () => {
		const problem = new Problem('x');
		expect(asProblem(problem)).toBe(problem);
	});

	it.each([
		[new TypeError('x is not a function'), 'x is not a function'],
		['a text', 'a text'],
		[undefined, 'undefined'],
		[null, 'null'],
		[{ a: 1 }, 'object'],
	])('wraps %s', (thrown, contained) => {
		const problem = asProblem(thrown);
		expect(problem).toBeInstanceOf(Problem);
		expect(problem.message).toContain(contained);
		expect(problem.hint).toBeTruthy();
	});
});
