import { describe, expect, it } from 'vitest';

import {
	toProblem,
	Cancelled,
	formatProblem,
	isTransient,
	Problem,
} from '../../../nodes/shared/text/problem';

describe('a Problem', () => {
	it('is by default local, temporary and without effect', () => {
		const problem = new Problem('x');
		expect(problem).toMatchObject({ name: 'Problem', effect: 'none' });
		const { isNetworkFault, isFromService, isLasting } = problem;
		expect([isNetworkFault, isFromService, isLasting].some(Boolean)).toBe(false);
	});

	it('keeps what it is given, also when it is reworded', () => {
		const details = { hint: 'h', httpStatus: 400, isLasting: true, effect: 'unclear' } as const;
		const problem = new Problem('x', details);
		expect(problem).toMatchObject({ message: 'x', ...details });
		expect(problem.with({ message: 'y' })).toMatchObject({ message: 'y', ...details });
		expect(problem.with({ hint: 'z' })).toMatchObject({ message: 'x', ...details, hint: 'z' });
	});

	it('of a stopped execution can be told from others, and contains the word that n8n looks for', () => {
		expect(new Cancelled()).toBeInstanceOf(Problem);
		expect(new Cancelled()).toMatchObject({ name: 'Cancelled', effect: 'none' });
		expect(new Cancelled().message).toContain('canceled');
		expect(new Cancelled('unclear').effect).toBe('unclear');
	});

	it.each([
		[{ isNetworkFault: true }, true],
		[{ httpStatus: 429 }, true],
		[{ httpStatus: 500 }, true],
		[{ httpStatus: 503 }, true],
		[{ httpStatus: 499 }, false],
		[{ httpStatus: 400 }, false],
		[{}, false],
	])('with %o may be temporary: %s', (details, expected) => {
		expect(isTransient(new Problem('x', details))).toBe(expected);
	});
});

describe('formatProblem', () => {
	it.each([
		['It broke', 'Try again', 'It broke. Try again'],
		['It broke.', 'Try again', 'It broke. Try again'],
		['It broke!', 'Try again', 'It broke! Try again'],
		['Did it break?', 'Look', 'Did it break? Look'],
		['It broke', undefined, 'It broke'],
		['It broke', '', 'It broke'],
	])('%j and %j', (message, hint, expected) => {
		expect(formatProblem(new Problem(message, { hint }))).toBe(expected);
	});
});

describe('toProblem', () => {
	it('leaves a Problem unchanged', () => {
		const problem = new Problem('x');
		expect(toProblem(problem)).toBe(problem);
	});

	const DEFECT = { cause: 'node-defect' };
	it.each<[unknown, string, object?]>([
		[new TypeError('x is not a function'), 'x is not a function', DEFECT],
		[new ReferenceError('no x'), 'no x', DEFECT],
		[Object.assign(new TypeError('no address'), { code: 'ERR_INVALID_URL' }), 'no address'],
		[new Error('ENOSPC'), 'ENOSPC'],
		['a text', 'a text'],
		[undefined, 'undefined'],
		[null, 'null'],
		[{ a: 1 }, 'object'],
	])('wraps %s', (thrown, contained, failure) => {
		const problem = toProblem(thrown);
		expect(problem).toBeInstanceOf(Problem);
		expect(problem.failure).toEqual(failure);
		expect(problem.message).toContain(contained);
		expect(problem.hint).toBeTruthy();
	});
});
